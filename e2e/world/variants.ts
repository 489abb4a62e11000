/** Whether this is `npm run test:full`. */
export const isFull = process.env.HALYARD_FULL !== undefined;

/**
 * The variants in which to test one of several things: all of them in `npm run test:full`, else one, so
 * that things which come one after another have different ones.
 * @param index of the thing
 */
export const variantsFor = <T>(all: readonly T[], index: number): readonly T[] =>
  isFull ? all : all.slice(index % all.length, (index % all.length) + 1);

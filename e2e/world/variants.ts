/** Whether this is `npm run test:full`. */
export const isFull = process.env.HALYARD_FULL !== undefined;

/**
 * The variants in which to test one of several items: all of them in `npm run test:full`, else one,
 * so that consecutive ones differ.
 * @param index of the item
 */
export const variantsFor = <T>(all: readonly T[], index: number): readonly T[] =>
  isFull ? all : all.slice(index % all.length, (index % all.length) + 1);

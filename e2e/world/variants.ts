/** Whether this run is `npm run test:full`. */
export const isFull = process.env.HALYARD_FULL !== undefined;

/**
 * The tag of tests that run only in `npm run test:full`, because they wait for real time to pass or
 * visit every screen. The files in `full/` contain only such tests.
 */
export const FULL_ONLY = '@full';

/** Returns the tag of one variant of a test. Only the main variant also runs in `npm test`. */
export const tagOf = (isMain: boolean): string[] => (isMain ? [] : [FULL_ONLY]);

/**
 * Returns the variants to test for one item of a list, such as one screen: all of them in `npm run
 * test:full`, otherwise one. Consecutive items get different variants.
 * @param index the item's index in the list
 */
export const variantsFor = <T>(all: readonly T[], index: number): readonly T[] =>
  isFull ? all : all.slice(index % all.length, (index % all.length) + 1);

/** Whether this run is `npm run test:full`. */
export const isFull = process.env.HALYARD_FULL !== undefined;

/**
 * The tag of tests that only `npm run test:full` runs: they wait for real delays, or visit every
 * screen. The files in `full/` contain only such tests.
 */
export const FULL_ONLY = '@full';

/** Returns the tag of one variant of a test: only the main variant also runs in `npm test`. */
export const tagOf = (isMain: boolean): string[] => (isMain ? [] : [FULL_ONLY]);

/**
 * Returns the variants in which to test one of several items. `npm run test:full` uses all
 * variants; otherwise, consecutive items take turns with one variant each.
 * @param index of the item
 */
export const variantsFor = <T>(all: readonly T[], index: number): readonly T[] =>
  isFull ? all : all.slice(index % all.length, (index % all.length) + 1);

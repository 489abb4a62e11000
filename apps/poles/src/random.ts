/** A generator of random numbers from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/**
 * Creates a random generator that always produces the same numbers for the same name, so that a
 * pole starts the same way on every run (FNV-1a, mulberry32).
 */
export function seededRandom(name: string): Random {
  let state = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) state = Math.imul(state ^ name.charCodeAt(i), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a random number between `min` and `max`. */
export function between(random: Random, min: number, max: number): number {
  return min + random() * (max - min);
}

import { lockShape } from './live/shapes.ts';
import { nodeOf, values } from './live/values.ts';

/** A maintenance lockout: someone works at the pole, and nobody and nothing may move it. */
export interface FlagLock extends ReturnType<typeof lockOf> {}

const lockOf = (raw: unknown) => lockShape(values, nodeOf(raw));

/**
 * Whether the pole is locked. Whatever commands a pole asks here first: people's switches, master
 * controls, the server's own paths.
 */
export function isLocked({ lock }: { lock: FlagLock | null }): boolean {
  return lock !== null;
}

/**
 * Reads the `lock` of a realtime hardware node. One that is there locks, whatever is missing in it:
 * the safe side.
 */
export function readLock(raw: unknown): FlagLock | null {
  return raw === null || raw === undefined ? null : lockOf(raw);
}

export function sameLock(a: FlagLock | null, b: FlagLock | null): boolean {
  return a?.at === b?.at && a?.by === b?.by && a?.reason === b?.reason;
}

import { lockShape } from './live/shapes.ts';
import { nodeOf, values } from './live/values.ts';

/** A maintenance lock: someone is working at the pole, so nothing may move it. */
export interface FlagLock extends ReturnType<typeof lockOf> {}

const lockOf = (raw: unknown) => lockShape(values, nodeOf(raw));

/**
 * Whether the pole is locked. All code that sends commands must check this first: switches, master
 * controls and the server itself.
 */
export function isLocked({ lock }: { lock: FlagLock | null }): boolean {
  return lock !== null;
}

/**
 * Reads the `lock` of a realtime hardware node. To be safe, a lock with missing fields still counts
 * as a lock.
 */
export function readLock(raw: unknown): FlagLock | null {
  return raw === null || raw === undefined ? null : lockOf(raw);
}

export function sameLock(a: FlagLock | null, b: FlagLock | null): boolean {
  return a?.at === b?.at && a?.by === b?.by && a?.reason === b?.reason;
}

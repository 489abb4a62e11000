/** A maintenance lockout: someone works at the pole, and nobody and nothing may move it. */
export interface FlagLock {
  reason: string;
  /** Id of the user. */
  by: string;
  /** The user's name, which outlives the account. */
  byName: string;
  /** Epoch milliseconds. */
  at: number;
}

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
  if (raw === null || raw === undefined) return null;
  const node = typeof raw === 'object' ? (raw as Record<string, unknown>) : {};
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    reason: text(node.reason),
    by: text(node.by),
    byName: text(node.byName) || 'someone',
    at: typeof node.at === 'number' && Number.isFinite(node.at) ? node.at : 0,
  };
}

export function sameLock(a: FlagLock | null, b: FlagLock | null): boolean {
  return a?.at === b?.at && a?.by === b?.by && a?.reason === b?.reason;
}

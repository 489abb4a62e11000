import { lastSeenAt } from '@halyard/domain';
import type { Logger } from 'pino';
import { LiveState } from './liveState.ts';
import type { TreeClient, TreeListen } from './tree.ts';

/** Maximum time in ms that a pole's clock may be ahead before a warning is logged. */
const AHEAD_MS = 60_000;

/** The live copy of the realtime data, and the subscription that updates it. */
export interface FollowedTree extends TreeListen {
  live: LiveState;
}

/** Subscribes to the realtime data and keeps a live copy of it. */
export function followTree(tree: TreeClient, clock: () => number, log: Logger): FollowedTree {
  const live = new LiveState(clock);
  warnOfFastClocks(live, clock, log);
  return { live, ...tree.listen((change) => live.apply(change)) };
}

/**
 * Logs a warning the first time that a pole's clock is ahead. If a report's time is in the future,
 * the time when the report was received is used instead.
 */
function warnOfFastClocks(live: LiveState, clock: () => number, log: Logger): void {
  const warned = new Set<string>();
  live.watch(({ flagId }, record) => {
    const seen = lastSeenAt({ lastSeen: record.lastSeen, seenAt: null }, Number.POSITIVE_INFINITY);
    if (seen === null || seen <= clock() + AHEAD_MS || warned.has(flagId)) return;
    warned.add(flagId);
    log.warn({ flagId }, "The pole's clock is ahead; the time of receipt counts");
  });
}

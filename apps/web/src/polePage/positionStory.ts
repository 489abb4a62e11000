import type { TimelineItem } from '@halyard/domain';

/** Since when a pole has been where it is, and how it got there. */
export interface PositionStory {
  /** Epoch milliseconds. */
  since: number;
  /** Who moved it; null where nobody knows. */
  by: string | null;
  /** Why it was moved, for autopilot: the order or day. */
  why: string | null;
}

/** Milliseconds that a command may be older than the report that follows it: then it has lapsed. */
const COMMAND_MS = 15 * 60_000;
/** A report's time is the server's, a command's that of its receipt: they may be this far apart. */
const APART_MS = 5000;

/**
 * Since when a pole has reported this position, and why; null if the timeline does not go back that far.
 * @param items the newest first
 * @param position as the pole reports it
 */
export function storyOf(
  items: readonly TimelineItem[],
  position: 'up' | 'half' | 'down',
): PositionStory | null {
  const begun = beginOf(items, position);
  if (begun === null) return null;
  const moved = items.find(
    (item) =>
      item.kind === 'activity' &&
      item.entry.detail.position === position &&
      item.entry.outcome !== 'refused' &&
      item.at <= begun + APART_MS &&
      item.at >= begun - COMMAND_MS,
  );
  if (moved?.kind !== 'activity') return { since: begun, by: null, why: null };
  const { actor } = moved.entry;
  if (actor.kind !== 'engine') return { since: begun, by: actor.name, why: null };
  const plan = items.find((item) => item.kind === 'plan' && item.at <= moved.at + APART_MS);
  const title = plan?.kind === 'plan' && plan.title !== '' ? plan.title : null;
  return { since: begun, by: 'Autopilot', why: title };
}

/** When the reports began that all say this position; null where the newest one says another. */
function beginOf(items: readonly TimelineItem[], position: string): number | null {
  let begun: number | null = null;
  for (const item of items) {
    if (item.kind !== 'report') continue;
    if (item.position !== position) return begun;
    begun = item.at;
    if (item.before !== null && item.before.position !== position) return begun;
  }
  return begun;
}

import { dayName, type TimelineItem } from '@halyard/domain';
import { t } from '@lingui/core/macro';

/** When a pole reached its current position, and why it moved there. */
export interface PositionStory {
  /** The time when the pole got into its position, in epoch milliseconds. */
  since: number;
  /** Who moved the pole; null if unknown. */
  by: string | null;
  /** The order or half-staff day that autopilot moved the pole for; null if unknown. */
  why: string | null;
}

/** Maximum time between a command and the report that confirms it, in milliseconds. */
const COMMAND_MS = 15 * 60_000;
/**
 * A command may appear in the timeline up to this many milliseconds after the report that confirms
 * it.
 */
const APART_MS = 5000;

/**
 * Returns the time when a pole got into its position, and the reason; null if the timeline does not
 * go back that far.
 * @param items timeline items, newest first
 * @param position the position that the pole reports
 */
export function storyOf(
  items: readonly TimelineItem[],
  position: 'up' | 'half' | 'down',
): PositionStory | null {
  const begun = beginOf(items, position) ?? confirmedAt(items, position);
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
  const title = plan?.kind === 'plan' && plan.title !== '' ? dayName(plan.title) : null;
  return { since: begun, by: t`Autopilot`, why: title };
}

/**
 * Returns when the pole confirmed its latest position command. Null if that command was not
 * confirmed or was for a position other than `position`, or if the pole has reported since. Needed
 * because a report takes a few seconds to appear in the history.
 */
function confirmedAt(items: readonly TimelineItem[], position: string): number | null {
  for (const item of items) {
    if (item.kind === 'report') return null;
    if (item.kind !== 'activity' || item.entry.detail.position === undefined) continue;
    const { detail, outcome } = item.entry;
    if (detail.position !== position || outcome !== 'confirmed') return null;
    return item.at + (detail.seconds ?? 0) * 1000;
  }
  return null;
}

/**
 * Returns when the pole started to report the given position, if it has not reported a different
 * one since. Null if its latest report has a different position.
 */
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

import type { TimelinePage, TimelineQuery } from '@halyard/domain';
import { type Context, requireScope } from '../../../calls/context.ts';
import { placedFlag } from '../placedFlag.ts';
import { SOURCES, type TimelineEntry } from './sources.ts';
import { beforeOf, cursorOf, positionOf } from './timelinePosition.ts';

/**
 * Returns a page of one pole's timeline, newest first.
 * @throws AppError `not-found` if the flag does not exist or the caller may not see it
 */
export async function flagTimeline(
  ctx: Context,
  id: string,
  { topic, after, limit }: TimelineQuery,
): Promise<TimelinePage> {
  const scope = requireScope(ctx, 'flag.read');
  const { companyId, place: pole } = await placedFlag(ctx, id);
  const flag = { id, companyId, scope };
  const start = after === undefined ? null : positionOf(after);
  // Read one more item from each source than fits on a page, to find out whether there is another
  // page.
  const found = await Promise.all(
    SOURCES.flatMap(({ topics, read }, source) =>
      topic === undefined || topics.includes(topic)
        ? [read(ctx, flag, { before: beforeOf(start, source), source, topic, limit: limit + 1 })]
        : [],
    ),
  );
  const sorted = found.flat().toSorted(newestFirst);
  const last = sorted.length > limit ? sorted[limit - 1] : undefined;
  return {
    timeZone: pole.timeZone,
    items: sorted.slice(0, limit).map(({ item }) => item),
    next: last ? cursorOf(last.position) : null,
  };
}

/** Sorts timeline items by time, newest first. Simultaneous items from one source stay in order. */
const newestFirst = (a: TimelineEntry, b: TimelineEntry): number =>
  b.position.at - a.position.at || a.position.source - b.position.source;

import type { TimelinePage, TimelineQuery } from '@halyard/domain';
import { type Context, requireScope } from '../../calls/context.ts';
import { placedFlag } from '../../fleet/placedFlag.ts';
import { beforeOf, cursorOf, placeOf } from './place.ts';
import { type Placed, SOURCES } from './sources.ts';

/**
 * Returns a page of one pole's timeline, newest first.
 * @throws AppError `not-found` outside the caller's scope, as if the flag did not exist
 */
export async function flagTimeline(
  ctx: Context,
  id: string,
  { topic, after, limit }: TimelineQuery,
): Promise<TimelinePage> {
  const scope = requireScope(ctx, 'flag.read');
  const { companyId, place: pole } = await placedFlag(ctx, id);
  const flag = { id, companyId, scope };
  const place = after === undefined ? null : placeOf(after);
  // Reads one more item than fits on a page from each source, to find out whether there is another
  // page.
  const found = await Promise.all(
    SOURCES.flatMap(({ topics, read }, source) =>
      topic === undefined || topics.includes(topic)
        ? [read(ctx, flag, { before: beforeOf(place, source), source, topic, limit: limit + 1 })]
        : [],
    ),
  );
  const placed = found.flat().toSorted(newestFirst);
  const last = placed.length > limit ? placed[limit - 1] : undefined;
  return {
    timeZone: pole.timeZone,
    items: placed.slice(0, limit).map(({ item }) => item),
    next: last ? cursorOf(last.place) : null,
  };
}

/**
 * Sorts items by time, newest first. The sort is stable, so items from one source stay in order.
 */
const newestFirst = (a: Placed, b: Placed): number =>
  b.place.at - a.place.at || a.place.source - b.place.source;

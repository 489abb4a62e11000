import type { ActivityFilter, ActivityPage, ActivityQuery } from '@halyard/domain';
import { FileParts } from '../../platform/http/send/fileParts.ts';
import { type Context, requireScope } from '../calls/context.ts';
import { writeActivity } from './csv.ts';
import { findActivity, sightOf } from './queries.ts';

/** The number of entries per query when the activity log is exported as CSV. */
const AT_ONCE = 500;

/** Returns a page of the activity log entries that the caller may read, newest first. */
export function listActivity(ctx: Context, query: ActivityQuery): Promise<ActivityPage> {
  const sight = sightOf(ctx.actor, requireScope(ctx, 'activity.read'));
  const { limit, after, ...filter } = query;
  return findActivity(ctx.db.queries, sight, filter, { limit, after });
}

/** Returns all activity log entries that match the filter, newest first, as CSV. */
export async function activityCsv(ctx: Context, filter: ActivityFilter): Promise<FileParts> {
  const sight = sightOf(ctx.actor, requireScope(ctx, 'activity.read'));
  return new FileParts(writeActivity(slices()));

  async function* slices() {
    let after: string | undefined;
    do {
      const page = await findActivity(ctx.db.queries, sight, filter, { limit: AT_ONCE, after });
      yield page.entries;
      after = page.next ?? undefined;
    } while (after !== undefined);
  }
}

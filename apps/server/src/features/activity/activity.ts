import {
  ACTIVITY_CSV_MAX,
  type Activity,
  type ActivityFilter,
  type ActivityPage,
  type ActivityQuery,
} from '@halyard/domain';
import { type Context, requireScope } from '../calls/context.ts';
import { writeActivity } from './csv.ts';
import { findActivity, sightOf } from './queries.ts';

/** The number of entries that each query reads while the server writes a CSV file. */
const AT_ONCE = 1000;

/** Returns a page of the entries that the caller may read, newest first. */
export function listActivity(ctx: Context, query: ActivityQuery): Promise<ActivityPage> {
  const sight = sightOf(ctx.actor, requireScope(ctx, 'activity.read'));
  const { limit, after, ...filter } = query;
  return findActivity(ctx.db.queries, sight, filter, { limit, after });
}

/** Returns the newest ACTIVITY_CSV_MAX entries that match the filter, as CSV. */
export async function activityCsv(ctx: Context, filter: ActivityFilter): Promise<string> {
  const sight = sightOf(ctx.actor, requireScope(ctx, 'activity.read'));
  const entries: Activity[] = [];
  let after: string | undefined;
  do {
    const limit = Math.min(AT_ONCE, ACTIVITY_CSV_MAX - entries.length);
    const page = await findActivity(ctx.db.queries, sight, filter, { limit, after });
    entries.push(...page.entries);
    after = page.next ?? undefined;
  } while (after !== undefined && entries.length < ACTIVITY_CSV_MAX);
  return writeActivity(entries);
}

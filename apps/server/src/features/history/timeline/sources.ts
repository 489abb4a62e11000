import {
  type ActivityCategory,
  categoryOf,
  POSITIONS,
  type Position,
  type TimelineTopic,
} from '@halyard/domain';
import { sql } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import { findActivity, sightOf } from '../../activity/queries.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import type { Before } from './place.ts';
import type { Placed, TimelineFlag } from './timeline.ts';

/** What one source is asked for. */
interface Wanted {
  before: Before;
  /** The number of the source, for the places of its items. */
  source: number;
  topic: TimelineTopic | undefined;
  limit: number;
}

interface Source {
  topics: readonly TimelineTopic[];
  /** Items in order, the newest first; at most `limit` of them. */
  read(ctx: Context, flag: TimelineFlag, wanted: Wanted): Promise<Placed[]>;
}

/** Where the items come from; at one moment, in this order. */
export const SOURCES: readonly Source[] = [
  { topics: ['commands', 'locks', 'changes'], read: readActivity },
  { topics: ['reports'], read: readReports },
  { topics: ['alerts'], read: (...asked) => readAlerts('ended_at', ...asked) },
  { topics: ['alerts'], read: (...asked) => readAlerts('since', ...asked) },
  { topics: ['halfStaff'], read: readPlans },
];

const CATEGORY_OF: Partial<Record<TimelineTopic, ActivityCategory>> = {
  commands: 'commands',
  locks: 'locks',
};

/** The activity log, as far as the caller may read it. */
async function readActivity(
  ctx: Context,
  flag: TimelineFlag,
  { before, source, topic, limit }: Wanted,
): Promise<Placed[]> {
  const sight = sightOf(ctx.actor, requireScope(ctx, 'activity.read'));
  const category = topic && CATEGORY_OF[topic];
  const filter = { flagId: flag.id, ...(category && { category }) };
  const placed: Placed[] = [];
  let after = activityCursor(before);
  for (;;) {
    const left = limit - placed.length;
    const page = await findActivity(ctx.db.queries, sight, filter, { limit: left, after });
    for (const entry of page.entries) {
      const subject = categoryOf(entry.kind);
      if (topic === 'changes' && (subject === 'commands' || subject === 'locks')) continue;
      const item = { id: `a${entry.id}`, at: entry.at, kind: 'activity' as const, entry };
      placed.push({ place: { at: entry.at, source, key: String(entry.id) }, item });
    }
    after = page.next ?? undefined;
    if (after === undefined || placed.length >= limit) return placed;
  }
}

function activityCursor({ at, same }: Before): string | undefined {
  if (at === undefined) return undefined;
  if (same === 'all') return `${at + 1}.0`;
  if (same === 'none') return `${at}.0`;
  if (!/^\d+$/.test(same.after))
    throw new AppError('invalid', 'The page asked for is not one that was answered.');
  return `${at}.${same.after}`;
}

/** The pole's own reports, where one differs from the one before. */
async function readReports(
  { db }: Context,
  flag: TimelineFlag,
  { before, source, limit }: Wanted,
): Promise<Placed[]> {
  const states = db.queries
    .selectFrom('history_states')
    .select(['at', 'online', 'position'])
    .select([
      sql<number | null>`lag(at) over (order by at)`.as('at_before'),
      sql<boolean | null>`lag(online) over (order by at)`.as('online_before'),
      sql<Position | null>`lag(position) over (order by at)`.as('position_before'),
    ])
    .where('flag_id', '=', flag.id)
    .as('states');
  const rows = await db.queries
    .selectFrom(states)
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('at_before', 'is', null),
        sql<boolean>`online is distinct from online_before`,
        // Where an offline pole is, nobody knows.
        eb.and([eb('online', '=', true), sql<boolean>`position is distinct from position_before`]),
      ]),
    )
    .$if(before.at !== undefined, (query) =>
      query.where('at', before.same === 'all' ? '<=' : '<', before.at!),
    )
    .orderBy('at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ at, online, position, at_before, online_before, position_before }) => ({
    // A flag has one state at one moment.
    place: { at, source, key: '' },
    item: {
      id: `r${at}`,
      at,
      kind: 'report',
      isOnline: Boolean(online),
      position,
      before:
        at_before === null ? null : { isOnline: Boolean(online_before), position: position_before },
    },
  }));
}

/** Alerts of the flag's present company. @param column when they began, or ended */
async function readAlerts(
  column: 'since' | 'ended_at',
  { db }: Context,
  flag: TimelineFlag,
  { before, source, limit }: Wanted,
): Promise<Placed[]> {
  const rows = await db.queries
    .selectFrom('alerts')
    .select(['id', 'condition', 'cause', 'since', 'ended_at'])
    .where('flag_id', '=', flag.id)
    .where('company_id', '=', flag.companyId)
    .where(column, 'is not', null)
    .$if(before.at !== undefined, (query) => query.where(earlier(column, 'id', before)))
    .orderBy(column, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const isOver = column === 'ended_at';
  return rows.map(({ id, condition, cause, since, ended_at }) => {
    const at = isOver ? ended_at! : since;
    return {
      place: { at, source, key: id },
      item: {
        id: `${isOver ? 'e' : 'b'}${id}`,
        at,
        kind: 'alert',
        condition,
        cause,
        isOver,
        since,
      },
    };
  });
}

/** Rows at a moment and after a key there, where both descend. */
function earlier(column: string, key: string, { at, same }: Before) {
  const time = sql.ref(column);
  if (same === 'all') return sql<boolean>`${time} <= ${sql.lit(at!)}`;
  if (same === 'none') return sql<boolean>`${time} < ${sql.lit(at!)}`;
  const isEarlier = sql`${time} < ${sql.lit(at!)}`;
  return sql<boolean>`(${isEarlier} or (${time} = ${sql.lit(at!)} and ${sql.ref(key)} < ${same.after}))`;
}

/**
 * What came into effect at the pole, by the ledger. Locks and holds are in the activity log, and the lamp's
 * turns at sunrise and sunset are no news.
 */
async function readPlans(
  { db, domainClock }: Context,
  flag: TimelineFlag,
  { before, source, limit }: Wanted,
): Promise<Placed[]> {
  const rows = await db.queries
    .selectFrom('ledger')
    .select(['seq', 'at', 'source_key', 'body'])
    .where('flag_id', '=', flag.id)
    .where('kind', '=', 'should-be')
    .$if(flag.scope.kind !== 'all', (query) => query.where('company_id', '=', flag.companyId))
    .orderBy('seq', 'desc')
    .execute();
  const placed: Placed[] = [];
  let later: Plan | null = null;
  for (const row of rows) {
    const plan: Plan = { ...row, ...(JSON.parse(row.body) as PlanBody) };
    // Another order in effect at the same time has an entry only for its title.
    if (plan.isBeside === true) continue;
    if (later && isListed(later, plan)) place(later);
    if (placed.length === limit) return placed;
    later = plan;
  }
  if (later && isListed(later, null)) place(later);
  return placed;

  function place({ seq, at: entered, source_key, position, by, title, until }: Plan): void {
    const at = domainClock.wallAt(entered);
    if (!isAfter(before, at, seq)) return;
    placed.push({
      place: { at, source, key: String(seq) },
      item: {
        id: `p${seq}`,
        at,
        kind: 'plan',
        position: POSITIONS.find((each) => each === position) ?? null,
        by: typeof by === 'string' ? by : null,
        title: typeof title === 'string' ? title : '',
        isNothing: source_key === 'none',
        until: typeof until === 'number' ? domainClock.wallAt(until) : null,
      },
    });
  }
}

type PlanBody = Partial<Record<'isBeside' | 'position' | 'by' | 'title' | 'until', unknown>>;

interface Plan extends PlanBody {
  seq: number;
  /** Epoch milliseconds by the domain clock. */
  at: number;
  source_key: string | null;
}

/** Whether something else came into effect than the entry before it says. @param had null: it is the first */
function isListed(plan: Plan, had: Plan | null): boolean {
  if (plan.source_key === 'lock' || plan.source_key?.startsWith('hold:')) return false;
  return (
    had === null ||
    plan.source_key !== had.source_key ||
    plan.position !== had.position ||
    plan.until !== had.until ||
    plan.title !== had.title
  );
}

function isAfter({ at, same }: Before, itemAt: number, seq: number): boolean {
  if (at === undefined || itemAt < at) return true;
  if (itemAt > at || same === 'none') return false;
  return same === 'all' || seq < Number(same.after);
}

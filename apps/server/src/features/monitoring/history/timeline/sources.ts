import {
  type ActivityCategory,
  categoryOf,
  POSITIONS,
  type Position,
  type Scope,
  type TimelineItem,
  type TimelineTopic,
} from '@halyard/domain';
import { sql } from 'kysely';
import { noSuchPage } from '../../../../platform/errors.ts';
import { findActivity, sightOf } from '../../../activity/queries.ts';
import { type Context, requireScope } from '../../../calls/context.ts';
import type { Before, TimelinePosition } from './timelinePosition.ts';

/** A timeline item, and its place in the sort order. */
export interface TimelineEntry {
  position: TimelinePosition;
  item: TimelineItem;
}

/** The flag whose timeline is read, and the caller's access scope. */
export interface TimelineFlag {
  /** The flag's ID in the table `flags`. */
  id: string;
  companyId: string;
  scope: Scope;
}

/** Which timeline items to read from one source. */
interface Wanted {
  before: Before;
  /** The source's index in `SOURCES`. The timeline position of each item contains this index. */
  source: number;
  topic: TimelineTopic | undefined;
  limit: number;
}

interface Source {
  topics: readonly TimelineTopic[];
  /** Returns at most `limit` timeline items, newest first. */
  read(ctx: Context, flag: TimelineFlag, wanted: Wanted): Promise<TimelineEntry[]>;
}

/** The sources of timeline items. Items with the same time appear in the order of their sources. */
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

/** Reads the flag's activity log entries that the caller may see. */
async function readActivity(
  ctx: Context,
  flag: TimelineFlag,
  { before, source, topic, limit }: Wanted,
): Promise<TimelineEntry[]> {
  const sight = sightOf(ctx.actor, requireScope(ctx, 'activity.read'));
  const category = topic && CATEGORY_OF[topic];
  const filter = { flagId: flag.id, ...(category && { category }) };
  const items: TimelineEntry[] = [];
  let after = activityCursor(before);
  for (;;) {
    const left = limit - items.length;
    const page = await findActivity(ctx.db.queries, sight, filter, { limit: left, after });
    for (const entry of page.entries) {
      const subject = categoryOf(entry.kind);
      if (topic === 'changes' && (subject === 'commands' || subject === 'locks')) continue;
      const item = { id: `a${entry.id}`, at: entry.at, kind: 'activity' as const, entry };
      items.push({ position: { at: entry.at, source, key: String(entry.id) }, item });
    }
    after = page.next ?? undefined;
    if (after === undefined || items.length >= limit) return items;
  }
}

function activityCursor({ at, same }: Before): string | undefined {
  if (at === undefined) return undefined;
  if (same === 'all') return `${at + 1}.0`;
  if (same === 'none') return `${at}.0`;
  if (!/^\d+$/.test(same.after)) throw noSuchPage();
  return `${at}.${same.after}`;
}

/** Reads the pole's reports that differ from the previous report. */
async function readReports(
  { db }: Context,
  flag: TimelineFlag,
  { before, source, limit }: Wanted,
): Promise<TimelineEntry[]> {
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
        // The position of an offline pole is unknown.
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
    // A flag has only one state at a time, so no key is needed.
    position: { at, source, key: '' },
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

/**
 * Reads the alerts that the flag has had in its current company.
 * @param column whether to list the starts or the ends of alerts
 */
async function readAlerts(
  column: 'since' | 'ended_at',
  { db }: Context,
  flag: TimelineFlag,
  { before, source, limit }: Wanted,
): Promise<TimelineEntry[]> {
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
      position: { at, source, key: id },
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

/**
 * Returns an SQL condition for the rows that come after a given position when rows are sorted by
 * time, newest first.
 */
function earlier(column: string, key: string, { at, same }: Before) {
  const time = sql.ref(column);
  if (same === 'all') return sql<boolean>`${time} <= ${sql.lit(at!)}`;
  if (same === 'none') return sql<boolean>`${time} < ${sql.lit(at!)}`;
  const isEarlier = sql`${time} < ${sql.lit(at!)}`;
  return sql<boolean>`(${isEarlier} or (${time} = ${sql.lit(at!)} and ${sql.ref(key)} < ${same.after}))`;
}

/**
 * Reads from the ledger which orders, half-staff days and daily rules were in effect at the pole,
 * and when each took effect. Leaves out lamp changes at sunrise and sunset. Also leaves out locks
 * and holds, because the activity log contains them.
 */
async function readPlans(
  { db, domainClock }: Context,
  flag: TimelineFlag,
  { before, source, limit }: Wanted,
): Promise<TimelineEntry[]> {
  const rows = await db.queries
    .selectFrom('ledger')
    .select(['seq', 'at', 'source_key', 'body'])
    .where('flag_id', '=', flag.id)
    .where('kind', '=', 'should-be')
    .$if(flag.scope.kind !== 'all', (query) => query.where('company_id', '=', flag.companyId))
    .orderBy('seq', 'desc')
    .execute();
  const items: TimelineEntry[] = [];
  let later: Plan | null = null;
  for (const row of rows) {
    const plan: Plan = { ...row, ...(JSON.parse(row.body) as PlanBody) };
    // A ledger entry about another order in effect at the same time only adds that order's title
    // and times.
    if (plan.isBeside === true) continue;
    if (later && isListed(later, plan)) add(later);
    if (items.length === limit) return items;
    later = plan;
  }
  if (later && isListed(later, null)) add(later);
  return items;

  function add({ seq, at: entered, source_key, position, by, title, until }: Plan): void {
    const at = domainClock.wallAt(entered);
    if (!isAfter(before, at, seq)) return;
    items.push({
      position: { at, source, key: String(seq) },
      item: {
        id: `p${seq}`,
        at,
        kind: 'plan',
        position: POSITIONS.find((each) => each === position) ?? null,
        by: typeof by === 'string' ? by : null,
        title: typeof title === 'string' ? title : '',
        isNothing: isNothing(source_key),
        until:
          typeof until === 'number' && !isNothing(source_key) ? domainClock.wallAt(until) : null,
      },
    });
  }
}

type PlanBody = Partial<Record<'isBeside' | 'position' | 'by' | 'title' | 'until', unknown>>;

interface Plan extends PlanBody {
  seq: number;
  /**
   * The time when the plan in this ledger entry took effect, by the half-staff engine's clock, in
   * epoch milliseconds.
   */
  at: number;
  source_key: string | null;
}

/**
 * Whether no order, half-staff day, daily rule or hold is in effect. The flag may still have to
 * return to full staff.
 */
const isNothing = (sourceKey: string | null): boolean =>
  sourceKey === 'none' || (sourceKey?.startsWith('after:') ?? false);

/**
 * Whether the timeline shows a ledger entry. True if the entry is not about a lock or hold, and
 * differs from the previous entry.
 * @param had the previous entry; null for the first entry
 */
function isListed(plan: Plan, had: Plan | null): boolean {
  if (plan.source_key === 'lock' || plan.source_key?.startsWith('hold:')) return false;
  // Once the flag is back at full staff, the engine notes again that nothing is in effect.
  if (had && isNothing(had.source_key) && isNothing(plan.source_key)) return false;
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

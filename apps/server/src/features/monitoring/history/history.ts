import {
  addDays,
  type CivilDate,
  dateInZone,
  type FlagHistory,
  type FlagUptime,
  type HistoryQuery,
  momentInZone,
  type Sparklines,
  type SparklinesQuery,
  UPTIME_DAYS,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { within } from '../../../platform/database/scope.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { periodsOf } from '../../halfStaff/compliance/periods.ts';
import { planOfPole } from '../../halfStaff/ledger/entries.ts';
import {
  positionsIn,
  positionsOf,
  presenceIn,
  presenceOf,
  type Span,
  type StoredSlots,
  type SummedSpan,
  spansOf,
  sumsIn,
  voltsIn,
} from './charts.ts';
import { placedFlag } from './placedFlag.ts';
import { findDays, findHours, findStates, findWatches, type StoredDay } from './rows.ts';
import { addSums, type StatePeriod, statePeriodsOf } from './series/periods.ts';
import { endingAt } from './series/spark.ts';
import { DAY_MS, FINE_DAYS, FINE_STEP, hourOf, MINUTE_MS } from './series/times.ts';
import { unpack } from './series/voltageSlots.ts';

const COLUMNS = { company: 'flags.company_id', location: 'flags.location_id' };
/** The number of days in the one-year chart, including today. */
const YEAR_DAYS = 366;
/** The time spans of the day, week and month charts, in ms. */
const LENGTHS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };
/**
 * The possible intervals between two chart points, in minutes, shortest first. If even the longest
 * interval gives too many points, the chart has one point per day.
 */
const STEPS = [FINE_STEP, 30, 120] as const;
const DAY_MINUTES = 24 * 60;
/** The maximum number of points in a chart. */
const MAX_POINTS = 400;
/**
 * By this age, in ms, each day of a pole's history has been combined into one row. If an older day
 * has no row, it has no history.
 */
const UNFOLDED_MS = 9 * DAY_MS;
/** A recording period counts as still in progress if its stored end is at most this many ms ago. */
const GOES_ON_MS = 90_000;

/**
 * Returns the history of one flag, either for a range such as the last week or between two given
 * times.
 * @throws AppError `not-found` outside the caller's scope, `invalid` for a time in the future
 */
export async function flagHistory(
  ctx: Context,
  id: string,
  query: HistoryQuery,
): Promise<FlagHistory> {
  const flag = await pastFlag(ctx, id);
  const { timeZone } = flag;
  const now = ctx.clock();
  const { from, until } = timeOf(query, timeZone, now);
  if (from >= until) throw new AppError('invalid', msg`The time must be in the past.`);
  const slots = await findSlots(ctx, id, from, until);
  const step = stepOf(until - from, slots);
  const dates = await findDates(ctx, flag, from, until);
  const isExact = from >= now - FINE_DAYS * DAY_MS && step !== null;
  const spans = step === null ? dates : spansOf(from - (from % step), until, step);
  const statePeriods = isExact ? await findStatePeriods(ctx, id, from, until) : null;
  return {
    timeZone,
    from: Math.min(from, spans[0]!.from),
    until,
    points: voltsIn(spans, slots),
    byDays: step === null,
    presence: statePeriods ? presenceOf(statePeriods, spans) : presenceIn(dates),
    positions: statePeriods ? positionsOf(statePeriods, spans) : positionsIn(dates),
    halfStaff: await halfStaffPeriods(ctx, flag, from, until),
  };
}

/** Returns the start and end of the chart, in epoch milliseconds. */
function timeOf(query: HistoryQuery, timeZone: string, now: number): Span {
  const { range, from = 0, until = now } = query;
  if (range === undefined) return { from, until: Math.min(until, now) };
  if (range === 'year') {
    const first = addDays(dateInZone(timeZone, now), 1 - YEAR_DAYS);
    return { from: momentInZone(timeZone, first, '00:00'), until: now };
  }
  const length = LENGTHS[range];
  // The last point of the chart is for the current time.
  const step = stepOf(length, [])!;
  return { from: now - (now % step) + step - length, until: now };
}

/**
 * Returns the interval between two chart points, in ms. It is never shorter than the longest stored
 * time slot. Null if the chart has one point per day.
 */
function stepOf(length: number, slots: readonly StoredSlots[]): number | null {
  const coarsest = slots.reduce((most, { step }) => Math.max(most, step), 0);
  if (coarsest >= DAY_MINUTES) return null;
  const fits = (step: number) => step >= coarsest && length <= step * MINUTE_MS * MAX_POINTS;
  const step = STEPS.find(fits);
  return step === undefined ? null : step * MINUTE_MS;
}

/** Returns how long a pole was online on each of the last `UPTIME_DAYS` days. */
export async function flagUptime(ctx: Context, id: string): Promise<FlagUptime> {
  const flag = await pastFlag(ctx, id);
  const { timeZone } = flag;
  const until = ctx.clock();
  const first = addDays(dateInZone(timeZone, until), 1 - UPTIME_DAYS);
  const dates = await findDates(ctx, flag, momentInZone(timeZone, first, '00:00'), until);
  return {
    timeZone,
    days: dates.map(({ date, sums: { online, offline } }) => ({ date, online, offline })),
  };
}

/**
 * Returns the voltages of the last 24 hours for the requested flags (all flags by default). Leaves
 * out flags that the actor may not see.
 */
export async function sparklines(
  ctx: Context,
  { flags }: SparklinesQuery = {},
): Promise<Sparklines> {
  const rows = await ctx.db.queries
    .selectFrom('history_sparks')
    .innerJoin('flags', 'flags.id', 'history_sparks.flag_id')
    .select(['flags.id', 'history_sparks.until_at as until', 'history_sparks.volts'])
    .where(within(requireScope(ctx, 'flag.read'), COLUMNS))
    .$if(flags !== undefined, (query) => query.where('flags.id', 'in', flags!.split(',')))
    .execute();
  const until = hourOf(ctx.clock());
  const volts: Sparklines['volts'] = {};
  for (const row of rows) {
    const spark = endingAt({ until: row.until, volts: unpack(row.volts).volts }, until);
    const tenths = spark.volts.map((slot) => slot && Math.round(slot.mean / 10));
    if (tenths.some((value) => value !== null)) volts[row.id] = tenths;
  }
  return { until, volts };
}

/** A flag whose history is requested. */
interface PastFlag {
  /** The flag's ID in the table `flags`. */
  id: string;
  timeZone: string;
  /** If set, only ledger entries of this company are included. */
  companyId: string | undefined;
}

/**
 * Returns the flag whose history was requested.
 * @throws AppError `not-found` if the caller may not see the flag, as if it did not exist
 */
async function pastFlag(ctx: Context, id: string): Promise<PastFlag> {
  const { companyId, place } = await placedFlag(ctx, id);
  const seesAll = requireScope(ctx, 'flag.read').kind === 'all';
  return { id, timeZone: place.timeZone, companyId: seesAll ? undefined : companyId };
}

/** Returns the periods when an order or a half-staff day required the pole to be at half-staff. */
async function halfStaffPeriods(
  { db, domainClock }: Context,
  { id, companyId }: PastFlag,
  from: number,
  until: number,
): Promise<FlagHistory['halfStaff']> {
  const entries = await planOfPole(db.queries, id, companyId);
  return periodsOf(entries, domainClock.at(until))
    .map((period) => ({
      title: period.title,
      from: Math.max(from, domainClock.wallAt(period.from)),
      until: Math.min(until, domainClock.wallAt(period.until)),
    }))
    .filter((period) => period.from < period.until);
}

/**
 * A day in the location's time zone, and how much time the pole spent in each state on that day.
 */
interface SummedDate extends SummedSpan {
  date: CivilDate;
}

/**
 * Returns the days that overlap a period, in the location's time zone. The first and last day are
 * cut off at the ends of the period.
 */
async function findDates(
  ctx: Context,
  { id, timeZone }: PastFlag,
  from: number,
  until: number,
): Promise<SummedDate[]> {
  const spans: (Span & { date: CivilDate })[] = [];
  for (let date = dateInZone(timeZone, from), at = from; at < until; ) {
    const next = addDays(date, 1);
    const end = Math.min(until, momentInZone(timeZone, next, '00:00'));
    spans.push({ date, from: at, until: end });
    date = next;
    at = end;
  }
  const days = await findDays(ctx.db.queries, id, from, until);
  const rest = await findStatePeriods(ctx, id, unfoldedFrom(days, from, until), until);
  const dates = sumsIn(spans, rest).map((span, i) => ({ ...span, date: spans[i]!.date }));
  let next = 0;
  for (const day of days) {
    // A day that was combined before the flag moved, in another time zone, belongs to the date when
    // it starts.
    while (next < dates.length && dates[next]!.until <= day.at) next++;
    const date = dates[next];
    if (date && date.from <= day.at) date.sums = addSums(date.sums, day.sums);
  }
  return dates;
}

/** Returns the stored voltages of a pole in a period. */
async function findSlots(
  ctx: Context,
  id: string,
  from: number,
  until: number,
): Promise<StoredSlots[]> {
  const days = await findDays(ctx.db.queries, id, from, until);
  const hours = await findHours(ctx.db.queries, id, unfoldedFrom(days, from, until), until);
  return [...days, ...hours];
}

const unfoldedFrom = (days: readonly StoredDay[], from: number, until: number) =>
  Math.max(from, days.at(-1)?.until ?? until - UNFOLDED_MS);

async function findStatePeriods(
  ctx: Context,
  id: string,
  from: number,
  until: number,
): Promise<StatePeriod[]> {
  const { queries } = ctx.db;
  const watches = await findWatches(queries, from, until);
  const last = watches.at(-1);
  if (last && until - last.until < GOES_ON_MS) last.until = until;
  return statePeriodsOf(await findStates(queries, id, from, until), watches, from, until);
}

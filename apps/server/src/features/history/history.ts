import {
  addDays,
  type CivilDate,
  dateInZone,
  type FlagHistory,
  type FlagUptime,
  type HistoryQuery,
  momentInZone,
  type Sparklines,
  UPTIME_DAYS,
} from '@halyard/domain';
import { within } from '../../platform/database/scope.ts';
import { AppError } from '../../platform/errors.ts';
import { type Context, requireScope } from '../calls/context.ts';
import { placedFlag } from '../fleet/placedFlag.ts';
import { periodsOf } from '../halfStaff/compliance/periods.ts';
import { planOfPole } from '../halfStaff/ledger/entries.ts';
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
import { findDays, findHours, findStates, findWatches, type StoredDay } from './rows.ts';
import { endingAt } from './series/spark.ts';
import { addSums, type Stretch, stretchesOf } from './series/stretches.ts';
import { DAY_MS, FINE_DAYS, FINE_STEP, hourOf, MINUTE_MS } from './series/times.ts';
import { unpack } from './series/volts.ts';

const COLUMNS = { company: 'flags.company_id', location: 'flags.location_id' };
/** Days of a year's chart, today too. */
const YEAR_DAYS = 366;
/** Milliseconds that the other charts show. */
const LENGTHS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };
/** Minutes of a point, the finest first. Beyond these, points are days. */
const STEPS = [FINE_STEP, 30, 120] as const;
const DAY_MINUTES = 24 * 60;
/** Points of a chart, at most. */
const MAX_POINTS = 400;
/** Days are folded soon after they end: what is older and was not, has nothing in it. */
const UNFOLDED_MS = 9 * DAY_MS;
/** The watch is written so often that one that ends so long ago at most goes on. */
const GOES_ON_MS = 90_000;

/**
 * One flag's past in a range or between two moments; what has not been yet is cut off.
 * @throws AppError `not-found` outside the scope, `invalid` for a time to come
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
  if (from >= until) throw new AppError('invalid', 'This time has not come yet.');
  const slots = await findSlots(ctx, id, from, until);
  const step = stepOf(until - from, slots);
  const dates = await findDates(ctx, flag, from, until);
  const isExact = from >= now - FINE_DAYS * DAY_MS && step !== null;
  const spans = step === null ? dates : spansOf(from - (from % step), until, step);
  const stretches = isExact ? await findStretches(ctx, id, from, until) : null;
  return {
    timeZone,
    from: Math.min(from, spans[0]!.from),
    until,
    points: voltsIn(spans, slots),
    byDays: step === null,
    presence: stretches ? presenceOf(stretches, spans) : presenceIn(dates),
    positions: stretches ? positionsOf(stretches, spans) : positionsIn(dates),
    halfStaff: await halfStaffPeriods(ctx, flag, from, until),
  };
}

/** From when until when a chart shows, in epoch milliseconds. */
function timeOf(query: HistoryQuery, timeZone: string, now: number): Span {
  const { range, from = 0, until = now } = query;
  if (range === undefined) return { from, until: Math.min(until, now) };
  if (range === 'year') {
    const first = addDays(dateInZone(timeZone, now), 1 - YEAR_DAYS);
    return { from: momentInZone(timeZone, first, '00:00'), until: now };
  }
  const length = LENGTHS[range];
  // The point under way is the last of them.
  const step = stepOf(length, [])!;
  return { from: now - (now % step) + step - length, until: now };
}

/** Milliseconds of a point, not less than what is stored of any; null: days. */
function stepOf(length: number, slots: readonly StoredSlots[]): number | null {
  const coarsest = slots.reduce((most, { step }) => Math.max(most, step), 0);
  if (coarsest >= DAY_MINUTES) return null;
  const fits = (step: number) => step >= coarsest && length <= step * MINUTE_MS * MAX_POINTS;
  const step = STEPS.find(fits);
  return step === undefined ? null : step * MINUTE_MS;
}

/** How long a flag was online on each of the last days. */
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

/** The voltages of the last 24 hours of every flag that the actor may see. */
export async function sparklines(ctx: Context): Promise<Sparklines> {
  const rows = await ctx.db.queries
    .selectFrom('history_sparks')
    .innerJoin('flags', 'flags.id', 'history_sparks.flag_id')
    .select(['flags.id', 'history_sparks.until_at as until', 'history_sparks.volts'])
    .where(within(requireScope(ctx, 'flag.read'), COLUMNS))
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

/** A flag whose past is asked for. */
interface PastFlag {
  /** `flags.id` */
  id: string;
  timeZone: string;
  /** Of whose time with it the ledger may tell; undefined: of everyone's. */
  companyId: string | undefined;
}

/** @throws AppError `not-found` outside the scope, as if it did not exist. */
async function pastFlag(ctx: Context, id: string): Promise<PastFlag> {
  const { companyId, place } = await placedFlag(ctx, id);
  const seesAll = requireScope(ctx, 'flag.read').kind === 'all';
  return { id, timeZone: place.timeZone, companyId: seesAll ? undefined : companyId };
}

/** When an order or day asked for half-staff at the pole. */
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

/** A day by the location's clock, and what the pole was on it. */
interface SummedDate extends SummedSpan {
  date: CivilDate;
}

/** The days by the location's clock that reach into a time, cut at its ends. */
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
  const rest = await findStretches(ctx, id, unfoldedFrom(days, from, until), until);
  const dates = sumsIn(spans, rest).map((span, i) => ({ ...span, date: spans[i]!.date }));
  let next = 0;
  for (const day of days) {
    // A day of another zone, from before the flag was moved, counts where it begins.
    while (next < dates.length && dates[next]!.until <= day.at) next++;
    const date = dates[next];
    if (date && date.from <= day.at) date.sums = addSums(date.sums, day.sums);
  }
  return dates;
}

/** The voltages that are stored of a time. */
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

async function findStretches(
  ctx: Context,
  id: string,
  from: number,
  until: number,
): Promise<Stretch[]> {
  const { queries } = ctx.db;
  const watches = await findWatches(queries, from, until);
  const last = watches.at(-1);
  if (last && until - last.until < GOES_ON_MS) last.until = until;
  return stretchesOf(await findStates(queries, id, from, until), watches, from, until);
}

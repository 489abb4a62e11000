import {
  addDays,
  type CivilDate,
  dateInZone,
  type FlagHistory,
  type FlagUptime,
  type HistoryRange,
  momentInZone,
  type Sparklines,
  UPTIME_DAYS,
} from '@halyard/domain';
import { type Context, requireScope } from '../context.ts';
import { within } from '../database/scope.ts';
import { notFound } from '../errors.ts';
import { locationPlace } from '../places/locationPlace.ts';
import {
  positionsIn,
  positionsOf,
  presenceIn,
  presenceOf,
  type StoredSlots,
  type SummedSpan,
  spansOf,
  sumsIn,
  voltsIn,
} from './charts.ts';
import { findDays, findHours, findStates, findWatches, type StoredDay } from './rows.ts';
import { endingAt } from './spark.ts';
import { addSums, type Stretch, stretchesOf } from './stretches.ts';
import { DAY_MS, FINE_MS, hourOf, MINUTE_MS } from './times.ts';
import { unpack } from './volts.ts';

const COLUMNS = { company: 'flags.company_id', location: 'flags.location_id' };
/** What a chart shows, and in which steps. A year goes by the location's days. */
const RANGES = {
  day: { length: DAY_MS, step: FINE_MS },
  week: { length: 7 * DAY_MS, step: 30 * MINUTE_MS },
} as const;
const YEAR_DAYS = 366;
/** Days are folded soon after they end: what is older and was not, has nothing in it. */
const UNFOLDED_MS = 9 * DAY_MS;
/** The watch is written so often that one that ends so long ago at most goes on. */
const GOES_ON_MS = 90_000;

/** Voltage, online periods and positions of one flag up to now. */
export async function flagHistory(
  ctx: Context,
  id: string,
  range: HistoryRange,
): Promise<FlagHistory> {
  const timeZone = await zoneInScope(ctx, id);
  const until = ctx.clock();
  if (range === 'year') {
    const { dates, slots } = await findDates(ctx, { id, timeZone }, YEAR_DAYS, until);
    return {
      range,
      timeZone,
      from: dates[0]!.from,
      until,
      points: voltsIn(dates, slots),
      presence: presenceIn(dates),
      positions: positionsIn(dates),
    };
  }
  const { length, step } = RANGES[range];
  // The slot under way is the last of them.
  const from = until - (until % step) + step - length;
  const spans = spansOf(from, until, step);
  const days = await findDays(ctx.db.queries, id, from, until);
  const slots = [...days, ...(await findUnfolded(ctx, id, days, from, until))];
  const stretches = await findStretches(ctx, id, from, until);
  return {
    range,
    timeZone,
    from,
    until,
    points: voltsIn(spans, slots),
    presence: presenceOf(stretches, spans),
    positions: positionsOf(stretches, spans),
  };
}

/** How long a flag was online on each of the last days. */
export async function flagUptime(ctx: Context, id: string): Promise<FlagUptime> {
  const timeZone = await zoneInScope(ctx, id);
  const { dates } = await findDates(ctx, { id, timeZone }, UPTIME_DAYS, ctx.clock());
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

/** @throws AppError `not-found` outside the scope, as if it did not exist. */
async function zoneInScope(ctx: Context, id: string): Promise<string> {
  const location = await ctx.db.queries
    .selectFrom('flags')
    .innerJoin('locations', 'locations.id', 'flags.location_id')
    .select(['state', 'zip', 'latitude', 'longitude', 'time_zone as timeZone'])
    .where('flags.id', '=', id)
    .where(within(requireScope(ctx, 'flag.read'), COLUMNS))
    .executeTakeFirst();
  if (!location) throw notFound('Flag');
  return locationPlace(location).place.timeZone;
}

/** A day by the location's clock, and what the pole was on it. */
interface SummedDate extends SummedSpan {
  date: CivilDate;
}

/** The last so many days by the location's clock, with the voltages that lie in them. */
async function findDates(
  ctx: Context,
  { id, timeZone }: { id: string; timeZone: string },
  count: number,
  until: number,
): Promise<{ dates: SummedDate[]; slots: StoredSlots[] }> {
  const today = dateInZone(timeZone, until);
  const begins = Array.from({ length: count }, (_, i) => {
    const date = addDays(today, i + 1 - count);
    return { date, from: momentInZone(timeZone, date, '00:00') };
  });
  const spans = begins.map(({ date, from }, i) => ({
    date,
    from,
    until: begins[i + 1]?.from ?? until,
  }));
  const from = spans[0]!.from;
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
  const hours = await findUnfolded(ctx, id, days, from, until);
  return { dates, slots: [...days, ...hours] };
}

const unfoldedFrom = (days: readonly StoredDay[], from: number, until: number) =>
  Math.max(from, days.at(-1)?.until ?? until - UNFOLDED_MS);

function findUnfolded(
  ctx: Context,
  id: string,
  days: readonly StoredDay[],
  from: number,
  until: number,
): Promise<StoredSlots[]> {
  return findHours(ctx.db.queries, id, unfoldedFrom(days, from, until), until);
}

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

import type { LedgerEntry } from '@halyard/domain';
import type { Database } from '../../../platform/database/database.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { Pauses } from '../../../platform/limits/pauses.ts';
import { appendToLedger, readHead } from './append.ts';
import { toEntry } from './entries.ts';
import { type PoleState, statesOf } from './states.ts';

/**
 * Versions before 2026-11-22 mistook lamp changes for position changes, and recorded wrong
 * positions ("deviations") that never happened. Ledger entries are never changed, so one new entry
 * lists the incorrect ones.
 */

/**
 * The key of the setting that records whether wrong-position entries written by old versions have
 * been checked.
 */
const SETTING = 'ledger-corrected';
const MINUTE_MS = 60_000;
/** The kinds of ledger entries about plans and reports. */
const KINDS = ['should-be', 'reported', 'offline', 'online', 'deviation'] as const;

/**
 * The sequence numbers of ledger entries that recorded a wrong position ("deviation") incorrectly.
 */
export interface Correction {
  /** Entries that recorded a wrong position even though the position was right. */
  right: number[];
  /**
   * Entries that recorded a wrong position as lasting longer than it did, with the actual
   * durations.
   */
  shorter: { entry: number; minutes: number }[];
  /**
   * Wrong-position entries that cannot be checked, because the ledger does not contain the pole's
   * report.
   */
  undecided: number[];
}

/**
 * Returns a pole's wrong-position entries that contradict the planned and reported positions in the
 * ledger.
 * @param entries ledger entries of one pole, oldest first
 */
export function correctionOf(entries: readonly LedgerEntry[]): Correction {
  const correction: Correction = { right: [], shorter: [], undecided: [] };
  const deviations = entries.filter(({ kind }) => kind === 'deviation');
  if (deviations.length === 0) return correction;
  const states = statesOf(entries, Math.max(...entries.map(({ at }) => at)));
  for (const { seq, body } of deviations) {
    const [from, until] = [Number(body.from), Number(body.until)];
    const within = states.filter((state) => state.from < until && state.until > from);
    if (!within.some((state) => state.from <= from) || within.some(({ hasReport }) => !hasReport)) {
      correction.undecided.push(seq);
      continue;
    }
    const wrong = within
      .filter(isWrong)
      .reduce((sum, state) => sum + overlap(state, from, until), 0);
    if (wrong < MINUTE_MS) correction.right.push(seq);
    else if (until - from - wrong >= MINUTE_MS)
      correction.shorter.push({ entry: seq, minutes: Math.round(wrong / (MINUTE_MS / 10)) / 10 });
  }
  return correction;
}

const isWrong = ({ plan, position }: PoleState): boolean =>
  plan.position !== null && position !== plan.position;

const overlap = (state: PoleState, from: number, until: number): number =>
  Math.min(state.until, until) - Math.max(state.from, from);

/**
 * Checks all ledger entries that recorded a wrong position. Returns the entries that are incorrect
 * or cannot be checked.
 * @param before checks only entries with a lower sequence number
 */
export async function findCorrection(
  queries: Queries,
  before = Number.MAX_SAFE_INTEGER,
): Promise<Correction> {
  const all: Correction = { right: [], shorter: [], undecided: [] };
  const poles = await queries
    .selectFrom('ledger')
    .select('flag_id as id')
    .distinct()
    .where('kind', '=', 'deviation')
    .where('seq', '<', before)
    .where('flag_id', 'is not', null)
    .orderBy('flag_id')
    .execute();
  for (const { id } of poles) {
    const rows = await queries
      .selectFrom('ledger')
      .selectAll()
      .where('flag_id', '=', id)
      .where('kind', 'in', KINDS)
      .where('seq', '<', before)
      .orderBy('seq')
      .execute();
    const one = correctionOf(rows.map(toEntry));
    all.right.push(...one.right);
    all.shorter.push(...one.shorter);
    all.undecided.push(...one.undecided);
  }
  const byNumber = (a: number, b: number) => a - b;
  all.right.sort(byNumber);
  all.undecided.sort(byNumber);
  all.shorter.sort((a, b) => a.entry - b.entry);
  return all;
}

/**
 * Adds an entry to the ledger that lists the incorrect records of wrong positions. Does this only
 * once, and adds nothing if there are none.
 */
export async function correctLedgerOnce(db: Database, now: number): Promise<void> {
  if (await isCorrected(db.queries)) return;
  const correction = await findCorrection(db.queries);
  await db.transaction(async (trx) => {
    if (await isCorrected(trx)) return;
    await trx
      .insertInto('settings')
      .values({ id: SETTING, value: JSON.stringify({ at: now }) })
      .execute();
    const { right, shorter, undecided } = correction;
    if (right.length + shorter.length + undecided.length === 0) return;
    const body = { right, shorter: shorter.map((one) => ({ ...one })), undecided };
    await appendToLedger(trx, [
      { kind: 'corrected', at: now, flag: null, company: null, sourceKey: null, body },
    ]);
  });
}

async function isCorrected(queries: Queries): Promise<boolean> {
  const row = await queries
    .selectFrom('settings')
    .select('id')
    .where('id', '=', SETTING)
    .executeTakeFirst();
  return row !== undefined;
}

/** The number of ledger entries that one query reads. */
const SCANNED = 5000;
/** The sequence numbers of the incorrect entries, cached for each database. They never change. */
const found = new WeakMap<Queries, Promise<ReadonlySet<number>>>();

/** Returns the sequence numbers of the ledger entries that recorded a wrong position by mistake. */
export async function wrongDeviations(queries: Queries): Promise<ReadonlySet<number>> {
  // The correction is in the same transaction as the setting.
  if (!(await isCorrected(queries))) return new Set();
  let numbers = found.get(queries);
  if (!numbers) {
    numbers = scanForCorrection(queries);
    found.set(queries, numbers);
    numbers.catch(() => found.delete(queries));
  }
  return numbers;
}

async function scanForCorrection(queries: Queries): Promise<ReadonlySet<number>> {
  const { count } = await readHead(queries);
  const pauses = new Pauses();
  for (let first = 1; first <= count; first += SCANNED) {
    const row = await queries
      .selectFrom('ledger')
      .select('body')
      .where('seq', '>=', first)
      .where('seq', '<', first + SCANNED)
      .where('kind', '=', 'corrected')
      .executeTakeFirst();
    if (row) return new Set((JSON.parse(row.body) as Partial<Correction>).right ?? []);
    if (pauses.areDue) await pauses.take();
  }
  return new Set();
}

import {
  type ComplianceOutcome,
  DAY_PREFIX,
  type LedgerEntry,
  ORDER_PREFIX,
  type Position,
} from '@halyard/domain';
import { type Plan, type PoleState, statesOf } from '../ledger/states.ts';

/**
 * How well one pole followed one order or half-staff day, according to the ledger. Times are in
 * epoch milliseconds.
 */
export interface KeptRow {
  sourceKey: string;
  title: string;
  from: number;
  until: number | null;
  lowered: number | null;
  raised: number | null;
  outcome: ComplianceOutcome;
  deviationMinutes: number;
  offlineMinutes: number;
  heldMinutes: number;
  lockedMinutes: number;
  interventions: { by: string; why: string; at: number }[];
}

/** The kinds of ledger entries that affect compliance results. */
export const TELLING = [
  'should-be',
  'reported',
  'offline',
  'online',
  'held',
  'locked',
  'deviation',
] as const;

/** How many minutes a pole may take to move before it counts as late. */
const ON_TIME_MINUTES = 5;
const MINUTE_MS = 60_000;

interface Draft extends Omit<KeptRow, 'outcome' | 'interventions'> {
  interventions: KeptRow['interventions'];
  /**
   * Every position that the order or half-staff day has required so far. Null means that the flag
   * was down and had to stay down.
   */
  planned: Set<Position | null>;
  up: number | null;
  /**
   * The announced end of the order or half-staff day, according to the latest ledger entry. Null if
   * no end has been announced.
   */
  announced: number | null;
  /** Whether the pole has ever reported a position. */
  isHeard: boolean;
  spans: Record<'right' | 'wrong' | 'unknown' | 'held' | 'locked', number>;
}

/**
 * Returns a pole's compliance results: one for each order and annual half-staff day in its ledger
 * entries. A full-staff exception splits an order's result in two. There is no result for times
 * when the flag was supposed to stay down.
 * @param now epoch milliseconds; a result for an order or half-staff day that is still in effect
 * ends at this time
 */
export function rowsOfPole(entries: readonly LedgerEntry[], now: number): KeptRow[] {
  const rows: Draft[] = [];
  /** The results that have not ended yet, by the key of their order or half-staff day. */
  const open = new Map<string, Draft>();
  let before: Plan | null = null;
  for (const state of statesOf(entries, now)) {
    if (state.plan !== before) takePlan(state, before, rows, open);
    before = state.plan;
    for (const row of rows) takeState(row, state);
  }
  for (const entry of entries) takeIncident(entry, rows);
  return rows.filter(wasAsked).map(finished);
}

/**
 * Starts and ends compliance results when a different order or half-staff day takes effect at the
 * pole. A lock or hold does not end a result, because the orders remain in effect.
 */
function takePlan(
  { plan, from: at }: PoleState,
  before: Plan | null,
  rows: Draft[],
  open: Map<string, Draft>,
): void {
  if (plan.isPaused) return;
  const keys = plan.keys.filter(isSource);
  for (const [key, row] of open) {
    if (keys.includes(key)) continue;
    // If a hold or another order took precedence over the order, only the announced end shows when
    // the order ended.
    const isExact = before !== null && !before.isPaused && before.key === key;
    const end = isExact ? at : Math.min(at, row.announced ?? Number.POSITIVE_INFINITY);
    row.until = Math.max(row.from, end);
    open.delete(key);
  }
  for (const key of keys) {
    let row = open.get(key);
    const words = plan.words.get(key);
    if (!row) {
      // An order that overlaps another may have been in effect before the ledger got an entry about
      // it.
      row = newDraft(key, key === plan.key ? at : Math.min(at, words?.since ?? at));
      rows.push(row);
      open.set(key, row);
    }
    row.planned.add(plan.position);
    if (words) {
      row.title = words.title;
      row.announced = words.until;
    }
  }
}

/**
 * Whether the order or half-staff day required the pole to move. It did not if the pole's first
 * report showed that the flag was down, because such a flag stays down.
 */
function wasAsked({ planned, spans, isHeard }: Draft): boolean {
  if (!planned.has('half') && !planned.has('up')) return false;
  const { right, wrong, held, locked } = spans;
  return !(planned.has(null) && isHeard && right + wrong + held + locked === 0);
}

const isSource = (key: string): boolean =>
  key.startsWith(ORDER_PREFIX) || key.startsWith(DAY_PREFIX);

const newDraft = (sourceKey: string, from: number): Draft => ({
  sourceKey,
  title: '',
  from,
  until: null,
  lowered: null,
  raised: null,
  deviationMinutes: 0,
  offlineMinutes: 0,
  heldMinutes: 0,
  lockedMinutes: 0,
  interventions: [],
  planned: new Set(),
  up: null,
  announced: null,
  isHeard: false,
  spans: { right: 0, wrong: 0, unknown: 0, held: 0, locked: 0 },
});

function takeState(row: Draft, { from, until, plan, position, isKnown }: PoleState): void {
  const announced = plan.isPaused
    ? (row.announced ?? Number.POSITIVE_INFINITY)
    : Number.POSITIVE_INFINITY;
  const end = row.until ?? announced;
  if (isKnown && position !== null) {
    row.isHeard = true;
    takePosition(row, position, from, from >= end);
  }
  const length = Math.min(until, end) - Math.max(from, row.from);
  if (length <= 0) return;
  if (!isKnown) row.offlineMinutes += length / MINUTE_MS;
  const planned = plan.isPaused ? lastPlanned(row) : plan.position;
  // The pole is down and has no daily rule, so it did not have to move.
  if (planned === null) return;
  if (plan.key === 'lock') row.spans.locked += length;
  else if (!isKnown) row.spans.unknown += length;
  else if (position === planned) row.spans.right += length;
  else if (plan.isPaused) row.spans.held += length;
  else row.spans.wrong += length;
}

/**
 * Returns the position that the order or half-staff day required of the pole: half-staff if it was
 * ever required, otherwise up. Null if neither position was ever required.
 */
function lastPlanned({ planned }: Draft): Position | null {
  return planned.has('half') ? 'half' : planned.has('up') ? 'up' : null;
}

/**
 * Updates a compliance result with a position that the pole has reported. After the order or
 * half-staff day has ended, records only when the pole leaves half-staff.
 */
function takePosition(row: Draft, position: Position, at: number, isOver: boolean): void {
  if (isOver) {
    if (row.lowered !== null && position !== 'half') row.raised ??= at;
    return;
  }
  if (position === 'up') row.up ??= Math.max(at, row.from);
  if (position === 'half') {
    row.lowered ??= Math.max(at, row.from);
    row.raised = null;
  } else if (row.lowered !== null) row.raised ??= at;
}

function takeIncident({ kind, body, at, sourceKey }: LedgerEntry, rows: readonly Draft[]): void {
  if (kind !== 'locked' && kind !== 'held') return;
  const by = { by: String(body.by ?? ''), why: String(body.reason ?? ''), at };
  for (const row of rows) {
    const isWithin = at >= row.from && (row.until === null || at < row.until);
    if (isWithin && (kind === 'locked' || sourceKey === row.sourceKey)) row.interventions.push(by);
  }
}

function finished({ planned, up, announced: _, isHeard, spans, ...row }: Draft): KeptRow {
  const minutes = (ms: number) => Math.round(ms / (MINUTE_MS / 10)) / 10;
  // For a full-staff exception, what counts is when the flag was fully up.
  const isException = !planned.has('half');
  return {
    ...row,
    ...(isException && { lowered: null, raised: up }),
    outcome: outcomeOf(spans, isHeard),
    deviationMinutes: minutes(spans.wrong),
    offlineMinutes: minutes(row.offlineMinutes * MINUTE_MS),
    heldMinutes: minutes(spans.held),
    lockedMinutes: minutes(spans.locked),
  };
}

/**
 * Determines the outcome of a compliance result, based on how long the pole was in each state. "On
 * time" requires at least some time in the right position.
 */
function outcomeOf({ right, wrong, unknown, held, locked }: Draft['spans'], isHeard: boolean) {
  const most = ON_TIME_MINUTES * MINUTE_MS;
  if (!isHeard) return 'offline' as const;
  if (locked > 0) return 'locked' as const;
  if (wrong > most) return 'late' as const;
  if (held > 0) return 'held' as const;
  if (unknown > most) return right > 0 ? ('not-known' as const) : ('offline' as const);
  // The period was too short to evaluate, or it is not over yet.
  return right > 0 ? ('on-time' as const) : ('not-known' as const);
}

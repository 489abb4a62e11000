import { DAY_PREFIX, type LedgerEntry, ORDER_PREFIX } from '@halyard/domain';

/** How one pole kept to one order or day, as the ledger tells it. Moments are epoch milliseconds. */
export interface KeptRow {
  sourceKey: string;
  title: string;
  from: number;
  until: number | null;
  lowered: number | null;
  raised: number | null;
  deviationMinutes: number;
  interventions: { by: string; why: string; at: number }[];
}

/** Kinds of entries that tell it. */
export const TELLING = ['should-be', 'reported', 'deviation', 'held', 'locked'] as const;

interface Draft extends KeptRow {
  /** Positions that should have held. */
  wanted: Set<unknown>;
  /** When it first said that it was fully up. */
  up: number | null;
  /** Until when it was to hold, when that was last entered; null: open. */
  announced: number | null;
  /** A lock or hold stands above it. */
  isPaused: boolean;
  /** Another order speaks for it. */
  isBeside: boolean;
}

/**
 * What the entries of one pole say of each order and annual day there, in order; an order that an
 * exception interrupts has a row on each side of it. Where the flag was to stay down there is none.
 */
export function rowsOfPole(entries: readonly LedgerEntry[]): KeptRow[] {
  const rows: Draft[] = [];
  /** By key: those that hold. */
  const open = new Map<string, Draft>();
  for (const entry of entries) {
    if (entry.kind === 'should-be') takeShould(entry, rows, open);
    else if (entry.kind === 'reported') for (const row of rows) takeReport(entry, row);
    else takeIncident(entry, open);
  }
  return rows.filter(({ wanted }) => wanted.has('half') || wanted.has('up')).map(finished);
}

function takeShould(entry: LedgerEntry, rows: Draft[], open: Map<string, Draft>): void {
  const { body, at, sourceKey } = entry;
  if (sourceKey === 'lock' || sourceKey?.startsWith('hold:')) {
    for (const row of open.values()) row.isPaused = true;
    return;
  }
  const since = numberOr(body.since, at);
  const keys = keysOf(entry);
  for (const [key, row] of open) {
    if (keys.includes(key)) continue;
    const latest =
      row.isPaused || row.isBeside ? (row.announced ?? Number.POSITIVE_INFINITY) : since;
    row.until = Math.max(row.from, Math.min(since, latest));
    open.delete(key);
  }
  for (const key of keys) {
    let row = open.get(key);
    if (!row) {
      row = newDraft(key, since);
      rows.push(row);
      open.set(key, row);
    }
    row.wanted.add(body.position);
    if (key === sourceKey) {
      row.title = String(body.title ?? '');
      row.announced = numberOr(body.until, null);
      row.isBeside = body.isBeside === true;
    }
    row.isPaused = false;
    takePosition(row, body.reported, at);
  }
}

/** The orders and annual days that hold together. */
function keysOf({ body, sourceKey }: LedgerEntry): string[] {
  const keys = Array.isArray(body.keys) ? body.keys.map(String) : [sourceKey ?? ''];
  return keys.filter((key) => key.startsWith(ORDER_PREFIX) || key.startsWith(DAY_PREFIX));
}

const newDraft = (sourceKey: string, from: number): Draft => ({
  sourceKey,
  title: '',
  from,
  until: null,
  lowered: null,
  raised: null,
  deviationMinutes: 0,
  interventions: [],
  wanted: new Set(),
  up: null,
  announced: null,
  isPaused: false,
  isBeside: false,
});

/** When it is over, only the way back from half-staff still counts. */
function takeReport({ body, at }: LedgerEntry, row: Draft): void {
  const isOver = row.until !== null;
  if (!isOver) takePosition(row, body.position, at);
  else if (row.lowered !== null && body.position !== 'half') row.raised ??= at;
}

function takePosition(row: Draft, position: unknown, at: number): void {
  if (position === 'up') row.up ??= at;
  if (position === 'half') {
    row.lowered ??= at;
    row.raised = null;
  } else if (row.lowered !== null) row.raised ??= at;
}

function takeIncident({ kind, body, at, sourceKey }: LedgerEntry, open: Map<string, Draft>): void {
  if (kind === 'locked') {
    for (const row of open.values()) row.interventions.push(intervention(body, at));
    return;
  }
  const row = open.get(sourceKey ?? '');
  if (!row) return;
  if (kind === 'held') row.interventions.push(intervention(body, at));
  else row.deviationMinutes += numberOr(body.minutes, 0);
}

const intervention = (body: LedgerEntry['body'], at: number): KeptRow['interventions'][number] => ({
  by: String(body.by ?? ''),
  why: String(body.reason ?? ''),
  at,
});

/** Of a full-staff exception it counts when the flag was fully up. */
function finished({
  wanted,
  up,
  announced: _,
  isPaused: __,
  isBeside: ___,
  ...row
}: Draft): KeptRow {
  const deviationMinutes = Math.round(row.deviationMinutes * 10) / 10;
  if (wanted.has('half')) return { ...row, deviationMinutes };
  return { ...row, deviationMinutes, lowered: null, raised: up };
}

const numberOr = <T>(value: unknown, other: T): number | T =>
  typeof value === 'number' ? value : other;

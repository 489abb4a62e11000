import { type LedgerEntry, POSITIONS, type Position } from '@halyard/domain';

/**
 * The details of an order or half-staff day in the ledger: its title, its start, and its end if
 * known.
 */
interface Words {
  title: string;
  since: number;
  until: number | null;
}

/** The plan for a pole at one point in its history: what should have been in effect. */
export interface Plan {
  /** The key of the order, half-staff day, rule, lock or hold that determines the plan. */
  key: string;
  /**
   * If full-staff exceptions determine the plan, the keys of all exceptions in effect. If
   * half-staff orders determine it, the keys of all half-staff orders in effect. Otherwise, only
   * `key`.
   */
  keys: readonly string[];
  position: Position | null;
  /** Whether a lock or hold overrode orders, half-staff days and rules. */
  isPaused: boolean;
  /** Details of the orders and half-staff days in the pole's ledger entries, by key. */
  words: ReadonlyMap<string, Words>;
}

/**
 * A period when neither the plan for a pole nor the pole's report changes. Times are in epoch
 * milliseconds.
 */
export interface PoleState {
  from: number;
  until: number;
  plan: Plan;
  /** The position that the pole reported. Null if it reported none. */
  position: Position | null;
  /**
   * Whether the position is known. While the pole was offline, it is known only if the pole
   * reported the same position before it went offline and when it came back.
   */
  isKnown: boolean;
  /** Whether the pole had reported a position before the end of this period. */
  hasReport: boolean;
}

const NOTHING: Plan = { key: 'none', keys: [], position: null, isPaused: false, words: new Map() };

interface Change {
  at: number;
  plan?: Plan;
  position?: Position | null;
  isOnline?: boolean;
  /** The position that the pole reported when it came back online. */
  onReturn?: Position | null;
}

/**
 * Converts one pole's ledger entries to periods, each with what should have been in effect and what
 * the pole reported. Periods begin when a change happened, which may be earlier than when it was
 * recorded.
 * @param entries ledger entries of one pole, oldest first
 * @param now the end of the last period, in epoch milliseconds
 */
export function statesOf(entries: readonly LedgerEntry[], now: number): PoleState[] {
  const changes = changesOf(entries);
  const states: PoleState[] = [];
  let plan = NOTHING;
  let position: Position | null = null;
  let isOnline = true;
  let hasReport = false;
  for (const [index, change] of changes.entries()) {
    plan = change.plan ?? plan;
    if (change.position !== undefined) position = change.position;
    isOnline = change.isOnline ?? isOnline;
    const until = Math.max(change.at, changes[index + 1]?.at ?? now);
    const isKnown = isOnline || isSameOnReturn(changes, index, position);
    hasReport ||= change.position !== undefined;
    states.push({ from: change.at, until, plan, position, isKnown, hasReport });
  }
  return states;
}

/** Whether the pole reported the given position when it came back online. */
function isSameOnReturn(
  changes: readonly Change[],
  index: number,
  position: Position | null,
): boolean {
  const back = changes.slice(index + 1).find(({ isOnline }) => isOnline === true);
  return back?.onReturn !== undefined && back.onReturn === position;
}

/**
 * Returns all changes to the planned position and to the pole's reports, oldest first. Simultaneous
 * changes stay in the order of their ledger entries.
 */
function changesOf(entries: readonly LedgerEntry[]): Change[] {
  const changes: Change[] = [];
  const words = new Map<string, Words>();
  let planAt = Number.NEGATIVE_INFINITY;
  let wasPaused = false;
  let known: Position | null | undefined;
  for (const entry of entries) {
    const { kind, body, at, sourceKey } = entry;
    if (kind === 'should-be') {
      const key = sourceKey ?? 'none';
      words.set(key, {
        title: text(body.title),
        since: Math.min(numberOr(body.since, at), at),
        until: numberOr(body.until, null),
      });
      // Another order that is in effect has a ledger entry of its own, which only adds its title
      // and times.
      if (body.isBeside === true) continue;
      // After a hold or lock, the previous plan continues from now on.
      const since = wasPaused ? at : Math.min(numberOr(body.since, at), at);
      planAt = Math.max(planAt, since);
      const plan = planOf(entry, key, words);
      wasPaused = plan.isPaused;
      changes.push({ at: planAt, plan });
      const reported = positionOf(body.reported);
      // If there is no earlier report, the pole already had this position when the plan began.
      if (reported !== known)
        changes.push({ at: known === undefined ? planAt : at, position: reported });
      known = reported;
      if (typeof body.isOnline === 'boolean')
        changes.push({ at: offlineAt(body, planAt), isOnline: body.isOnline });
    } else if (kind === 'reported') {
      known = positionOf(body.position);
      changes.push({ at: Math.min(numberOr(body.since, at), at), position: known });
    } else if (kind === 'offline') changes.push({ at: offlineAt(body, at), isOnline: false });
    else if (kind === 'online')
      changes.push({ at, isOnline: true, onReturn: positionOf(body.position) });
  }
  return changes
    .map((change, index) => ({ change, index }))
    .sort((a, b) => a.change.at - b.change.at || a.index - b.index)
    .map(({ change }) => change);
}

/**
 * Returns the time when a pole went online or offline. A pole is considered offline from the time
 * of its last report, or from `at` if that time is unknown.
 */
const offlineAt = (body: LedgerEntry['body'], at: number): number =>
  body.isOnline === true ? at : Math.min(numberOr(body.lastHeardAt, at), at);

function planOf({ body }: LedgerEntry, key: string, words: ReadonlyMap<string, Words>): Plan {
  return {
    key,
    keys: Array.isArray(body.keys) ? body.keys.map(String) : [key],
    position: positionOf(body.position),
    isPaused: key === 'lock' || key.startsWith('hold:'),
    words: new Map(words),
  };
}

const positionOf = (value: unknown): Position | null =>
  POSITIONS.find((position) => position === value) ?? null;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOr = <T>(value: unknown, other: T): number | T =>
  typeof value === 'number' ? value : other;

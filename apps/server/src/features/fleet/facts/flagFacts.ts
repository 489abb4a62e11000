import {
  ALERT_CONDITIONS,
  type AlertCondition,
  type CountedFlag,
  type FlagLock,
  type FlagPosition,
  type FlagRecord,
  isLocked,
  SWITCH_FIELDS,
  viewFlag,
} from '@halyard/domain';

/**
 * A flag's status as the bits of one number, for filters and counts: its live state, lock, open
 * alerts, autopilot state and U.S. state. Flags with equal numbers are counted together: even
 * 100,000 flags have only a few hundred different numbers.
 */
export type FlagFacts = number;

/** The status bit that is set while a pole is online. */
export const ONLINE = 1;
const NOT_CONFIRMED = 2;
const LOCKED = 4;
/** The index of the first of the three status bits that encode a pole's position. */
const POSITION_AT = 3;
const POSITIONS: readonly FlagPosition[] = ['unknown', 'up', 'half', 'down', 'moving'];
const SWITCHES_AT = 6;
const ALERTS_AT = SWITCHES_AT + SWITCH_FIELDS.length;
const HELD_AT = ALERTS_AT + ALERT_CONDITIONS.length;
const FOLLOWS_AT = HELD_AT + 1;
const STATE_AT = FOLLOWS_AT + 1;

const bitsBetween = (from: number, to: number): FlagFacts => (1 << to) - (1 << from);
/** A mask of the `FlagFacts` bits that depend on the pole's live state. */
export const LIVE_FACTS = bitsBetween(0, ALERTS_AT);
export const ALERT_FACTS = bitsBetween(ALERTS_AT, HELD_AT);
export const HELD = 1 << HELD_AT;
const FOLLOWS = 1 << FOLLOWS_AT;
/** A mask of the `FlagFacts` bits that depend on the flag's company and location. */
export const PLACE_FACTS = ~(LIVE_FACTS | ALERT_FACTS | HELD);

/** Returns the status bits that depend on a pole's live state at `now`. */
export function liveFacts(record: FlagRecord, now: number): FlagFacts {
  const view = viewFlag(record, now);
  let facts = POSITIONS.indexOf(view.position) << POSITION_AT;
  if (view.isOnline) facts |= ONLINE;
  if (view.command === 'not-confirmed') facts |= NOT_CONFIRMED;
  if (isLocked(view)) facts |= LOCKED;
  for (const { field, state } of view.switches)
    if (state) facts |= 1 << (SWITCHES_AT + SWITCH_FIELDS.indexOf(field));
  return facts;
}

export function alertFacts(openAlerts: readonly AlertCondition[]): FlagFacts {
  let facts = 0;
  for (const each of openAlerts) facts |= 1 << (ALERTS_AT + ALERT_CONDITIONS.indexOf(each));
  return facts;
}

/** The U.S. states that flags are in. A flag's status bits contain an index into this list. */
const states: string[] = [];

export function placeFacts(followsOrders: boolean, state: string): FlagFacts {
  let index = states.indexOf(state);
  if (index === -1) index = states.push(state) - 1;
  return (followsOrders ? FOLLOWS : 0) | (index << STATE_AT);
}

/**
 * A placeholder for the lock of any locked flag, because the status bits contain no details of the
 * lock.
 */
const SOME_LOCK: FlagLock = { reason: '', by: '', byName: '', at: 0 };

const known = new Map<FlagFacts, CountedFlag>();

/** Converts a flag's status bits to the object that filters and counts use. */
export function flagOf(facts: FlagFacts): CountedFlag {
  let flag = known.get(facts);
  if (flag === undefined) {
    flag = unpacked(facts);
    known.set(facts, flag);
  }
  return flag;
}

function unpacked(facts: FlagFacts): CountedFlag {
  const has = (bit: number) => (facts & (1 << bit)) !== 0;
  return {
    state: states[facts >> STATE_AT]!,
    autopilot: has(HELD_AT) ? 'held' : has(FOLLOWS_AT) ? 'follows' : 'off',
    openAlerts: ALERT_CONDITIONS.filter((_, index) => has(ALERTS_AT + index)),
    view: {
      isOnline: (facts & ONLINE) !== 0,
      command: facts & NOT_CONFIRMED ? 'not-confirmed' : 'none',
      lock: facts & LOCKED ? SOME_LOCK : null,
      position: POSITIONS[(facts >> POSITION_AT) & 7]!,
      on: SWITCH_FIELDS.filter((_, index) => has(SWITCHES_AT + index)),
    },
  };
}

/**
 * Converts the number of flags per status to the input of `countFlags` and the other counting
 * functions in the domain package.
 */
export const groupsOf = (counts: ReadonlyMap<FlagFacts, number>): CountedFlag[] =>
  Array.from(counts, ([facts, count]) => ({ ...flagOf(facts), count }));

import { isNameOfPerson } from '../text/names.ts';
import type { Token } from '../text/token.ts';

/**
 * A time of day. `vague`: the text is too imprecise or ambiguous for an order, such as "midnight"
 * or "the close of business".
 */
export type TimeOfDay =
  | { kind: 'sunrise' }
  | { kind: 'sunset' }
  | { kind: 'clock'; time: string }
  | { kind: 'vague' };

export interface TimePhrase {
  to: number;
  time: TimeOfDay;
}

const SUNRISE = new Set(['sunrise', 'dawn', 'sunup', 'daybreak']);
const SUNSET = new Set(['sunset', 'sundown']);
const VAGUE = new Set(
  'midnight dusk twilight nightfall morning afternoon evening midday'.split(' '),
);
const AM = new Set(['am', 'a.m.', 'a.m']);
const PM = new Set(['pm', 'p.m.', 'p.m']);
const ZONES = new Set(
  (
    'est edt et cst cdt ct mst mdt mt pst pdt pt akst akdt hst hdt hadt ast sst chst local eastern ' +
    'central mountain pacific alaska hawaii atlantic samoa chamorro standard daylight time'
  ).split(' '),
);

/** Parses the time of day at this token index, if any. */
export function timePhraseAt(tokens: readonly Token[], at: number): TimePhrase | null {
  const token = tokens[at];
  if (!token) return null;
  if (token.kind === 'number') return clock(tokens, at);
  if (token.kind !== 'word') return null;
  const words = wordTime(tokens, at);
  if (!words) return null;
  return orSunset(tokens, words);
}

function wordTime(tokens: readonly Token[], at: number): TimePhrase | null {
  const word = tokens[at]?.text ?? '';
  const next = tokens[at + 1]?.text;
  // For example: "Governor Dawn Poe"
  if (tokens[at]?.cap && isNameOfPerson(tokens, at)) return null;
  if (SUNRISE.has(word)) return { to: at + 1, time: { kind: 'sunrise' } };
  if (SUNSET.has(word)) return { to: at + 1, time: { kind: 'sunset' } };
  if (word === 'sun') {
    const far = tokens[at + 1]?.text === '-' ? at + 2 : at + 1;
    const verb = tokens[far]?.text ?? '';
    if (/^(up|rise|rises)$/.test(verb)) return { to: far + 1, time: { kind: 'sunrise' } };
    if (/^(down|set|sets)$/.test(verb)) return { to: far + 1, time: { kind: 'sunset' } };
  }
  // For example: "the setting of the sun"
  if ((word === 'rising' || word === 'setting') && isOfSun(tokens, at + 1))
    return { to: at + 4, time: { kind: word === 'rising' ? 'sunrise' : 'sunset' } };
  if (word === 'first' && next === 'light') return { to: at + 2, time: { kind: 'sunrise' } };
  if (word === 'noon' || word === 'noontime')
    return { to: behindZone(tokens, at + 1), time: { kind: 'clock', time: '12:00' } };
  if (VAGUE.has(word)) return { to: at + 1, time: { kind: 'vague' } };
  if ((word === 'close' || word === 'end') && next === 'of') {
    const far = tokens[at + 2]?.text === 'the' ? at + 3 : at + 2;
    const what = tokens[far]?.text ?? '';
    if (['business', 'day', 'week', 'month', 'workday', 'weekend'].includes(what)) {
      const to = tokens[far + 1]?.text === 'day' ? far + 2 : far + 1;
      // For example: "until the end of the day at sunset"
      const sunset = /^[(,-]$|^at$/.test(tokens[to]?.text ?? '') ? to + 1 : -1;
      if (SUNSET.has(tokens[sunset]?.text ?? '')) {
        const isBracket = tokens[to]?.text === '(' && tokens[sunset + 1]?.text === ')';
        return { to: isBracket ? sunset + 2 : sunset + 1, time: { kind: 'sunset' } };
      }
      return { to, time: { kind: 'vague' } };
    }
  }
  return null;
}

const isOfSun = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'of' && tokens[at + 1]?.text === 'the' && tokens[at + 2]?.text === 'sun';

/**
 * Parses "close of business or sunset" as sunset. Any other two times joined by "or" are ambiguous.
 */
function orSunset(tokens: readonly Token[], first: TimePhrase): TimePhrase {
  if (tokens[first.to]?.text !== 'or') return first;
  const skip = tokens[first.to + 1]?.text === 'at' ? first.to + 2 : first.to + 1;
  const second = wordTime(tokens, skip);
  if (!second) return first;
  const kinds = [first.time.kind, second.time.kind];
  const isSunset = kinds.includes('sunset') && kinds.includes('vague');
  return { to: second.to, time: isSunset ? { kind: 'sunset' } : { kind: 'vague' } };
}

function clock(tokens: readonly Token[], at: number): TimePhrase | null {
  const hour = tokens[at];
  if (!hour || hour.cap) return null;
  let next = at + 1;
  let minutes = 0;
  let hasMinutes = false;
  const digits = hour.end - hour.start;
  const [colon, minute] = [tokens[at + 1], tokens[at + 2]];
  if (colon?.text === ':' && !colon.spaced && minute?.kind === 'number' && !minute.spaced) {
    if (minute.end - minute.start !== 2 || minute.cap || digits > 2) return null;
    minutes = minute.value;
    hasMinutes = true;
    next = at + 3;
    // A time with seconds comes from an email header.
    if (tokens[next]?.text === ':' && !tokens[next]?.spaced) return null;
  }
  const half = tokens[next]?.text ?? '';
  // For example: "12:00 noon" and "12 noon".
  if (hour.value === 12 && minutes === 0 && half === 'noon')
    return { to: behindZone(tokens, next + 1), time: { kind: 'clock', time: '12:00' } };
  if (hour.value === 12 && half === 'midnight') return { to: next + 1, time: { kind: 'vague' } };
  if (AM.has(half) || PM.has(half)) {
    if (digits > 2 || hour.value < 1 || hour.value > 12 || minutes > 59) return null;
    const to = behindZone(tokens, next + 1);
    const isPm = PM.has(half);
    // 12:00 a.m. is midnight, and it is unclear to which day that belongs.
    if (!isPm && hour.value === 12 && minutes === 0) return { to, time: { kind: 'vague' } };
    const hours = (hour.value % 12) + (isPm ? 12 : 0);
    return { to, time: { kind: 'clock', time: text(hours, minutes) } };
  }
  const isMilitary = half === 'hours' || half === 'hrs' || isBareMilitary(tokens, at);
  if (isMilitary && !hasMinutes && digits === 4) {
    const hours = Math.floor(hour.value / 100);
    const rest = hour.value % 100;
    if (hours > 23 || rest > 59) return null;
    const to = behindZone(tokens, half === 'hours' || half === 'hrs' ? next + 1 : next);
    return {
      to,
      time: hour.value === 0 ? { kind: 'vague' } : { kind: 'clock', time: text(hours, rest) },
    };
  }
  // "17:00" is unambiguous. "5:00" may be in the morning or the afternoon.
  if (hasMinutes && hour.value <= 23 && minutes <= 59) {
    const isClear = hour.value >= 13 || (digits === 2 && hour.value < 10 && hour.value > 0);
    const time = isClear
      ? ({ kind: 'clock', time: text(hour.value, minutes) } as const)
      : ({ kind: 'vague' } as const);
    return { to: behindZone(tokens, isMilitary ? next + 1 : next), time };
  }
  if (half === 'oclock') return { to: next + 1, time: { kind: 'vague' } };
  return null;
}

/**
 * Matches a four-digit time without "hours" between a word such as "from" and a day: "from 0800 on
 * 15 April".
 */
function isBareMilitary(tokens: readonly Token[], at: number): boolean {
  const value = tokens[at]?.value ?? -1;
  if (value >= YEAR_MIN || value < 0 || value % 100 > 59) return false;
  return (
    /^(from|at|until|till|to|through|by|and|-)$/.test(tokens[at - 1]?.text ?? '') &&
    /^(on|to|until|through|local|-|est|edt|cst|cdt|mst|mdt|pst|pdt)$/.test(
      tokens[at + 1]?.text ?? '',
    )
  );
}
/** Four-digit numbers from this one on are years. Smaller ones are times, such as 1830. */
const YEAR_MIN = 1900;

/** Returns the index after a time zone such as "EST", "local time" or "(Eastern Time)". */
function behindZone(tokens: readonly Token[], at: number): number {
  const bracket = tokens[at]?.text === '(';
  let next = bracket ? at + 1 : at;
  let words = 0;
  while (ZONES.has(tokens[next]?.text ?? '') && words < 3) {
    next++;
    words++;
  }
  if (words === 0) return at;
  if (!bracket) return next;
  return tokens[next]?.text === ')' ? next + 1 : at;
}

const text = (hours: number, minutes: number): string =>
  `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;

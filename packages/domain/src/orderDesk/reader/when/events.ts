import type { Token } from '../text/token.ts';
import { END, START } from './pointWords.ts';
import { timePhraseAt } from './timesOfDay.ts';

/** An event whose date is unknown. The end of the order stays open until a user enters the date. */
export type OpenEvent = 'interment' | 'funeral' | 'service' | 'notice';

const EVENTS = new Map<string, OpenEvent>([
  ['interment', 'interment'],
  ['internment', 'interment'],
  ['burial', 'interment'],
  ['interred', 'interment'],
  ['buried', 'interment'],
  ['entombment', 'interment'],
  ['entombed', 'interment'],
  ['inurnment', 'interment'],
  ['committal', 'interment'],
  ['funeral', 'funeral'],
  ['funerals', 'funeral'],
  ['service', 'service'],
  ['services', 'service'],
  ['celebration', 'service'],
  ['memorial', 'service'],
]);

/**
 * Maximum number of words between "until" or "the day of" and the event, as in "the day of the
 * Honorable John Doe's interment".
 */
const EVENT_WORDS_MAX = 10;

/** Parses an event, such as "until interment", "the day of her funeral" or "further notice". */
export function eventAt(
  tokens: readonly Token[],
  at: number,
): { event: OpenEvent; to: number } | null {
  const word = tokens[at]?.text;
  const before = tokens[at - 1]?.text ?? '';
  const notice = noticeAt(tokens, at);
  if (notice !== -1) return { event: 'notice', to: notice };
  if (word === 'day' || word === 'date' || word === 'dates' || word === 'time') {
    const link = tokens[at + 1]?.text ?? '';
    if (link === 'of') return eventWithin(tokens, at + 2);
    // For example: "the day former Governor Rusk is laid to rest"
    const isClause =
      /^(he|she|they|that|when|on|the|former)$/.test(link) || tokens[at + 1]?.cap === true;
    return isClause ? eventWithin(tokens, at + 1) : null;
  }
  const leads = before === 'until' || before === 'till' || before === 'through' || before === 'til';
  if (leads) return eventWithin(tokens, at);
  return null;
}

const MORE = /^(further|additional|later|subsequent|new)$/;

const NOTICE =
  /^(notice|notices|notification|order|orders|ordered|instructions?|word|directions?|directive|announcement|guidance)$/;

const NOTIFIED = /^(notified|ordered|directed|instructed|advised|announced|told|stated|informed)$/;

const UNTIL = new Set(['until', 'till', 'til', 'unless', 'or']);

const SET = /^(determined|announced|set|decided|named)$/;

const ENDED = /^(rescinded|revoked|lifted|withdrawn|canceled|cancelled|superseded)$/;

/**
 * Returns the index after "until further notice", "until otherwise directed" or "indefinitely"; -1
 * if there is none.
 */
function noticeAt(tokens: readonly Token[], at: number): number {
  const wordAt = (index: number): string => tokens[index]?.text ?? '';
  const first = wordAt(at);
  const second = wordAt(at + 1);
  if (first === 'indefinitely') return at + 1;
  if (first === 'indefinite') return /^(period|time)$/.test(second) ? at + 2 : -1;
  if (!UNTIL.has(wordAt(at - 1))) return -1;
  if (MORE.test(first) && NOTICE.test(second)) return at + 2;
  if (first === 'otherwise' && NOTIFIED.test(second)) return at + 2;
  if (NOTIFIED.test(first) && second === 'otherwise') return at + 2;
  if (ENDED.test(first)) return at + 1;
  if (first === 'notice' && second === 'is') return at + 3;
  // For example: "until this order is rescinded"
  if (/^(order|orders|directive|proclamation)$/.test(second) && ENDED.test(wordAt(at + 3)))
    return at + 4;
  // For example: "until a date to be determined"
  const isDate = /^(date|day|time)$/.test(second) && wordAt(at + 2) === 'to';
  const isOpen = isDate && wordAt(at + 3) === 'be' && SET.test(wordAt(at + 4));
  return isOpen ? at + 5 : -1;
}

function eventWithin(
  tokens: readonly Token[],
  from: number,
): { event: OpenEvent; to: number } | null {
  for (let i = from; i < from + EVENT_WORDS_MAX; i++) {
    const token = tokens[i];
    if (!token || (token.kind !== 'word' && token.text !== '.' && token.text !== '\n')) return null;
    const isLaid = token.text === 'rest' && tokens[i - 1]?.text === 'to';
    const event = isLaid ? ('interment' as const) : EVENTS.get(token.text);
    if (event) {
      let to = i + 1;
      if (/^(services?|ceremony)$/.test(tokens[to]?.text ?? '')) to++;
      else if (token.text === 'memorial') return null;
      if (tokens[to]?.text === 'of' && tokens[to + 1]?.text === 'life') to += 2;
      return { event, to };
    }
    if (START.has(token.text) || END.has(token.text) || token.text === 'and') return null;
    // "until the day after the funeral" is not the day of the event.
    const isBeside = token.text === 'after' || token.text === 'following';
    if (isBeside && /^(day|days|morning|week)$/.test(tokens[i - 1]?.text ?? '')) return null;
    // "until sunset on the day of interment" states the time of day first.
    if (i === from && timePhraseAt(tokens, i)) return null;
    if ((token.text === 'on' && tokens[i + 1]?.text !== 'which') || token.text === 'at')
      return null;
  }
  return null;
}

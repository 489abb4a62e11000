import type { Sentence } from '../sentences/sentences.ts';
import type { Token } from '../text/token.ts';
import { datePhraseAt } from '../when/datePhrases.ts';
import { isOfficeBehind } from './authorities.ts';
import { withNameBelow } from './nameLines.ts';
import type { Part } from './reasonNames.ts';
import { TITLES } from './titles.ts';

/**
 * Words that cannot be part of the reason for an order, such as "until" in "in honor of Officer Roe
 * until sunset".
 */
const STOPS = new Set([
  'hereby',
  'until',
  'effective',
  'immediately',
  'shall',
  'flags',
  'flown',
  'lowered',
]);
const REASON_MAX = 60;

/** The label of a row that states when flags are lowered, as in "until: sunset, May 8". */
const PERIOD_LABEL =
  /^(from|until|to|through|start|starts|starting|begins|beginning|commencing|effective|end|ends|ending|when|dates?|period|where)$/;

/**
 * Returns the reason that begins at the given token. It ends before the next words about the order
 * itself: "Officer Roe" in "in honor of Officer Roe until sunset". Null if there is no reason.
 */
export function partFrom(tokens: readonly Token[], from: number, sentence: Sentence): Part | null {
  let to = from;
  for (; to < sentence.to && to - from < REASON_MAX; to++) {
    const token = tokens[to];
    if (!token || token.text === ';' || token.text === '|') break;
    const close = token.text === '(' ? behindRemark(tokens, from, to) : -1;
    if (close !== -1) {
      to = close;
      continue;
    }
    if (token.text === '(') break;
    if (token.text === '\n' && isLabel(tokens, to + 1)) break;
    if (STOPS.has(token.text)) break;
    // For example: "a Day of Mourning for the crew throughout the United States"
    const isOfMourning = [1, 2].some((back) => tokens[from - back]?.text === 'mourning');
    if (isOfMourning && to > from && /^(throughout|nationwide|statewide)$/.test(token.text)) break;
    // For example: "on May 7 for Private Moe, and on May 9 for Officer Roe"
    if (token.text === 'and' && tokens[to + 1]?.text === 'on' && datePhraseAt(tokens, to + 2))
      break;
    // For example: "declared a day of mourning for Governor Roe and ordered flags lowered"
    if (token.text === 'and' && /^(ordered|directed)$/.test(tokens[to + 1]?.text ?? '')) break;
    if (isDayOf(tokens, to)) break;
    // For example: "listed the funeral of Judge Roe as Friday, May 8"
    if (token.text === 'as' && datePhraseAt(tokens, to + 1)) break;
    // For example: "Judge Roe as her family gathers"
    if (token.text === 'as' && isMark(tokens, to + 1)) break;
    if (token.text === 'as' && tokens[to - 1]?.cap && PRONOUN.test(tokens[to + 1]?.text ?? ''))
      break;
    if (token.text === 'ordered' && tokens[to + 1]?.text === 'by') break;
    if (PERIOD_LABEL.test(token.text) && tokens[to + 1]?.text === ':') break;
    if (token.text === '"' && tokens[to - 1]?.text === ',') break;
    if (token.text === 'by' && /^(order|direction)$/.test(tokens[to + 1]?.text ?? '')) break;
    if (to > from && isBasis(tokens, to)) break;
    // For example: "because the lodge will be honoring fallen officers"
    const isClause = tokens[from - 1]?.text === 'because';
    if (to > from && !isClause && isVerbOfName(tokens, to)) break;
    if (token.text === ',' && endsAtComma(tokens, to)) break;
    if (
      token.text === 'from' &&
      /^(sunrise|sunset|dawn|sunup|now|this|noon)$/.test(tokens[to + 1]?.text ?? '')
    )
      break;
    if (token.text === 'from' && (datePhraseAt(tokens, to + 1) || isThisDate(tokens, to + 1)))
      break;
    // For example: "through the funeral of Judge Roe on Saturday, May 9"
    const isCeremony = CEREMONY.test(tokens[from - 2]?.text ?? '');
    if (isCeremony && token.text === 'on' && datePhraseAt(tokens, to + 1)) break;
    // For example: "ending the order for Judge Roe two days early"
    const isDays = /^days?$/.test(tokens[to + 1]?.text ?? '');
    if (isDays && /^(early|earlier|sooner)$/.test(tokens[to + 2]?.text ?? '')) break;
    if (token.text === 'to' && tokens[to + 1]?.text === 'half') break;
    if (token.text === 'through' && tokens[to + 1]?.text === 'sunset') break;
    if (token.text === 'i' && token.cap) break;
    if (
      token.text === 'governor' &&
      /^(has|today|orders|ordered|directs|directed)$/.test(tokens[to + 1]?.text ?? '')
    )
      break;
  }
  while (to > from && isLoose(tokens[to - 1])) to--;
  // For example: "in accordance with the Honoring Hometown Heroes Act"
  const isLaw = tokens[to - 1]?.cap === true && /^(act|code)$/.test(tokens[to - 1]?.text ?? '');
  const isPart = to > from && hasName(tokens, from, to) && !isNoReason(tokens, from) && !isLaw;
  if (!isPart) return null;
  return to === sentence.to && tokens[to]?.text === '\n'
    ? withNameBelow(tokens, { from, to })
    : { from, to };
}

/** Matches "a mark of respect", "a final tribute". */
const isMark = (tokens: readonly Token[], at: number): boolean =>
  /^an?$/.test(tokens[at]?.text ?? '') &&
  [1, 2].some((next) =>
    /^(mark|sign|token|gesture|expression|tribute)$/.test(tokens[at + next]?.text ?? ''),
  );

const PRONOUN = /^(he|she|they|we|it|his|her|their|our)$/;

/** Matches the date of a document: "the date of this proclamation". */
const isThisDate = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'the' &&
  /^(date|day|moment|time)$/.test(tokens[at + 1]?.text ?? '') &&
  tokens[at + 2]?.text === 'of' &&
  /^(this|issuance|signing)$/.test(tokens[at + 3]?.text ?? '');

/** Maximum number of tokens in parentheses within a name, as in "(U.S. Army, Ret.)". */
const REMARK_MAX = 8;

/**
 * Returns the index of the closing parenthesis after a remark between a title and a name, as in
 * "Major General (Ret.) Ann Roe"; -1 if no name follows.
 */
function behindRemark(tokens: readonly Token[], from: number, open: number): number {
  let close = open + 1;
  while (close < open + REMARK_MAX && tokens[close]?.text !== ')') close++;
  const title = tokens[open - 1];
  const isTitle = open > from && (title?.text === '.' || TITLES.has(title?.text ?? ''));
  if (tokens[close]?.text !== ')' || !isTitle) return -1;
  const comma = tokens[close + 1]?.text === ',' ? close + 1 : close;
  const next = tokens[comma + 1];
  const isName = next?.kind === 'word' && next.cap && tokens[comma + 2]?.cap === true;
  return isName && !isOfficeBehind(tokens, comma) ? close : -1;
}

/**
 * Words that say where a day of mourning is observed, as in "a National Day of Mourning throughout
 * the United States".
 */
const PLACED = /^(throughout|across|within|in|over|nationwide|statewide|countrywide|nationally)$/;

/**
 * Matches a day or a ceremony that is not the reason, such as "on Wednesday, Dec. 5" or "a moment
 * of silence".
 */
const isNoReason = (tokens: readonly Token[], from: number): boolean => {
  const first = tokens[from]?.text ?? '';
  if (/^(on|at|beginning|during)$/.test(first)) return true;
  // For example: "a National Day of Mourning throughout the United States"
  if (tokens[from - 1]?.text === 'mourning' && PLACED.test(first)) return true;
  return first === 'a' && /^(moment|minute|day)$/.test(tokens[from + 1]?.text ?? '');
};

/**
 * Whether a name is followed by a verb that begins a new clause, as in "Kyle Sand is on Saturday"
 * or "Kyle Sand will remain".
 */
const isVerbOfName = (tokens: readonly Token[], at: number): boolean =>
  /^(is|are|will|has|moves?|moved|ends?|ended|expires?|expired|applies|begins|starts|runs|lasts|continues|short|early)$/.test(
    tokens[at]?.text ?? '',
  ) && tokens[at - 1]?.cap === true;

/**
 * Matches words that introduce the legal basis of an order: "in accordance with", "pursuant to".
 */
const isBasis = (tokens: readonly Token[], at: number): boolean =>
  (tokens[at]?.text === 'in' &&
    /^(accordance|compliance|conformance|conformity|keeping)$/.test(tokens[at + 1]?.text ?? '') &&
    tokens[at + 2]?.text === 'with') ||
  (tokens[at]?.text === 'pursuant' && tokens[at + 1]?.text === 'to');

/** Matches the label of the next row of a form, such as "Start:". */
const isLabel = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.cap === true &&
  (tokens[at + 1]?.text === ':' ||
    tokens[at + 2]?.text === ':' ||
    (ROW.test(tokens[at]?.text ?? '') && hasColon(tokens, at)));

/** First words of labels with several words, such as "Half-staff start date:". */
const ROW = /^(half|full|flags?|issued|applies|effective|start|end|date|begins?|ends?)$/;

/** Maximum number of tokens in a label such as "Half-staff start date:". */
const LABEL_MAX = 6;

const hasColon = (tokens: readonly Token[], from: number): boolean => {
  for (let at = from; at <= from + LABEL_MAX && tokens[at]?.kind !== 'break'; at++)
    if (tokens[at]?.text === ':') return true;
  return false;
};

const isLoose = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === 'break' ||
    (token.kind === 'mark' && token.text !== ')') ||
    /^(the|and|on|in|at|of|for|through|all|be|do)$/.test(token.text));

/** Matches the day of a ceremony: "on the day of her funeral". */
const isDayOf = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'on' &&
  tokens[at + 1]?.text === 'the' &&
  /^(day|date)$/.test(tokens[at + 2]?.text ?? '') &&
  tokens[at + 3]?.text === 'of';

/**
 * Matches a mention of the speaker at the end of a sentence: ", the commanding officer announced".
 */
function isAttribution(tokens: readonly Token[], from: number): boolean {
  for (let at = from + 1; at < from + SPEAKER_MAX; at++) {
    const token = tokens[at];
    if (/^(said|says|announced)$/.test(token?.text ?? ''))
      return tokens[at + 1] === undefined || tokens[at + 1]?.kind !== 'word';
    if (token?.kind !== 'word' && token?.text !== '.') return false;
    if (/^(who|which|that)$/.test(token.text)) return false;
  }
  return false;
}

/** Nouns for ceremonies that can precede a name, as in "the funeral of". */
const CEREMONY = /^(funeral|interment|burial|services?)$/;

/**
 * Words that can follow "he", "she" or "they" in a main clause that gives an order: "she is
 * directing", "she hereby orders".
 */
const DIRECTING = /^(is|are|has|have|hereby|today|also|directs|directed|orders|ordered)$/;

/**
 * Matches a comma that ends the reason for an order: "to honor Officer Roe, by the authority of …",
 * "to honor Officer Roe, the Governor …".
 */
function endsAtComma(tokens: readonly Token[], comma: number): boolean {
  let next = comma + 1;
  while (tokens[next]?.text === '\n') next++;
  const word = tokens[next]?.text ?? '';
  const second = tokens[next + 1]?.text ?? '';
  if (tokens[next]?.cap && /^flags?$/.test(second)) return true;
  if (
    /^(i|it|we|until|effective|beginning|starting|according|pursuant|from|flags|all|which|where)$/.test(
      word,
    )
  )
    return true;
  if (/^(will|shall|should|be|are|do|has|directs|orders|proclaims)$/.test(word)) return true;
  if (/^(remains|otherwise|is|was|comes|came|marks|follows|applies|begins|ends)$/.test(word))
    return true;
  if (isBeforeDate(tokens, comma)) return true;
  // For example: ", she is directing"
  if (/^(he|she|they)$/.test(word)) return DIRECTING.test(second);
  if (word === 'by') return second === 'the' || second === 'order' || second === 'virtue';
  if (isOfficeBehind(tokens, comma) || isSpeakerBehind(tokens, next)) return true;
  if (word === 'and')
    return /^(as|by|will|shall|also|encourages|asks|asked|urges|urged|invites|requests|requested|encouraged|is|at)$/.test(
      second,
    );
  if (isAttribution(tokens, next)) return true;
  return (
    (word === 'the' || word === 'governor' || word === 'president') &&
    /^(governor|president|flags?|order|united)$/.test(word === 'the' ? second : 'governor')
  );
}

/**
 * Matches a comma between a name and the day of the order: "for Senator Jan Roe, Saturday, May 9".
 * Does not match a comma within a date.
 */
const isBeforeDate = (tokens: readonly Token[], comma: number): boolean =>
  datePhraseAt(tokens, comma + 1) !== null &&
  [1, 2, 3].every((back) => (datePhraseAt(tokens, comma - back)?.to ?? 0) <= comma);

/** Maximum number of words in an official's title, as in "the Secretary of the Interior". */
const SPEAKER_MAX = 10;

/**
 * Matches the beginning of a main clause whose subject is an official: ", the Secretary directs
 * that", ", Chief Roe has ordered".
 */
function isSpeakerBehind(tokens: readonly Token[], from: number): boolean {
  for (let at = from; at < from + SPEAKER_MAX; at++) {
    const token = tokens[at];
    if (at > from && /^(directs|orders|hereby)$/.test(token?.text ?? '')) return true;
    if (at > from && /^(has|have|is|today)$/.test(token?.text ?? ''))
      return /^(directed|ordered|directing|ordering)$/.test(tokens[at + 1]?.text ?? '');
    const isName = token?.kind === 'word' && (token.cap || /^(the|of|and|for)$/.test(token.text));
    if (!isName && token?.text !== '.') return false;
  }
  return false;
}

/** Whether the reason for an order contains more than pronouns and words such as "death". */
export function hasName(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (
      token?.kind === 'word' &&
      (token.text.length > 3 || token.cap) &&
      !/^(them|this|that|their|with|remarkable|loss|death|passing|memory|life|sacrifice)$/.test(
        token.text,
      )
    )
      return true;
  }
  return false;
}

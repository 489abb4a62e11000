import { stateAt } from '../places/states.ts';
import type { Sentence } from '../sentences/sentences.ts';
import { isNameOfPerson } from '../text/names.ts';
import type { Token } from '../text/token.ts';
import { datePhraseAt } from '../when/datePhrases.ts';
import { isOfficeBehind } from './authorities.ts';
import { endOfLine, withNameBelow } from './nameLines.ts';
import { behind, behindHonor, behindMarks, leadsWith } from './reasonLeads.ts';
import type { Part } from './reasonNames.ts';
import { hasName, partFrom } from './reasonPart.ts';

/** Words for events that can be the reason for an order, as in "after the shooting at …". */
const AFTERMATH =
  /^(shooting|shootings|attack|attacks|death|deaths|crash|fire|flood|storm|tornado|hurricane|explosion|tragedy|killing|loss)$/;

const HONORS =
  /^(honou?rs?|commemorates?|remembers?|recognizes?|mourns?|marks?|memorializes?|observes?)$/;
const ORDER_OR_PRONOUN =
  /^(it|this|that|which|they|we|day|both|order|orders|proclamation|directive|lowering|tribute|gesture|action|measure|observance|flags?)$/;
/**
 * Maximum number of words between "order" and its verb, as in "the order of Gov. Silas Boone
 * honors".
 */
const GIVER_MAX = 8;

/**
 * Whether "the order" or "the order of Gov. Silas Boone" is the subject of the verb at this token
 * index.
 */
function isOrderBefore(tokens: readonly Token[], at: number, from: number): boolean {
  for (let i = at - 1; i >= Math.max(from, at - GIVER_MAX); i--) {
    const token = tokens[i];
    if (token?.kind === 'word' && ORDER_OR_PRONOUN.test(token.text)) return true;
    const isName =
      token?.kind === 'word' ? token.cap || GIVER.test(token.text) : token?.text === '.';
    if (!isName) return false;
  }
  return false;
}
const GIVER = /^(of|by|from|the|governor|governors|president|mayor|'s)$/;

/**
 * Returns the reason stated in a sentence, without the words that introduce it.
 * @param isWhole whether to search the whole sentence if the main clause gives no reason. The rest
 * of the sentence may be about an earlier order: "While flags remain lowered in memory of Judge
 * Roe, Governor Poe directed …"
 */
export function reasonIn(
  tokens: readonly Token[],
  sentence: Sentence,
  isWhole = true,
): Part | null {
  const main = behindEarlier(tokens, sentence);
  if (main > sentence.from) {
    const rest = { ...sentence, from: main };
    const ofMain = reasonIn(tokens, rest) ?? plainReasonIn(tokens, rest);
    if (ofMain || !isWhole) return ofMain;
  }
  const behindColon = reasonBelow(tokens, sentence);
  if (behindColon) return behindColon;
  for (let at = sentence.from; at < sentence.to; at++) {
    const token = tokens[at];
    if (token?.kind !== 'word') continue;
    const isAfter =
      /^(after|following)$/.test(token.text) && /^(the|a|an)$/.test(tokens[at + 1]?.text ?? '');
    // For example: "after the shooting at …", "after a deadly plane crash in …"
    const isEvent = [2, 3, 4].some((next) => AFTERMATH.test(tokens[at + next]?.text ?? ''));
    if (isAfter && isEvent) {
      const part = partFrom(tokens, at + 1, sentence);
      if (part) return part;
    }
    // "The order honors Delegate Carr": the order itself honors someone.
    const isVerb = HONORS.test(token.text) && !isNameOfPerson(tokens, at);
    if (isVerb && isOrderBefore(tokens, at, sentence.from)) {
      const part = partFrom(tokens, at + 1, sentence);
      if (part) return part;
    }
    const honored = behindHonor(tokens, at);
    // In "in honor of and in tribute to Judge Roe", the next lead has the name.
    const inHonor =
      honored === -1 || tokens[honored]?.text === 'and'
        ? null
        : partFrom(tokens, behindMarks(tokens, honored), sentence);
    if (inHonor) return inHonor;
    for (const lead of leadsWith(token.text)) {
      const from = behind(tokens, at, lead);
      // In "as an expression of respect for and in honor of Judge Roe", the next lead has the name.
      if (from === -1 || tokens[from]?.text === 'and') continue;
      if (token.text === 'because' && postpones(tokens, sentence)) continue;
      const part = partFrom(tokens, from, sentence);
      if (part) return part;
    }
  }
  return null;
}

/**
 * Matches a sentence whose reason explains a postponement, not the order: "Because of the storm, …
 * is postponed".
 */
const postpones = (tokens: readonly Token[], { from, to }: Sentence): boolean =>
  tokens
    .slice(from, to)
    .some(({ text }) => /^(postponed|moved|rescheduled|delayed|canceled|cancelled)$/.test(text));

/** Maximum number of tokens in a dateline before a clause such as "While flags remain lowered". */
const DATELINE_MAX = 16;

/**
 * Returns the index of the main clause after a clause such as "While flags remain lowered in memory
 * of Judge Roe, …"; the beginning of the sentence if there is no such clause.
 */
function behindEarlier(tokens: readonly Token[], { from, to }: Sentence): number {
  let at = from;
  while (at < Math.min(to, from + DATELINE_MAX) && !EARLIER.test(tokens[at]?.text ?? '')) at++;
  if (!EARLIER.test(tokens[at]?.text ?? '')) return from;
  let isStill = false;
  for (; at < to; at++) {
    if (/^(remain|remained|still|already|continues?)$/.test(tokens[at]?.text ?? '')) isStill = true;
    if (isStill && tokens[at]?.text === ',' && isOfficeBehind(tokens, at)) return at + 1;
  }
  return from;
}
const EARLIER = /^(while|although|though|as)$/;

/** Maximum number of words in a phrase such as "in honor and remembrance of" on a line of its own. */
const LEAD_MAX = 5;

/** Returns the name on the line after "in honor and remembrance of:" at the end of a paragraph. */
function reasonBelow(tokens: readonly Token[], { from, to }: Sentence): Part | null {
  const hasColon = tokens[to - 1]?.text === ':';
  const last = hasColon ? to - 1 : to;
  // The whole line can be a title: "HONORING".
  const isTitle = !hasColon && tokens[from]?.cap === true && last - from <= LEAD_MAX;
  if (!(hasColon || isTitle) || tokens[to]?.kind !== 'break') return null;
  for (let at = isTitle ? from : Math.max(from, to - 8); at < (isTitle ? from + 1 : last); at++)
    for (const lead of leadsWith(tokens[at]?.text ?? '')) {
      if (at + lead.length !== last || behind(tokens, at, lead) === -1) continue;
      // For example: "• Deputy Lee Roe"
      const first = /^[\u2022*-]$/.test(tokens[to + 1]?.text ?? '') ? to + 2 : to + 1;
      const line = endOfLine(tokens, first);
      const end = withNameBelow(tokens, { from: first, to: line }).to;
      if (end > first && hasName(tokens, first, end)) return { from: first, to: end };
    }
  return null;
}

const REASON_LABELS = /^(reason|honoring|occasion|honoree|honorees|regarding|why|purpose|cause)$/;

/**
 * Returns a reason from less reliable phrases, such as "for Trooper Beck" or "Reason: Judge
 * Krantz".
 */
export function plainReasonIn(tokens: readonly Token[], sentence: Sentence): Part | null {
  for (let at = sentence.from; at < sentence.to; at++) {
    const word = tokens[at]?.text ?? '';
    // "Reason: Lowering of Flags for Patriot Day" states the reason behind "for".
    const isOfLowering = /^(lowering|lowered|half|flags?)$/.test(tokens[at + 2]?.text ?? '');
    const isLabel = tokens[at + 1]?.text === ':' && REASON_LABELS.test(word) && !isOfLowering;
    const isFor = word === 'for' && isReasonBehind(tokens, at + 1);
    const event = eventOf(tokens, at, sentence.to);
    if (event) return event;
    if (!isLabel && !isFor) continue;
    const part = partFrom(tokens, isLabel ? at + 2 : behindDayOf(tokens, at + 1), sentence);
    // In "the order for U.S. and Iowa flags", "for" does not introduce a reason.
    if (part && !isOfFlags(tokens, part)) return part;
  }
  return null;
}

/** Matches capitalized words before "flags", such as the names of nations and states. */
const isOfFlags = (tokens: readonly Token[], { from, to }: Part): boolean =>
  /^flags?$/.test(tokens[to]?.text ?? '') &&
  tokens.slice(from, to).every(({ text, cap }) => cap || text === 'and');

/**
 * Returns the index of the token after "the day of", as in "for the day of the service"; `at` if
 * there are no such words.
 */
function behindDayOf(tokens: readonly Token[], at: number): number {
  const isDay =
    tokens[at]?.text === 'the' && tokens[at + 1]?.text === 'day' && tokens[at + 2]?.text === 'of';
  return isDay ? at + 3 : at;
}

/**
 * Whether the words after "for" can be a reason. Excludes "for one day", "for immediate release"
 * and "for the same length of time".
 */
function isReasonBehind(tokens: readonly Token[], at: number): boolean {
  let next = at;
  while (tokens[next]?.text === '\n') next++;
  const token = tokens[next];
  if (token?.kind !== 'word') return false;
  const word =
    token.text === 'the' || token.text === 'our' ? (tokens[next + 1]?.text ?? '') : token.text;
  const state = stateAt(tokens, next);
  const isState = state?.short === false && tokens[state.to]?.text !== 'city';
  if (datePhraseAt(tokens, next) || isState) return false;
  if (behindDayOf(tokens, next) !== next) return true;
  // For example: "for State Representative Joan Bock"
  if (word === 'state' && token.cap && tokens[next + 1]?.cap) return true;
  if (
    /^(immediate|one|two|three|a|an|all|day|days|week|weekend|month|same|entire|duration|this|that|details|flags?|each|information|both|example|official|purposes?|whole|remainder|rest|state|commonwealth|united|holiday|locations|use|release|period|time|length|display|occasion)$/.test(
      word,
    )
  )
    return false;
  return (
    token.cap ||
    /^(the|our|former|fallen|late|slain|comrade|ranger|coach|retired|victims|officers|soldiers|my|those|people|firefighter|more|peace|everyone)$/.test(
      token.text,
    ) ||
    tokens[next + 1]?.cap === true
  );
}

/**
 * Returns the name of a person whose funeral or burial a document mentions, as in "the day of Judge
 * Combs's funeral" or "when Bishop Sanna is interred".
 */
function eventOf(tokens: readonly Token[], at: number, end: number): Part | null {
  const word = tokens[at]?.text;
  const isOf = word === 'of' && tokens[at - 1]?.text === 'day';
  const next = tokens[at + 1];
  const isDay = word === 'day' && (next?.text === 'former' || (next?.kind === 'word' && next.cap));
  if (!isOf && !isDay && word !== 'when') return null;
  let to = at + 1;
  let hasCap = false;
  while (
    to < end &&
    to - at < 10 &&
    tokens[to]?.kind === 'word' &&
    !/^('s|is|will)$/.test(tokens[to]?.text ?? '')
  ) {
    if (tokens[to]?.cap) hasCap = true;
    to++;
    if (tokens[to]?.text === '.' && tokens[to + 1]?.cap) to++;
  }
  const behind = tokens[to]?.text ?? '';
  const event = tokens[to + 1]?.text ?? '';
  if (!hasCap || !/^('s|is)$/.test(behind)) return null;
  return /^(funeral|interment|burial|interred|buried|laid|services?)$/.test(event)
    ? { from: at + 1, to }
    : null;
}

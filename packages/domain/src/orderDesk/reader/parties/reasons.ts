import { isNameOfPerson } from '../text/names.ts';
import type { Sentence } from '../text/sentences.ts';
import type { Token } from '../text/token.ts';
import { datePhraseAt } from '../when/datePhrases.ts';
import { isOfficeBehind } from './authorities.ts';
import { stateAt } from './states.ts';

/** A part of a sentence that may state the reason for an order. */
export interface Part {
  from: number;
  to: number;
}

/** Words that end a reason, because the text after them is about the order again. */
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

/** Phrases that introduce a reason, as word sequences. */
const LEADS = [
  'in honor of',
  'in honor and remembrance of',
  'in honor and memory of',
  'in memory of',
  'in loving memory of',
  'in remembrance of',
  'in remembrance and honor of',
  'in recognition and mourning of',
  'in recognition of',
  'in observance of',
  'in tribute to',
  'in mourning of',
  'in mourning for',
  'in commemoration of',
  'in celebration of',
  'in appreciation of',
  'in appreciation for',
  'in gratitude for',
  'in salute to',
  'dedicated to',
  'as we remember',
  'as we mourn',
  'as we honor',
  'to acknowledge',
  'to pay our respects to',
  'to pay their respects to',
  'to celebrate',
  'on the occasion of',
  'in respect for',
  'in respect of',
  'out of respect for',
  'in continued recognition of',
  'in solidarity with',
  'in sympathy for',
  'in sympathy with',
  'honor of',
  'memory of',
  'respect for',
  'remembrance of',
  'tribute to',
  'recognition of',
  'to honor',
  'to honour',
  'to honor and remember',
  'to remember',
  'to commemorate',
  'to mark',
  'to mourn',
  'to recognize',
  'to pay tribute to',
  'to pay respect to',
  'to pay respects to',
  'to respect',
  'to observe',
  'honoring',
  'in the aftermath of',
  'in light of',
  'in response to the',
  'following the loss of',
  'after the death of',
  'after the deaths of',
  'after the passing of',
  'after the loss of',
  'pays tribute to',
  'pays respect to',
  'remembering',
  'commemorating',
  'mourning',
  'recognizing',
  'following the death of',
  'following the deaths of',
  'following the passing of',
  'following the tragedy',
  'in respect for',
  'on the death of',
  'upon the death of',
  'mourns the',
  'mourns',
  'death of',
  'deaths of',
  'loss of',
  'passing of',
  'because of',
  'because',
  'in the wake of',
  'interment of',
  'burial of',
  'funeral of',
].map((lead) => lead.split(' '));
const BY_FIRST = new Map<string, string[][]>();
for (const lead of LEADS) {
  const first = lead[0] ?? '';
  BY_FIRST.set(
    first,
    [...(BY_FIRST.get(first) ?? []), lead].sort((a, b) => b.length - a.length),
  );
}

/** Recognizes "after the shooting at …", where the event itself is the reason. */
const AFTERMATH =
  /^(shooting|shootings|attack|attacks|death|deaths|crash|fire|flood|storm|tornado|hurricane|explosion|tragedy|killing|loss)$/;

const HONORS =
  /^(honou?rs?|commemorates?|remembers?|recognizes?|mourns?|marks?|memorializes?|observes?)$/;
const ORDER_OR_PRONOUN =
  /^(it|this|that|which|they|both|order|orders|proclamation|directive|lowering|tribute|gesture|action|measure|observance|flags?)$/;
/** Maximum number of words between "order" and its verb. */
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

/** Returns the reason stated in a sentence, without the words that introduce it. */
export function reasonIn(tokens: readonly Token[], sentence: Sentence): Part | null {
  const behindColon = reasonBelow(tokens, sentence);
  if (behindColon) return behindColon;
  for (let at = sentence.from; at < sentence.to; at++) {
    const token = tokens[at];
    if (token?.kind !== 'word') continue;
    const isAfter =
      /^(after|following)$/.test(token.text) && /^(the|a|an)$/.test(tokens[at + 1]?.text ?? '');
    // "after the shooting at …", "after a deadly plane crash in …"
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
    const inHonor = honored === -1 ? null : partFrom(tokens, honored, sentence);
    if (inHonor) return inHonor;
    for (const lead of BY_FIRST.get(token.text) ?? []) {
      const from = behind(tokens, at, lead);
      if (from === -1) continue;
      const part = partFrom(tokens, from, sentence);
      if (part) return part;
    }
  }
  return null;
}

const HONOR =
  /^(honou?r|memory|remembrance|respect|recognition|tribute|observance|mourning|commemoration|celebration|gratitude|appreciation|sympathy|solidarity|admiration|reverence)$/;
const BESIDE_HONOR = /^(and|or|loving|deep|deepest|solemn|lasting|continued|profound|,|&)$/;
/** Maximum number of words in "in honor, respect and loving memory of". */
const HONOR_MAX = 8;

/**
 * Returns the index after "in" and nouns of honor, such as "in memory and respect of"; -1 if there
 * are none.
 */
function behindHonor(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.text !== 'in') return -1;
  let hasNoun = false;
  for (let i = at + 1; i < at + HONOR_MAX; i++) {
    const word = tokens[i]?.text ?? '';
    if (HONOR.test(word)) hasNoun = true;
    else if (/^(of|for|to|with)$/.test(word)) return hasNoun ? i + 1 : -1;
    else if (!BESIDE_HONOR.test(word) && tokens[i]?.kind !== 'break') return -1;
  }
  return -1;
}

/** Maximum number of words in a name that stands alone on a line. */
const LINE_MAX = 16;

/** Returns the name on the line after "in honor and remembrance of:" at the end of a paragraph. */
function reasonBelow(tokens: readonly Token[], { from, to }: Sentence): Part | null {
  if (tokens[to - 1]?.text !== ':' || tokens[to]?.kind !== 'break') return null;
  for (let at = Math.max(from, to - 8); at < to - 1; at++)
    for (const lead of BY_FIRST.get(tokens[at]?.text ?? '') ?? []) {
      if (at + lead.length !== to - 1 || behind(tokens, at, lead) === -1) continue;
      let end = to + 1;
      while (tokens[end] && tokens[end]?.kind !== 'break' && end - to <= LINE_MAX) end++;
      if (end > to + 1 && hasName(tokens, to + 1, end)) return { from: to + 1, to: end };
    }
  return null;
}

const REASON_LABELS = /^(reason|honoring|occasion|honoree|honorees|regarding|why|purpose|cause)$/;

/**
 * Recognizes reasons that are less certain, such as "for Trooper Beck" and "Reason: Judge Krantz".
 */
export function plainReasonIn(tokens: readonly Token[], sentence: Sentence): Part | null {
  for (let at = sentence.from; at < sentence.to; at++) {
    const word = tokens[at]?.text ?? '';
    const isLabel = tokens[at + 1]?.text === ':' && REASON_LABELS.test(word);
    const isFor = word === 'for' && isReasonBehind(tokens, at + 1);
    const event = eventOf(tokens, at, sentence.to);
    if (event) return event;
    if (!isLabel && !isFor) continue;
    const part = partFrom(tokens, isLabel ? at + 2 : behindDayOf(tokens, at + 1), sentence);
    // "the order for U.S. and Iowa flags"
    if (part && !isOfFlags(tokens, part)) return part;
  }
  return null;
}

/** Recognizes the names of nations and states before "flags". */
const isOfFlags = (tokens: readonly Token[], { from, to }: Part): boolean =>
  /^flags?$/.test(tokens[to]?.text ?? '') &&
  tokens.slice(from, to).every(({ text, cap }) => cap || text === 'and');

/**
 * Returns the name in a title such as "Flag Notice: Trooper Kyle Sand" or "Half-Staff Notice
 * (Trooper Kyle Sand)".
 */
export function nameInTitle(tokens: readonly Token[], { from, to }: Sentence): Part | null {
  let start = -1;
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    const isDash = token?.text === '-' && token.spaced;
    if (isDash || token?.text === ':' || token?.text === '(') start = at + 1;
  }
  const end = tokens[to - 1]?.text === ')' ? to - 1 : to;
  if (start === -1 || end - start < 2) return null;
  for (let at = start; at < end; at++) {
    const token = tokens[at];
    const isName =
      token?.kind === 'word' ? token.cap && !NO_NAME.test(token.text) : token?.text === '.';
    if (!isName || stateAt(tokens, at)?.short === false || isOfficeBehind(tokens, at - 1))
      return null;
  }
  return { from: start, to: end };
}
const NO_NAME =
  /^(flags?|half|full|staff|mast|notice|alert|status|update|updated|order|orders|ordered|lowered|office|state|department|statewide|page|news|home|press|release|immediate|county|city|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/;

const DATE_WORD =
  /^(january|february|march|april|may|june|july|august|september|october|november|december|sunday|monday|tuesday|wednesday|thursday|friday|saturday)$/;

/** Whether a reason names someone or something, as opposed to only a date. */
export function hasProperName(tokens: readonly Token[], { from, to }: Part): boolean {
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (token?.kind === 'word' && token.cap && token.text.length > 1 && !DATE_WORD.test(token.text))
      return true;
  }
  return false;
}

const NATION = /^(united|states|america|american|americans|u\.s\.|nation|memorial|day)$/;

/** Whether a reason names a person: two words with capital letters that are not a day or the nation. */
export function namesPerson(tokens: readonly Token[], { from, to }: Part): boolean {
  let names = 0;
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (token?.text === '.' || token?.text === '"') continue;
    const isName =
      token?.kind === 'word' &&
      token.cap &&
      !DATE_WORD.test(token.text) &&
      !NATION.test(token.text);
    names = isName ? names + 1 : 0;
    if (names >= 2) return true;
  }
  return false;
}

const GENERIC =
  /^(the|those|all|lives|life|lost|loss|victims?|affected|by|this|that|these|of|tragedy|tragic|event|events|in|who|died|deceased|fallen|our|its|senseless|acts?|violence|disaster|people|and|families|them|their)$/;

/** Recognizes a reason that names nobody and nothing: "those affected by this tragedy". */
export const isGeneric = (tokens: readonly Token[], { from, to }: Part): boolean =>
  tokens.slice(from, to).every(({ kind, text }) => kind !== 'word' || GENERIC.test(text));

/** Recognizes the name of a day, such as "Peace Officers Memorial Day". */
export function namedDayIn(tokens: readonly Token[], { from, to }: Sentence): Part | null {
  for (let at = from + 1; at < to; at++) {
    const token = tokens[at];
    if (token?.text !== 'day' || !token.cap) continue;
    let start = at;
    while (start > from && isNamePart(tokens[start - 1])) start--;
    if (start < at && !isAddress(tokens, at) && !isOfEvent(tokens, start, at))
      return { from: start, to: at + 1 };
  }
  return null;
}

/** Recognizes an event on a named day: "at an Independence Day parade". */
const isOfEvent = (tokens: readonly Token[], start: number, day: number): boolean =>
  /^(a|an|the|annual)$/.test(tokens[start - 1]?.text ?? '') &&
  tokens[day + 1]?.kind === 'word' &&
  !/^(and|in|on|by|as|which|until|from|is|to)$/.test(tokens[day + 1]?.text ?? '');

/** Recognizes a name that only looks like a day: "Labor Day Road". */
const isAddress = (tokens: readonly Token[], day: number): boolean =>
  /^(road|street|avenue|inn)$/.test(tokens[day + 1]?.text ?? '');

const isNamePart = (token: Token | undefined): boolean =>
  token?.kind === 'word' && token.cap && !DATE_WORD.test(token.text) && token.text !== 'on';

/** Returns the service in "for the day of the service". */
function behindDayOf(tokens: readonly Token[], at: number): number {
  const isDay =
    tokens[at]?.text === 'the' && tokens[at + 1]?.text === 'day' && tokens[at + 2]?.text === 'of';
  return isDay ? at + 3 : at;
}

/** Excludes "for one day", "for immediate release" and "for the same length of time". */
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
  // "for State Representative Joan Bock"
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

/** Returns the name in "the day of Judge Combs's funeral" or "when Bishop Sanna is interred". */
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

/** Returns the index of the token after a sequence of words; -1 if the sequence does not match. */
function behind(tokens: readonly Token[], at: number, words: readonly string[]): number {
  let i = at;
  for (const word of words) {
    while (tokens[i]?.text === '\n') i++;
    if (tokens[i]?.text !== word) return -1;
    i++;
  }
  while (tokens[i]?.text === '\n' || tokens[i]?.text === ':' || tokens[i]?.text === '"') i++;
  return i;
}

function partFrom(tokens: readonly Token[], from: number, sentence: Sentence): Part | null {
  let to = from;
  for (; to < sentence.to && to - from < REASON_MAX; to++) {
    const token = tokens[to];
    if (!token || token.text === ';' || token.text === '|' || token.text === '(') break;
    if (token.text === '\n' && isLabel(tokens, to + 1)) break;
    if (STOPS.has(token.text)) break;
    if (token.text === '"' && tokens[to - 1]?.text === ',') break;
    if (token.text === 'by' && /^(order|direction)$/.test(tokens[to + 1]?.text ?? '')) break;
    // "because the lodge will be honoring fallen officers"
    const isClause = tokens[from - 1]?.text === 'because';
    if (to > from && !isClause && isVerbOfName(tokens, to)) break;
    if (token.text === ',' && endsAtComma(tokens, to)) break;
    if (
      token.text === 'from' &&
      /^(sunrise|sunset|dawn|sunup|now|this|noon)$/.test(tokens[to + 1]?.text ?? '')
    )
      break;
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
  // "in accordance with the Honoring Hometown Heroes Act"
  const isLaw = tokens[to - 1]?.cap === true && /^(act|code)$/.test(tokens[to - 1]?.text ?? '');
  const isPart = to > from && hasName(tokens, from, to) && !isNoReason(tokens, from) && !isLaw;
  return isPart ? { from, to } : null;
}

/**
 * Recognizes a day or a ceremony that is not the reason, such as "on Wednesday, Dec. 5" or "a
 * moment of silence".
 */
const isNoReason = (tokens: readonly Token[], from: number): boolean => {
  const first = tokens[from]?.text ?? '';
  if (/^(on|at|beginning|during)$/.test(first)) return true;
  return first === 'a' && /^(moment|minute|day)$/.test(tokens[from + 1]?.text ?? '');
};

/**
 * Whether the words after a name are a verb of a new clause, as in "Kyle Sand is on Saturday" and
 * "Kyle Sand will remain".
 */
const isVerbOfName = (tokens: readonly Token[], at: number): boolean =>
  /^(is|are|will|has)$/.test(tokens[at]?.text ?? '') && tokens[at - 1]?.cap === true;

/** Recognizes the label of the next row of a form, such as "Start:". */
const isLabel = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.cap === true && (tokens[at + 1]?.text === ':' || tokens[at + 2]?.text === ':');

const isLoose = (token: Token | undefined): boolean =>
  token !== undefined &&
  (token.kind === 'break' ||
    (token.kind === 'mark' && token.text !== ')') ||
    /^(the|and|on|in|at|of|for|through|all|be)$/.test(token.text));

/**
 * Recognizes a comma after which the text returns to the order: ", by the authority", ", the
 * Governor".
 */
function endsAtComma(tokens: readonly Token[], comma: number): boolean {
  let next = comma + 1;
  while (tokens[next]?.text === '\n') next++;
  const word = tokens[next]?.text ?? '';
  const second = tokens[next + 1]?.text ?? '';
  if (tokens[next]?.cap && /^flags?$/.test(second)) return true;
  if (
    /^(i|it|we|until|effective|beginning|starting|according|pursuant|from|flags|all|which)$/.test(
      word,
    )
  )
    return true;
  if (/^(will|shall|should|are)$/.test(word)) return true;
  if (word === 'by') return second === 'the' || second === 'order' || second === 'virtue';
  if (isOfficeBehind(tokens, comma)) return true;
  if (word === 'and') return /^(as|by|will|shall|also|encourages|is)$/.test(second);
  return (
    (word === 'the' || word === 'governor' || word === 'president') &&
    /^(governor|president|flags?|order|united)$/.test(word === 'the' ? second : 'governor')
  );
}

/** Whether a reason contains more than a pronoun. */
function hasName(tokens: readonly Token[], from: number, to: number): boolean {
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

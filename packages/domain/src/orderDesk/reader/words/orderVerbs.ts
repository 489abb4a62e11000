import type { Sentence } from '../sentences/sentences.ts';
import type { Token } from '../text/token.ts';
import { isCancelVerb } from './cancelVerbs.ts';
import { CHANGE_VERBS } from './changeVerbs.ts';
import { ORDER_VERBS, ORDER_WORDS } from './lexicon.ts';
import { positionAt } from './positions.ts';

/** Maximum number of words in a title and name, such as "Governor Jane Doe". */
export const OFFICE_MAX = 5;

/**
 * Maximum number of words between "I" and its verb, as in "I, Ann Poe, Governor of Ohio, direct".
 */
const FIRST_PERSON_MAX = 40;

const ENDINGS = new Set(['ended', 'ends', 'ending']);

/** Whether the word at `at` is a verb that gives an order. */
export function isOrderVerb(tokens: readonly Token[], at: number, { from, to }: Sentence): boolean {
  const word = tokens[at]?.text ?? '';
  // For example: "has ended the half-staff order early"
  if (ENDINGS.has(word) && isOfFlags(tokens, at))
    return tokens.slice(at, to).some(({ text }) => text === 'early' || text === 'earlier');
  if (ORDER_VERBS.has(word))
    return !isNoun(tokens, at) && !isAboutIt(tokens, at) && !permits(tokens, at);
  if (CHANGE_VERBS.has(word) || isCancelVerb(tokens, at)) return isOfFlags(tokens, at);
  if (!ORDER_WORDS.has(word)) return false;
  const before = tokens[at - 1]?.text ?? '';
  if (/^(hereby|do|i|we|also|further|therefore)$/.test(before)) return true;
  // For example: "I now direct"
  if (/^(now|today|again|additionally|likewise|separately)$/.test(before))
    if (/^(i|we)$/.test(tokens[at - 2]?.text ?? '')) return true;
  if (before === 'to' && isThisIs(tokens, at - 2)) return true;
  const next = tokens[at + 1]?.text ?? '';
  // For example: "I, the Governor of Ohio, direct that".
  if (/^(that|all|the|flags|and|as|:)$/.test(next) && before === ',') {
    for (let i = at - 2; i >= Math.max(from, at - FIRST_PERSON_MAX); i--)
      if (tokens[i]?.text === 'i' && tokens[i]?.cap) return true;
  }
  if (word === 'direct' && before === 'and')
    return isOrderVerb(tokens, at - 2, { from, to } as Sentence);
  // For example: "By order of the Governor", "under an order of", "upon the order of".
  if (word === 'order' && tokens[at + 1]?.text === 'of') {
    const lead = before === 'the' ? (tokens[at - 2]?.text ?? '') : before;
    return /^(by|per|on|under|upon)$/.test(lead) || at === from;
  }
  if (word === 'order' && (before === 'by' || before === 'per')) return true;
  if (/^(order|proclamation)$/.test(word) && isIssued(tokens, at)) return true;
  if (word === 'proclamation') return isByProclamation(tokens, at);
  return false;
}

/**
 * Matches phrases that say who ordered something: "at the direction of", "by direction of", "has
 * received notice from the Governor".
 */
export const isDirection = (tokens: readonly Token[], at: number): boolean => {
  const word = tokens[at]?.text ?? '';
  const next = tokens[at + 1]?.text;
  if (word === 'direction') return next === 'of';
  if (!/^(notice|notification|word|instructions?|direction|directive)$/.test(word)) return false;
  if (next !== 'from') return false;
  // For example: "notice from the United States President", "word from Illinois Governor Dan Poe"
  for (let office = at + 2; office < at + 2 + OFFICE_MAX; office++) {
    const token = tokens[office];
    if (/^(governor|gov|president)$/.test(token?.text ?? '')) return true;
    if (token?.kind !== 'break' && token?.text !== 'the' && token?.cap !== true) return false;
  }
  return false;
};

/**
 * Maximum number of words between "extended" and its object, as in "extended the half-staff order".
 */
const OBJECT_MAX = 6;

/**
 * Maximum number of words from "cancelled" to "half-staff", as in "cancelled her order to fly the
 * flags of the United States and of the State of Ohio at half-staff".
 */
const ORDER_MAX = 24;

/**
 * Matches an extension of half-staff, such as "has extended the half-staff order" or "extends the
 * lowering of flags".
 */
function isOfFlags(tokens: readonly Token[], at: number): boolean {
  const isActive = tokens[at]?.text.endsWith('ing') === true;
  const before = tokens[at - 1]?.text ?? '';
  if (!isActive && /^(been|is|was|were|are|be|being|not)$/.test(before)) return false;
  // For example: "has extended her order lowering flags in Iowa to half-staff"
  const isOrder = [2, 3].some((next) =>
    /^(order|period|directive|proclamation|lowering)$/.test(tokens[at + next]?.text ?? ''),
  );
  for (let i = at + 1; i <= at + (isOrder ? ORDER_MAX : OBJECT_MAX); i++) {
    if (positionAt(tokens, i) || isFlagOrder(tokens, i) || isLoweringOf(tokens, i)) return true;
    if (tokens[i]?.kind !== 'word' && !isOfNumber(tokens, i)) return false;
  }
  return false;
}

/** Matches "the lowering of flags". */
const isLoweringOf = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'lowering' &&
  tokens[at + 1]?.text === 'of' &&
  [2, 3, 4].some((next) => /^flags?$/.test(tokens[at + next]?.text ?? ''));

/**
 * Matches a token of an order's number, or the comma after the number: "Executive Order 2026-11,
 * which lowered flags".
 */
const isOfNumber = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.kind === 'number' ||
  tokens[at]?.kind === 'opaque' ||
  (tokens[at]?.text === '-' && tokens[at - 1]?.kind === 'number') ||
  (tokens[at]?.text === ',' && /^(which|that|by)$/.test(tokens[at + 1]?.text ?? ''));

/** Matches "This is", as in "This is to order …", given the index of "is". */
export const isThisIs = (tokens: readonly Token[], is: number): boolean =>
  tokens[is]?.text === 'is' && tokens[is - 1]?.text === 'this';

/** Matches "the flag order", which means an order for half-staff. */
export const isFlagOrder = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'flag' &&
  /^(order|directive|proclamation)$/.test(tokens[at + 1]?.text ?? '');

/**
 * Words after the noun "order" that say what the order does: "for all flags", "under which flags
 * will fly".
 */
const PURPOSE = /^(for|that|to|which|whereby|lowering|placing|putting|under|by)$/;

/**
 * Matches the noun "order" as the object of a verb: "signed an executive order for all flags to be
 * flown", "issued an order that".
 */
function isIssued(tokens: readonly Token[], at: number): boolean {
  let next = at + 1;
  // For example: "signed an executive order April 14 for all flags", "signed an order on Thursday under which"
  while (next < at + 6 && isDay(tokens[next])) next++;
  const purpose = tokens[next]?.text ?? '';
  if (!PURPOSE.test(purpose)) return false;
  if (/^(under|by)$/.test(purpose) && tokens[next + 1]?.text !== 'which') return false;
  for (let i = at - 1; i >= at - 4; i--) {
    const word = tokens[i]?.text ?? '';
    if (/^(signed|signs|issued|issues)$/.test(word)) return tokens[i - 1]?.text !== 'be';
    if (!/^(a|an|the|executive|formal|presidential|flag|new)$/.test(word)) return false;
  }
  return false;
}

const isDay = (token: Token | undefined): boolean =>
  token?.kind === 'number' || token?.cap === true || /^(today|on|,)$/.test(token?.text ?? '');

/** Matches "by order of the Governor" or "as ordered by" after the ordered position. */
const isByProclamation = (tokens: readonly Token[], at: number): boolean => {
  const before = tokens[at - 1]?.text ?? '';
  const far = tokens[at - 2]?.text ?? '';
  if (before === 'by' && /^(of|by)$/.test(tokens[at + 1]?.text ?? '')) return true;
  return before === 'presidential' && (far === 'by' || tokens[at - 3]?.text === 'by');
};

export const isPhrase = (tokens: readonly Token[], at: number): boolean =>
  /^(of|by)$/.test(tokens[at + 1]?.text ?? '') &&
  /^(order|direction|ordered|directed|proclaimed|proclamation)$/.test(tokens[at]?.text ?? '');

/**
 * Matches an ordering verb that does not apply to the flag position after it: "ordered it", "then
 * directed 30 days of half-staff".
 */
const isAboutIt = (tokens: readonly Token[], at: number): boolean => {
  if (tokens[at - 1]?.text === 'then') return true;
  if (!/^(it|this)$/.test(tokens[at + 1]?.text ?? '')) return false;
  // For example: "ordered it to half-staff"
  return !/^(to|lowered|flown|at|be)$/.test(tokens[at + 2]?.text ?? '');
};

/**
 * Matches words that give permission: "authorizes any jurisdiction to fly the flag at half-staff".
 */
const permits = (tokens: readonly Token[], at: number): boolean =>
  /^authoriz/.test(tokens[at]?.text ?? '') &&
  /^(any|other|others|individual|local|agencies|municipalities|jurisdictions)$/.test(
    tokens[at + 1]?.text ?? '',
  );

/** Matches "orders" used as a noun, as in "executive orders", "flag orders" or "orders are". */
function isNoun(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text;
  if (word !== 'orders' && word !== 'mandates' && word !== 'commands') return false;
  const before = tokens[at - 1]?.text ?? '';
  const next = tokens[at + 1]?.text ?? '';
  return (
    /^(executive|flag|the|of|these|his|her|such|those|recent|past|other|all|any|staff|federal|active|current|previous|new|future|special|similar)$/.test(
      before,
    ) || /^(are|is|were|was|from|of|may|can|will)$/.test(next)
  );
}

/**
 * Matches the second of two verbs, which begins a new clause: "has ordered" in "asks people to
 * reflect, and has ordered flags".
 */
export function isNewClause(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text ?? '';
  if (before === 'and' && /^(ordered|directed)$/.test(tokens[at]?.text ?? '')) return true;
  return (
    /^(has|have|also|hereby)$/.test(before) &&
    /^(and|also|i|governor|he|she)$/.test(tokens[at - 2]?.text ?? '')
  );
}

export const isPassive = (tokens: readonly Token[], at: number): boolean =>
  /^(been|is|are|was|were|as)$/.test(tokens[at - 1]?.text ?? '');

import type { Sentence } from '../sentences/sentences.ts';
import type { Token } from '../text/token.ts';

/**
 * Returns a function that decides whether to ignore a date at a token because it is not part of the
 * order's period. It ignores dates in outdated plans, in words that an amendment deletes, in
 * statements of purpose, and in clauses about flags elsewhere.
 */
export function asideIn(tokens: readonly Token[], sentence: Sentence): (at: number) => boolean {
  const plan = formerPlanIn(tokens, sentence);
  const purpose = purposeIn(tokens, sentence);
  const struck = struckWordsIn(tokens, sentence);
  const elsewhere = elsewhereIn(tokens, sentence);
  return (at) =>
    at >= elsewhere ||
    [plan, struck].some((range) => range !== null && at >= range.from && at < range.to) ||
    at >= purpose;
}

/** Maximum number of words from "where" to "also", as in "where flags are also at half-mast". */
const ALSO_MAX = 5;

/**
 * Returns the index at which a clause about flags in another place begins: "…, where flags are also
 * at half-mast until Monday". Returns the end of the sentence if there is none.
 */
function elsewhereIn(tokens: readonly Token[], { from, to }: Sentence): number {
  for (let at = from + 1; at < to; at++) {
    if (tokens[at]?.text !== 'where' || tokens[at - 1]?.text !== ',') continue;
    if (tokens.slice(at, at + ALSO_MAX).some(({ text }) => text === 'also')) return at;
  }
  return to;
}

/**
 * Returns the range of words that an amendment removes from an earlier order: "by deleting the
 * words 'until sunset on May 9' and inserting …", "replacing 'May 9' with …". Null if there is
 * none.
 */
function struckWordsIn(
  tokens: readonly Token[],
  { from, to }: Sentence,
): { from: number; to: number } | null {
  for (let at = from; at < to; at++) {
    if (!STRIKES.test(tokens[at]?.text ?? '')) continue;
    for (let end = at + 1; end < to; end++)
      if (INSERTS.test(tokens[end]?.text ?? '')) return { from: at, to: end };
  }
  return null;
}

const STRIKES = /^(deleting|striking|removing|replacing|omitting)$/;
const INSERTS = /^(inserting|substituting|adding|with)$/;

const PLAN = /^(set|scheduled|due|supposed|slated|expected|to)$/;
const EARLIER_WORDS = new Set('originally previously initially formerly first'.split(' '));
const MAIN = /^(will|shall|should|must|are|is|remain|now)$/;

/**
 * Maximum number of words in an outdated plan that isn't set off by commas, such as "originally set
 * to go up today".
 */
const PLAN_MAX = 20;

/**
 * Returns the range of a plan that no longer applies, up to where the main clause continues: "which
 * were to go up this evening" in "flags, which were to go up this evening, will remain at
 * half-staff". Null if there is none.
 */
export function formerPlanIn(
  tokens: readonly Token[],
  { from, to }: Sentence,
): { from: number; to: number } | null {
  for (let at = from + 1; at < to; at++) {
    const isAside = tokens[at - 1]?.text === ',';
    // For example: "flags originally set to go up today will now remain at half-staff"
    const isPlain = !isAside && EARLIER_WORDS.has(tokens[at]?.text ?? '');
    if (!(isAside || isPlain) || !isPlan(tokens, at)) continue;
    const last = isAside ? to : Math.min(to, at + PLAN_MAX);
    for (let end = at; end < last; end++)
      if (isAside ? isMainBehind(tokens, end) : isNowInstead(tokens, end))
        return { from: at, to: end };
    if (isAside) return { from: at, to };
  }
  return null;
}

const isMainBehind = (tokens: readonly Token[], comma: number): boolean =>
  tokens[comma]?.text === ',' && MAIN.test(tokens[comma + 1]?.text ?? '');

/**
 * Matches the main clause that replaces an outdated plan: "will now remain", "are instead to stay".
 */
const isNowInstead = (tokens: readonly Token[], at: number): boolean =>
  /^(will|shall|should|must|are)$/.test(tokens[at]?.text ?? '') &&
  /^(now|instead)$/.test(tokens[at + 1]?.text ?? '');

/**
 * Matches the beginning of a plan that no longer applies: "which were to …", "that had been
 * scheduled to …", "originally set to …".
 */
function isPlan(tokens: readonly Token[], at: number): boolean {
  let verb = /^(which|that)$/.test(tokens[at]?.text ?? '') ? at + 1 : at;
  const first = verb;
  const isPast = (word: string): boolean =>
    /^(were|was|had|been)$/.test(word) || EARLIER_WORDS.has(word);
  const isPlanAt = (from: number): boolean => {
    verb = from;
    while (isPast(tokens[verb]?.text ?? '')) verb++;
    return verb > from && PLAN.test(tokens[verb]?.text ?? '');
  };
  if (isPlanAt(first)) return true;
  // For example: "which were lowered on Monday and were to stay down through Friday", "lowered on
  // Monday and due to be raised tonight"
  const isAside =
    (first > at && isPast(tokens[first]?.text ?? '')) ||
    /^(lowered|flown|down)$/.test(tokens[first]?.text ?? '');
  const isDue = (from: number): boolean =>
    /^(due|set|scheduled|slated|expected)$/.test(tokens[from]?.text ?? '') &&
    tokens[from + 1]?.text === 'to';
  if (isDue(first) && tokens[at - 1]?.text === ',') return true;
  for (let and = first; isAside && and < first + PLAN_MAX; and++)
    if (tokens[and]?.text === 'and' && (isPlanAt(and + 1) || isDue(and + 1))) return true;
  return false;
}

/**
 * Returns the index at which a purpose clause begins, such as "so that they are lowered on the day
 * of his service"; the end of the sentence if there is none.
 */
function purposeIn(tokens: readonly Token[], { from, to }: Sentence): number {
  for (let at = from + 1; at < to; at++)
    if (tokens[at]?.text === 'so' && /^(that|they|it|we|flags)$/.test(tokens[at + 1]?.text ?? ''))
      return isAmendment(tokens, from, at) ? to : at;
  return to;
}

/**
 * Matches an amendment whose new terms follow "so": "do hereby amend Proclamation 15 so that …".
 */
const isAmendment = (tokens: readonly Token[], from: number, so: number): boolean =>
  tokens[so - 1]?.text !== ',' &&
  tokens.slice(from, so).some(({ text }) => /^(amend|amends|amended|amending)$/.test(text));

import type { Sentence } from '../text/sentences.ts';
import type { Token } from '../text/token.ts';

/**
 * Returns a function that says whether a token belongs to an earlier plan or to a statement of
 * purpose. The dates there are not those of the order.
 */
export function asideIn(tokens: readonly Token[], sentence: Sentence): (at: number) => boolean {
  const plan = formerPlanIn(tokens, sentence);
  const purpose = purposeIn(tokens, sentence);
  return (at) => (plan !== null && at >= plan.from && at < plan.to) || at >= purpose;
}

const PLAN = /^(set|scheduled|due|supposed|slated|expected|to)$/;
const EARLIER_WORDS = new Set('originally previously initially formerly first'.split(' '));
const MAIN = /^(will|shall|should|must|are|is|remain|now)$/;

/** Maximum number of words in a plan that no commas set off. */
const PLAN_MAX = 20;

/**
 * Returns the range of tokens about a plan that no longer applies, up to the continuation of the
 * main clause: "flags, which were to go up this evening, will remain at half-staff". Null if there
 * is none.
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

/** Recognizes the main clause after a former plan: "will now remain", "are instead to stay". */
const isNowInstead = (tokens: readonly Token[], at: number): boolean =>
  /^(will|shall|should|must|are)$/.test(tokens[at]?.text ?? '') &&
  /^(now|instead)$/.test(tokens[at + 1]?.text ?? '');

/**
 * Recognizes the beginning of a plan that no longer applies: "which were to …", "that had been
 * scheduled to …", "originally set to …".
 */
function isPlan(tokens: readonly Token[], at: number): boolean {
  let verb = /^(which|that)$/.test(tokens[at]?.text ?? '') ? at + 1 : at;
  const first = verb;
  const isPast = (word: string): boolean =>
    /^(were|was|had|been)$/.test(word) || EARLIER_WORDS.has(word);
  while (isPast(tokens[verb]?.text ?? '')) verb++;
  return verb > first && PLAN.test(tokens[verb]?.text ?? '');
}

/**
 * Returns the index at which a purpose begins, such as "so that they are lowered on the day of his
 * service"; the end of the sentence if there is none.
 */
function purposeIn(tokens: readonly Token[], { from, to }: Sentence): number {
  for (let at = from + 1; at < to; at++)
    if (tokens[at]?.text === 'so' && /^(that|they|it|we|flags)$/.test(tokens[at + 1]?.text ?? ''))
      return at;
  return to;
}

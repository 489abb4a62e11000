import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { datePhraseAt } from '../../when/datePhrases.ts';

/**
 * Matches a grammatical subject that refers to the order: "The order", "this proclamation", "the
 * Governor's directive". Does not match "the burn ban order".
 */
export const namesTheOrder = (words: readonly Token[]): boolean =>
  words.some(
    ({ text }, i) =>
      (ORDER.test(text) || isMourning(words, i)) &&
      !/^(of|for)$/.test(
        /^(direction|declaration|observance)$/.test(text) ? (words[i + 1]?.text ?? '') : '',
      ) &&
      !isOfWeek(words, i) &&
      !isOfCourt(words, i) &&
      (i === 0 ||
        /^(the|this|that|his|her|their|its|'s|flag|executive|staff|governors?|an?)$/.test(
          words[i - 1]?.text ?? '',
        )),
  );

/** Nouns that can refer to an order, such as "directive" and "tribute". */
const ORDER =
  /^(order|directive|proclamation|lowering|tribute|direction|directions|declaration|instruction|instructions|mandate|decree|extension|observance|salute|gesture)$/;

/**
 * Matches a grammatical subject that refers to the half-staff period: "the period of mourning",
 * "the mourning period".
 */
const isMourning = (words: readonly Token[], at: number): boolean =>
  (words[at]?.text === 'period' && words[at + 2]?.text === 'mourning') ||
  (words[at]?.text === 'mourning' && words[at + 1]?.text === 'period');

/** Matches the declaration of a day of mourning: "declared Friday, May 8, a day of mourning". */
export function declaresMourning(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) {
    const next = tokens[at + 1]?.text;
    if (tokens[at]?.text !== 'of' || (next !== 'mourning' && next !== 'remembrance')) continue;
    if (!/^days?$/.test(tokens[at - 1]?.text ?? '')) continue;
    if (tokens.slice(from, at).some(({ text }) => DECLARES.has(text))) return true;
  }
  return false;
}

const DECLARES = new Set(
  'declared declares proclaimed proclaims ordered decreed decrees'.split(' '),
);

/** Matches an order that is not a governor's or the President's: "the Supreme Court's order". */
const isOfCourt = (words: readonly Token[], at: number): boolean =>
  words[at - 1]?.text === "'s" &&
  /^(courts?|judge|marshal|commission|department|agency|sheriff)$/.test(words[at - 2]?.text ?? '');

/**
 * Matches a proclamation of a themed week, month or year, which is not an order about flags: "the
 * proclamation of Water Week".
 */
const isOfWeek = (words: readonly Token[], at: number): boolean =>
  [1, 2, 3, 4, 5].some((next) => {
    const token = words[at + next];
    return token?.cap === true && /^(week|month|year)$/.test(token.text);
  });

const VERB = /^(ordered|directed|directs|directing|ordering|announced|announces|extended|extends)$/;
const BESIDE = /^(that|also|today|has|have)$/;
const ABOUT_ORDER =
  /^(it|this|them|they|so|by|on|in|from|for|yesterday|tonight|tuesday|monday|wednesday|thursday|friday|saturday|sunday|such|similarly|likewise|to|earlier|and)$/;
const OBJECT =
  /^(orders?|lowering|directives?|proclamations?|tribute|flags?|colors|honor|period|mourning|observance|extension|half|display|gesture|notice|condolences|sympathies)$/;
/**
 * Maximum number of words from a verb to its object, as in "extended the statewide half-staff
 * order".
 */
const OBJECT_MAX = 6;

/**
 * Whether a sentence that does not mention flags is about an unrelated order: "The Governor ordered
 * a special election", "The Mayor directed the streets closed".
 */
export function ordersSomethingElse(tokens: readonly Token[], { from, to }: Sentence): boolean {
  if (namesTheOrder(tokens.slice(from, to)) || declaresMourning(tokens, from, to)) return false;
  let isOther = false;
  for (let at = from + 1; at < to; at++) {
    if (!VERB.test(tokens[at]?.text ?? '')) continue;
    let next = at + 1;
    while (next < to && BESIDE.test(tokens[next]?.text ?? '')) next++;
    const token = tokens[next];
    if (next >= to || token?.kind !== 'word' || ABOUT_ORDER.test(token.text)) return false;
    if (datePhraseAt(tokens, next)) return false;
    const object = tokens.slice(next, Math.min(to, next + OBJECT_MAX));
    if (object.some(({ text }) => OBJECT.test(text))) return false;
    isOther = true;
  }
  return isOther;
}

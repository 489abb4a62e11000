import type { Sentence } from '../sentences/sentences.ts';
import type { Token } from '../text/token.ts';

const formsOf = (stems: readonly string[]): ReadonlySet<string> =>
  new Set(stems.flatMap((stem) => [`${stem}ed`, `${stem}s`, `${stem}ing`]));

/** Verbs that make an order end later, such as "extended" and "prolongs". */
export const EXTENDING_VERBS = formsOf(['extend', 'lengthen', 'prolong', 'renew']);

/** Verbs that make an order end sooner, such as "shortening". */
export const SHORTENING_VERBS = formsOf(['shorten']);

/** Verbs that change when an order ends. */
export const CHANGE_VERBS: ReadonlySet<string> = new Set([...EXTENDING_VERBS, ...SHORTENING_VERBS]);

/**
 * Matches words that change an earlier order: "do hereby amend Proclamation 15", "Amendment No. 1
 * to Executive Order 12". Excludes "Executive Order 10834, as amended".
 */
export const amendsOrder = (
  tokens: readonly Token[],
  { from, to }: Pick<Sentence, 'from' | 'to'>,
): boolean =>
  tokens.slice(from, to).some(({ text }, i) => {
    if (AMENDS.has(text)) {
      if (tokens[from + i - 1]?.text === 'as') return false;
      const isPassive =
        /^(amended|modified|revised)$/.test(text) &&
        /^(is|are|hereby|been)$/.test(tokens[from + i - 1]?.text ?? '');
      return (
        [1, 2, 3, 4].some((next) => from + i + next < to && isOrder(tokens, from + i + next)) ||
        (isPassive && tokens.slice(from, from + i).some((_, at) => isOrder(tokens, from + at)))
      );
    }
    if (text !== 'amendment' && text !== 'modification') return false;
    const end = Math.min(to, from + i + AMENDMENT_MAX);
    const behind = tokens.slice(from + i + 1, end).map((token) => token.text);
    return (
      /^(to|of|no|number|,|:)$/.test(behind[0] ?? '') && behind.some((word) => ORDER.test(word))
    );
  });

/**
 * Matches an extension of the order or its period in words that do not mention flags: "The period
 * is therefore extended", "I am extending that order", "has extended the period".
 */
export const extendsOrder = (
  tokens: readonly Token[],
  { from, to }: Pick<Sentence, 'from' | 'to'>,
): boolean =>
  tokens.slice(from, to).some(({ text }, i) => {
    const at = from + i;
    if (/^(extending|extends|extend)$/.test(text)) return isPeriod(tokens, at + 1);
    if (text !== 'extended') return false;
    if (isPeriod(tokens, at + 1)) return true;
    let verb = at - 1;
    while (/^(therefore|hereby|now|thus|accordingly|been)$/.test(tokens[verb]?.text ?? '')) verb--;
    if (verb - PERIOD_WORDS_MAX > from || !/^(is|has)$/.test(tokens[verb]?.text ?? ''))
      return false;
    return isPeriod(tokens, tokens[from]?.text === 'therefore' ? behindComma(tokens, from) : from);
  });

/** Maximum number of words in a subject such as "Therefore, the half-staff period". */
const PERIOD_WORDS_MAX = 8;

const behindComma = (tokens: readonly Token[], at: number): number =>
  tokens[at + 1]?.text === ',' ? at + 2 : at + 1;

/**
 * Matches phrases such as "the period", "that order", "the half-staff period" or "this period of
 * mourning".
 */
function isPeriod(tokens: readonly Token[], at: number): boolean {
  if (!/^(the|this|that|my|said)$/.test(tokens[at]?.text ?? '')) return false;
  let noun = at + 1;
  while (/^(half|-|staff|mast|flag|mourning|executive|earlier)$/.test(tokens[noun]?.text ?? ''))
    noun++;
  const isMourning = tokens[noun + 1]?.text === 'of' && tokens[noun + 2]?.text === 'mourning';
  return (
    /^(period|order|directive|proclamation)$/.test(tokens[noun]?.text ?? '') &&
    (isMourning || !/^(for|of|to)$/.test(tokens[noun + 1]?.text ?? ''))
  );
}

const AMENDS = new Set(
  'amend amends amended amending modify modifies modified modifying revises revised revising'.split(
    ' ',
  ),
);
const ORDER = /^(order|proclamation|directive)$/;
const isOrder = (tokens: readonly Token[], at: number): boolean =>
  ORDER.test(tokens[at]?.text ?? '');

/** Maximum number of tokens in "Amendment No. 1 to Executive Order". */
const AMENDMENT_MAX = 9;

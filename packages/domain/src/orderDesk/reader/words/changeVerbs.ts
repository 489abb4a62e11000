import type { Sentence } from '../text/sentences.ts';
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

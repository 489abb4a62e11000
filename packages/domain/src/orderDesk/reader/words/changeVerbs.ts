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

/** Matches words that amend an earlier order: "do hereby amend Proclamation 15". */
export const amendsOrder = (
  tokens: readonly Token[],
  { from, to }: Pick<Sentence, 'from' | 'to'>,
): boolean =>
  tokens
    .slice(from, to)
    .some(
      ({ text }, i) =>
        /^(amend|amends|amended|amending)$/.test(text) &&
        [1, 2, 3, 4].some((next) =>
          /^(order|proclamation|directive)$/.test(tokens[from + i + next]?.text ?? ''),
        ),
    );

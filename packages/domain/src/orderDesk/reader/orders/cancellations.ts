import type { Document } from '../clauses/document/document.ts';
import { isCancelVerb, isNegated } from '../words/cancelVerbs.ts';

/**
 * Matches a sentence that cancels the order in the previous sentence: "The half-staff observance
 * for Officer Roe will not take place. Governor Poe has withdrawn her order."
 */
export function cancelsNamed({ tokens, clauses }: Document, index: number): boolean {
  const [before, own] = [clauses[index - 1], clauses[index]];
  if (!before || !own?.supports || before.sentence.paragraph !== own.sentence.paragraph)
    return false;
  if (!before.mentions.some(({ position }) => position !== 'full')) return false;
  const { from, to } = own.sentence;
  return tokens.slice(from, to).some(
    (_, i) =>
      isCancelVerb(tokens, from + i) &&
      !isNegated(tokens, from + i) &&
      /^(her|his|the|that|this)$/.test(tokens[from + i + 1]?.text ?? '') &&
      /^(order|directive|proclamation)$/.test(tokens[from + i + 2]?.text ?? '') &&
      // For example: "rescinded the order on masks"
      /^(for|of|[.,;])$/.test(tokens[from + i + 3]?.text ?? '.'),
  );
}

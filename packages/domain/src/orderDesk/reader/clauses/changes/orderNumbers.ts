import type { Sentence } from '../../sentences/sentences.ts';
import type { Document } from '../document/document.ts';
import type { OrderGroup } from '../drafts/draft.ts';

/**
 * Whether a sentence is about an order with a different number than the text's own order, such as
 * "Executive Order 2024-3 is hereby rescinded".
 */
export function isOfOtherNumber(
  { tokens, clauses }: Document,
  { sentences }: OrderGroup,
  sentence: Sentence,
): boolean {
  const number = numberIn(tokens, sentence);
  if (number === null) return false;
  const isGiven = clauses.some(
    (clause) =>
      clause.sentence !== sentence &&
      sentences.includes(clause.sentence) &&
      clause.mentions.some(({ mode }) => mode === 'order'),
  );
  return (
    isGiven &&
    clauses.every(
      (clause) =>
        clause.sentence.from === sentence.from || numberIn(tokens, clause.sentence) !== number,
    )
  );
}

/**
 * Returns the number in a phrase such as "Executive Order 2024-3" or "Proclamation No. 26-14"; null
 * if there is none.
 */
function numberIn(tokens: Document['tokens'], { from, to }: Sentence): string | null {
  for (let at = from; at < to; at++) {
    if (!/^(order|proclamation|directive)$/.test(tokens[at]?.text ?? '')) continue;
    let next = at + 1;
    while (/^(no|number|nos|\.|#)$/.test(tokens[next]?.text ?? '')) next++;
    let number = '';
    for (; next < to; next++) {
      const token = tokens[next];
      if (token?.kind !== 'number' && token?.kind !== 'opaque' && token?.text !== '-') break;
      number += token.kind === 'opaque' ? `${token.end - token.start}?` : token.text;
    }
    if (/\d/.test(number)) return number;
  }
  return null;
}

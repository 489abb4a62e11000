import type { Sentence } from '../../sentences/sentences.ts';
import type { Document } from '../document/document.ts';

/**
 * Returns the state named before a colon at the beginning of a sentence: "Arkansas: By order of the
 * governor, …".
 */
export function labelOf(tokens: Document['tokens'], sentence: Sentence): string | null {
  let first = sentence.from;
  // For example: "2) Period: …"
  if (tokens[first]?.kind === 'number' && /^[.)]$/.test(tokens[first + 1]?.text ?? '')) first += 2;
  while (first < sentence.to && /^([-*\u2022\u00B7|]|the)$/.test(tokens[first]?.text ?? ''))
    first++;
  for (let at = first; at < first + 4; at++)
    if (tokens[at]?.text === ':') return tokens[first]?.text ?? null;
  return null;
}

import type { Sentence } from '../../sentences/sentences.ts';
import type { Clause, Document } from '../document/document.ts';

/**
 * Matches an order that leaves flags where they are: "directed all flags to remain at half-staff".
 */
export function remainsIn({ tokens }: Document, clause: Clause | null): Sentence | null {
  const mention = clause?.mentions.find(
    ({ mode, position }) => mode === 'order' && position === 'half',
  );
  if (!clause || !mention || clause.sentence.isHeading) return null;
  for (let at = mention.verb + 1; at < mention.from; at++) {
    const word = tokens[at]?.text ?? '';
    if (/^(lowered|flown|fly)$/.test(word)) return null;
    if (/^(remain|remaining|stay|continue)$/.test(word)) return clause.sentence;
  }
  return null;
}

/** Matches "Flags will remain at half-staff" in a document that also mentions an earlier order. */
export function staysIn(document: Document, clauses: readonly Clause[]): Sentence | null {
  const { tokens } = document;
  const stays = clauses.find(({ mentions }) =>
    mentions.some(
      ({ from, position, mode }) =>
        position === 'half' &&
        mode === 'state' &&
        /^(remain|stay)$/.test(tokens[from - 2]?.text ?? ''),
    ),
  );
  return stays && namesEarlierOrder(document) ? stays.sentence : null;
}

/** Matches a reference to a previous order: "the earlier order", "her previous proclamation". */
const namesEarlierOrder = ({ tokens, clauses }: Document): boolean =>
  clauses.some(({ sentence: { from, to } }) => {
    for (let at = from; at < to; at++) {
      const word = tokens[at]?.text;
      if (
        (word === 'earlier' || word === 'previous') &&
        /^(notice|order|proclamation|directive)$/.test(tokens[at + 1]?.text ?? '')
      )
        return true;
    }
    return false;
  });

import type { Party } from '../../parties/authorities.ts';
import type { Clause, Document } from '../document/document.ts';
import type { Stated } from '../drafts/draft.ts';

/**
 * Returns the authority that an order refers to only by a pronoun or a short name: "She has ordered
 * …" after a sentence about a mayor, "By vote of the Board, …" below the letterhead of a county
 * board.
 */
export function referentOf(document: Document, order: Clause | null): Stated<Party> | null {
  if (order === null) return null;
  const { tokens, clauses } = document;
  const { from, to, paragraph } = order.sentence;
  if (/^(he|she)$/.test(tokens[from]?.text ?? '')) {
    const before = clauses[clauses.indexOf(order) - 1];
    return before?.sentence.paragraph === paragraph ? onlyPartyIn([before]) : null;
  }
  const isOfBody = tokens
    .slice(from, to)
    .some(({ text, cap }, i) => cap && BODY.test(text) && tokens[from + i - 1]?.text === 'the');
  if (!isOfBody) return null;
  const letterhead = clauses.filter(
    ({ sentence, parties }) => sentence.isHeading && sentence.from < from && parties.length > 0,
  );
  const office = onlyPartyIn(letterhead);
  return office?.value === 'county' || office?.value === 'city' ? office : null;
}

const BODY = /^(board|council|commission|commissioners|supervisors)$/;

/**
 * Returns the only authority mentioned in the given sentences; null if they mention none, or more
 * than one.
 */
function onlyPartyIn(clauses: readonly Clause[]): Stated<Party> | null {
  const [first] = clauses.filter(({ parties }) => parties.length > 0);
  const named = new Set(clauses.flatMap(({ parties }) => parties.map(({ party }) => party)));
  const [party] = named;
  return first && party && named.size === 1 ? { value: party, sentence: first.sentence } : null;
}

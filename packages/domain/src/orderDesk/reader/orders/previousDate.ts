import type { Document } from '../clauses/document/document.ts';
import { declaresMourning } from '../clauses/document/subjects.ts';
import type { EvidenceDate } from '../clauses/period/evidence.ts';
import { datePhraseAt } from '../when/datePhrases.ts';

/**
 * Returns the date that "this day" refers to: the last date mentioned in this or the previous
 * sentence.
 */
export function previousDate(document: Document, index: number): EvidenceDate {
  const clause = document.clauses[index - 1];
  if (!clause) return null;
  const before = clause.sentence;
  const isOfMourning = declaresMourning(document.tokens, before.from, before.to);
  for (let at = before.to - 1; at >= before.from; at--) {
    // In "on Friday, January 23, in honor of Ann Poe, who died January 4", January 4 is not meant
    // by "this day".
    if (clause.topicAt(at).topic === 'incident' && !isOfMourning) continue;
    const phrase = datePhraseAt(document.tokens, at);
    if (!phrase || phrase.to > before.to) continue;
    let first = phrase;
    // A date may begin with its weekday: "Tuesday, May 15, 2018".
    for (let start = at - 1; start >= Math.max(before.from, at - 3); start--) {
      const longer = datePhraseAt(document.tokens, start);
      if (longer && longer.to === phrase.to) first = longer;
    }
    return first.date ? (document.resolve(first.date) ?? 'unknown') : 'bad';
  }
  return null;
}

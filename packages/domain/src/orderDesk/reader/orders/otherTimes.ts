import type { Document } from '../clauses/document/document.ts';
import { labelOf } from '../clauses/drafts/labelOf.ts';
import { isOver } from '../clauses/drafts/ordersIn.ts';
import { CEREMONIES } from '../words/lexicon.ts';

/**
 * Matches the time of a ceremony in a form: "When: Friday, 10 a.m." below the title "Visitation" or
 * next to "What: Funeral of …".
 */
export function isOfCeremony({ tokens, clauses }: Document, index: number): boolean {
  const row = clauses[index];
  if (!row || row.mentions.length > 0 || labelOf(tokens, row.sentence) === null) return false;
  return clauses.slice(Math.max(0, index - 2), index + 3).some(({ sentence, mentions }) => {
    const { from, to, paragraph, isHeading } = sentence;
    const isTitle = isHeading && row.sentence.paragraph - paragraph <= 1;
    if (mentions.length > 0 || !(isTitle || labelOf(tokens, sentence) !== null)) return false;
    if (Math.abs(paragraph - row.sentence.paragraph) > 1) return false;
    for (let at = from; at < to; at++)
      if (CEREMONIES.has(tokens[at]?.text ?? '') && tokens[at + 1]?.text !== 'day') return true;
    return false;
  });
}

/**
 * Matches the end of an earlier half-staff period: "Flags were also at half-staff today for Patriot
 * Day. That observance ends at sunset."
 */
export function isOfEarlierDays({ tokens, clauses }: Document, index: number): boolean {
  const [before, own] = [clauses[index - 1], clauses[index]];
  if (!before || !own || before.sentence.paragraph !== own.sentence.paragraph) return false;
  const isOfPast =
    before.mentions.length > 0 && before.mentions.every((mention) => isOver(tokens, mention));
  const [first, second] = tokens.slice(own.sentence.from, own.sentence.from + 2);
  return (
    isOfPast &&
    /^(that|this)$/.test(first?.text ?? '') &&
    /^(observance|period|order|lowering|tribute|day|half)$/.test(second?.text ?? '')
  );
}

import type { Clause, Document } from '../clauses/document/document.ts';
import { wasOrderedBefore } from '../clauses/period/dayOfOrdering.ts';
import type { Sentence } from '../sentences/sentences.ts';

/** Maximum age, in days, of an order that a document can report as news. */
const AGE_MAX = 120;

/**
 * Matches an order from an earlier year: "On July 8, 2016, the President ordered flags lowered".
 */
export function isOld({ tokens, issued }: Document, { sentence, mentions }: Clause): boolean {
  const words = { from: sentence.from, to: mentions[0]?.from ?? 0 };
  if (issued.length === 0) return isQuoteOf(tokens, words, UNDATED);
  return issued.every(
    ({ date }) =>
      wasOrderedBefore(tokens, sentence, mentions, date, AGE_MAX) ||
      isQuoteOf(tokens, words, Number(date.slice(0, 4))),
  );
}

/** Maximum number of sentences between "from our archives:" and the order that it introduces. */
const ARCHIVE_MAX = 2;

/**
 * Matches an old text that is published again: 'Seven years ago this week: "The President has
 * ordered …"', "From our archives, Aug. 4, 2019:".
 */
export const isOfArchive = ({ tokens, clauses }: Document, index: number): boolean =>
  clauses.slice(Math.max(0, index - ARCHIVE_MAX), index).some(({ sentence: { from, to } }) => {
    const words = tokens.slice(from, to).map(({ text }) => text);
    // For example: "On this day: March 12, 1996."
    if (words.join(' ').startsWith('on this day :')) return true;
    const isLead = words.at(-1) === ':' || words.at(-1) === '"';
    return (
      isLead &&
      words.some(
        (word, i) =>
          /^(archives?|vault|reprint|reprinted|throwback|flashback)$/.test(word) ||
          (/^(years?|decades?)$/.test(word) && words[i + 1] === 'ago'),
      )
    );
  });

/** The earliest year in which a document without a date is assumed to have been written. */
const UNDATED = 2000;

/** Matches a quotation from an earlier year: 'the telegram of April 15, 1865: "All flags …"'. */
const isQuoteOf = (
  tokens: Document['tokens'],
  { from, to }: Pick<Sentence, 'from' | 'to'>,
  year: number,
): boolean =>
  tokens
    .slice(from, to)
    .some(
      ({ kind, value, start, end }, i) =>
        kind === 'number' &&
        end - start === 4 &&
        value > YEAR_MIN &&
        value < year - 1 &&
        /^[:,]$/.test(tokens[from + i + 1]?.text ?? '') &&
        tokens[from + i + 2]?.text === '"',
    );

/** A number must be greater than this to be read as a year. */
const YEAR_MIN = 1770;

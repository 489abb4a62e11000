import type { Document } from '../clauses/document/document.ts';
import type { Draft } from '../clauses/drafts/draft.ts';
import type { Sentence } from '../sentences/sentences.ts';

/**
 * Whether a draft is a paragraph of a law or policy rather than an order, such as "(g) The City
 * Manager orders flags to half-mast (1) from the day of death until burial, for a councilmember".
 */
export function isCode(
  { tokens, clauses }: Document,
  { clauses: own, order, evidence }: Draft,
): boolean {
  if (evidence.some(({ kind, date }) => kind === 'now' || (date !== null && /^\d/.test(date))))
    return false;
  const verb = order?.mentions.find(({ mode }) => mode === 'order')?.verb ?? -1;
  // For example: "Ohio law directs that flags be flown at half-staff on Memorial Day"
  if (/^(law|statute|code|act|policy|ordinance)$/.test(tokens[verb - 1]?.text ?? '')) return true;
  if (verb !== -1 && !isPresent(tokens, verb)) return false;
  if (own.some(({ sentence }) => isForAnybody(tokens, sentence))) return true;
  const isNumbered = own.some(({ sentence }) => startsNumbered(tokens, sentence));
  return (
    isNumbered || clauses.slice(0, TITLES_MAX).some(({ sentence }) => isTitle(tokens, sentence))
  );
}

/**
 * Matches an ordering verb in the present tense: "orders" and "directs", but not "has ordered",
 * "hereby order" or "I direct".
 */
const isPresent = (tokens: Document['tokens'], verb: number): boolean =>
  /^(orders|directs|instructs|commands|mandates|proclaims|order|direction)$/.test(
    tokens[verb]?.text ?? '',
  ) && !/^(i|we|hereby|do)$/.test(tokens[verb - 1]?.text ?? '');

/**
 * Matches a general rule: "for any Iowan killed in the line of duty", "upon the death of each
 * member".
 */
function isForAnybody(tokens: Document['tokens'], { from, to }: Sentence): boolean {
  for (let at = from + 1; at < to; at++)
    if (
      /^(any|each|every)$/.test(tokens[at]?.text ?? '') &&
      /^(for|of|honor|when)$/.test(tokens[at - 1]?.text ?? '')
    )
      return true;
    else if (
      /^(a|an)$/.test(tokens[at]?.text ?? '') &&
      tokens[at - 1]?.text === 'of' &&
      /^(death|passing)$/.test(tokens[at - 2]?.text ?? '')
    )
      return true;
  return false;
}

/** Matches the number of a paragraph: "(g) …", "3. …", "Sec. 4-102. …". */
function startsNumbered(tokens: Document['tokens'], { from }: Sentence): boolean {
  const [first, second, third] = tokens.slice(from, from + 3);
  if (first?.text === '\u00a7' || /^(sec|section|subsection)$/.test(first?.text ?? '')) return true;
  const isShort = (second?.end ?? 0) - (second?.start ?? 0) <= 3;
  if (first?.text === '(') return third?.text === ')' && isShort;
  return first?.kind === 'number' && /^[.)]$/.test(second?.text ?? '');
}

/** Number of sentences at the beginning of a document that are searched for the title of a law. */
const TITLES_MAX = 6;
/** Maximum number of words in a law's title before a word such as "Chapter". */
const LEAD_MAX = 8;
const DIVISION =
  /^(chapter|section|sec|article|title|policy|ordinance|code|rule|regulation|procedure|bylaw|bylaws|statute|subchapter|\u00a7)$/;

/** Matches the title of a law: "WebLink - Chapter 7, Flags", "Administrative Code". */
function isTitle(tokens: Document['tokens'], { from, to }: Sentence): boolean {
  for (let at = from; at < Math.min(to, from + LEAD_MAX); at++) {
    const token = tokens[at];
    if (!DIVISION.test(token?.text ?? '')) continue;
    const next = tokens[at + 1];
    if (next?.kind === 'number' || next?.kind === 'opaque') return true;
    if (token?.cap && (at + 1 >= to || next?.kind === 'break' || next?.text === '-')) return true;
  }
  return false;
}

import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { datePhraseAt } from '../../when/datePhrases.ts';
import type { Mention } from '../../words/mentions.ts';
import { isSidebar } from './issueDates.ts';

interface Clause {
  sentence: Sentence;
  mentions: readonly Mention[];
  isForeign: boolean;
}

/** Maximum number of words in a title such as "Previous Flag Orders". */
const TITLE_MAX = 6;

const PAST = /^(past|previous|prior|expired|archived?|older|earlier)$/;
const CURRENT = /^(current|currently|active|upcoming|today|new|latest|now)$/;
const LISTED =
  /^(notices?|orders?|directives?|alerts?|proclamations?|notifications?|statuses|half|observances?|lowerings?|announcements?)$/;

/**
 * Marks sentences as irrelevant if they come after a title such as "Past notices" and before a
 * title such as "Current notices".
 */
export function markPastSections(tokens: readonly Token[], clauses: readonly Clause[]): void {
  let isPast = false;
  for (const clause of clauses) {
    const words = titleOf(tokens, clause.sentence);
    if (words.some((word) => PAST.test(word)) && words.some((word) => LISTED.test(word)))
      isPast = true;
    else if (words.some((word) => CURRENT.test(word))) isPast = false;
    if (isPast) clause.isForeign = true;
  }
}

/**
 * Returns the words of a section title: a short heading, or the words before the first date in a
 * sentence such as "Past notices May 3, 2026: …". Returns an empty list if the sentence contains no
 * title.
 */
function titleOf(tokens: readonly Token[], { from, to, isHeading }: Sentence): string[] {
  if (tokens[from]?.kind !== 'word') return [];
  let end = from;
  while (end < to && end - from <= TITLE_MAX && !datePhraseAt(tokens, end)) end++;
  const isBeforeEntry = end < to && tokens[from]?.cap && datePhraseAt(tokens, end) !== null;
  if (!isBeforeEntry && !(isHeading && to - from <= TITLE_MAX)) return [];
  return tokens.slice(from, isBeforeEntry ? end : to).map(({ text }) => text);
}

/**
 * Marks links to other texts as irrelevant if they follow a title such as "Top stories". Changes
 * nothing in a document that gives orders only in titles.
 */
export function markLinks(tokens: readonly Token[], clauses: readonly Clause[]): void {
  const hasText = clauses.some(
    ({ sentence, mentions }) =>
      !sentence.isHeading && mentions.some(({ mode }) => mode === 'order'),
  );
  if (!hasText) return;
  let paragraph = -1;
  for (const clause of clauses) {
    const { sentence } = clause;
    if (isSidebar(tokens, sentence)) paragraph = sentence.paragraph;
    else if (sentence.paragraph === paragraph && sentence.isHeading) clause.isForeign = true;
  }
}

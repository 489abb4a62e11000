import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import type { Mention } from '../../words/mentions.ts';

interface Clause {
  sentence: Sentence;
  mentions: readonly Mention[];
}

/**
 * Marks a sentence as not an order if a vote on the order is still to come, as in "BE IT RESOLVED
 * that flags be flown at half-staff. (First reading; vote March 9)".
 */
export function markOpenVotes(tokens: readonly Token[], clauses: readonly Clause[]): void {
  for (const [index, { sentence, mentions }] of clauses.entries()) {
    if (mentions.length === 0) continue;
    const beside = clauses
      .slice(Math.max(0, index - BESIDE_MAX), index + BESIDE_MAX + 1)
      .some((one) => one.sentence.paragraph === sentence.paragraph && isVote(tokens, one.sentence));
    if (beside) for (const mention of mentions) mention.mode = 'none';
  }
}

/** Maximum number of sentences between an order and the vote on it. */
const BESIDE_MAX = 2;

/** Matches a vote that is still to come: "first reading", "vote March 9", "will vote". */
function isVote(tokens: readonly Token[], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    const before = tokens[at - 1]?.text ?? '';
    if (word === 'reading' && /^(first|second|third|final)$/.test(before)) return true;
    if (word === 'vote' && /^(will|to|may)$/.test(before)) return true;
    if (word === 'vote' && MONTH.test(tokens[at + 1]?.text ?? '')) return true;
  }
  return false;
}

const MONTH =
  /^(january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/;

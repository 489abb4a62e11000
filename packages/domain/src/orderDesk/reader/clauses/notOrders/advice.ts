import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { pointsIn } from '../../when/points.ts';
import type { Mention } from '../../words/mentions.ts';

interface Clause {
  sentence: Sentence;
  mentions: readonly Mention[];
  isRule: boolean;
}

/**
 * Marks a sentence as not an order if it only describes a situation that someone then asks about:
 * "Q. The governor orders flags lowered, but my pole is fixed. What do I do?"
 */
export function markAdvice(tokens: readonly Token[], clauses: readonly Clause[]): void {
  for (const [index, clause] of clauses.entries()) {
    const order = clause.mentions.find(({ mode }) => mode === 'order');
    if (!order || clause.sentence.isHeading) continue;
    const { from, to } = clause.sentence;
    const isCase =
      isUnnamed(tokens, order.verb) ||
      tokens.slice(from, to).some(({ text }) => /^(my|your|our)$/.test(text));
    if (!isCase || pointsIn(tokens, from, to).length > 0) continue;
    if (asksBehind(tokens, clauses, index)) clause.isRule = true;
  }
}

/**
 * Matches an official's title that is directly followed by a verb in the present tense rather than
 * by a name: "the governor orders".
 */
const isUnnamed = (tokens: readonly Token[], verb: number): boolean =>
  /^(orders|directs|proclaims|announces|declares)$/.test(tokens[verb]?.text ?? '') &&
  /^(governor|president|mayor|county|state)$/.test(tokens[verb - 1]?.text ?? '');

/**
 * Maximum number of sentences from the description of a situation to a question about it, such as
 * "What do I do?".
 */
const QUESTION_MAX = 3;

/**
 * Whether sentences after this one in the same paragraph ask what to do: "What do I do?", "Must we
 * lower ours?".
 */
const asksBehind = (tokens: readonly Token[], clauses: readonly Clause[], index: number): boolean =>
  clauses
    .slice(index + 1, index + 1 + QUESTION_MAX)
    .some(({ sentence: { from, to, paragraph } }) => {
      if (paragraph !== clauses[index]?.sentence.paragraph) return false;
      const words = tokens.slice(from, to);
      return (
        words.slice(-2).some(({ text }) => text === '?') &&
        words.some(({ text }) => /^(i|we|you|my|our|your|us)$/.test(text)) &&
        !words.some(({ text }) => text === 'know')
      );
    });

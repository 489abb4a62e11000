import type { Document } from '../clauses/document/document.ts';
import type { detailsIn } from '../clauses/drafts/details.ts';
import type { Draft } from '../clauses/drafts/draft.ts';
import type { Sentence } from '../sentences/sentences.ts';
import { datePhraseAt } from '../when/datePhrases.ts';

/**
 * Matches a question about a current half-staff period, such as "Why are flags at half-staff
 * today?", as opposed to a question about the rules.
 */
export const asksAboutNow = (tokens: Document['tokens'], { from }: Sentence): boolean => {
  const at = behindLabel(tokens, from);
  const first = tokens[at]?.text ?? '';
  if (/^(why|are|who|whose|is)$/.test(first)) return true;
  return first === 'how' && tokens[at + 1]?.text === 'long';
};

/**
 * Returns the index of the first word of a question after words such as "Q." or "And". In "Q. And
 * when …", that word is "when".
 */
function behindLabel(tokens: Document['tokens'], from: number): number {
  let at = from;
  while (/^(q\.?|[:.]|and|but|so|for)$/.test(tokens[at]?.text ?? '')) at++;
  return at;
}

/**
 * Matches an answer that gives an order without naming a flag position: "Why are flags lowered in
 * Maine? Governor Poe ordered it in memory of Officer Roe."
 */
export function isOrderAnswer({ tokens, clauses }: Document, index: number): boolean {
  const [question, answer] = [clauses[index - 1], clauses[index]];
  if (!question || !answer?.supports) return false;
  const isOfHalf =
    question.mentions.some(({ position }) => position !== 'full') ||
    tokens.slice(question.sentence.from, question.sentence.to).some(({ text }) => text === 'down');
  const { from, to } = answer.sentence;
  return (
    tokens[question.sentence.to - 1]?.text === '?' &&
    isOfHalf &&
    asksAboutNow(tokens, question.sentence) &&
    tokens
      .slice(from, to)
      .some(
        ({ text }, i) =>
          /^(ordered|directed)$/.test(text) &&
          /^(it|this|them)$/.test(tokens[from + i + 1]?.text ?? ''),
      )
  );
}

/**
 * Maximum number of sentences from an order, or from the previous answer about it, to a question
 * about the order's hours.
 */
export const QUESTION_MAX = 4;

/**
 * Returns the part of the current half-staff period that a question asks for, `start` or `end`:
 * "When will flags be lowered?", "Q. And when does it go back up?", "How long?" Null for any other
 * question.
 */
export function askedFieldOf(
  tokens: Document['tokens'],
  { from, to }: Sentence,
): 'start' | 'end' | null {
  const at = behindLabel(tokens, from);
  if (tokens[to - 1]?.text !== '?') return null;
  const [first, second] = [tokens[at]?.text ?? '', tokens[at + 1]?.text ?? ''];
  if ((first === 'how' && second === 'long') || (first === 'until' && second === 'when'))
    return 'end';
  if (first !== 'when' || !/^(will|do|does|did|should|must|can)$/.test(second)) return null;
  for (let i = at + 2; i < to; i++) {
    const word = tokens[i]?.text ?? '';
    if (/^(lower|lowered|down|half|start|begin)$/.test(word)) return 'start';
    if (/^(raise|raised|return|returned|back|up|full)$/.test(word)) return 'end';
  }
  return null;
}

/**
 * Parses the answer to "When will flags be lowered?" if it states only times: "From sunrise to
 * sunset on Saturday". Returns null for any other sentence.
 * @param kind the position that the current order calls for
 */
export function answerIn(
  { tokens, clauses }: Document,
  index: number,
  kind: Draft['kind'],
): ReturnType<typeof detailsIn> {
  const [question, answer] = [clauses[index - 1], clauses[index]];
  const asked = question ? askedFieldOf(tokens, question.sentence) : null;
  if (!answer || asked === null) return null;
  const { from, to } = answer.sentence;
  const isTime = tokens
    .slice(from, to)
    .every(({ kind: type, text, cap }) => type !== 'word' || cap || TIME_WORDS.test(text));
  // "When should the flag be lowered each night? At sunset." is about every day.
  const isOfOrder = tokens
    .slice(from, to)
    .some(
      ({ text }, i) => /^(from|until|immediately)$/.test(text) || datePhraseAt(tokens, from + i),
    );
  return isTime && isOfOrder ? { kind, weak: false, asked } : null;
}

/** Lowercase words that can appear in an answer that states only times. */
const TIME_WORDS =
  /^(a\.?|from|at|on|to|until|through|and|of|the|sunrise|sunset|sundown|sunup|dawn|dusk|noon|midnight|beginning|starting|ending|immediately|effective|day|a\.m\.|p\.m\.)$/;

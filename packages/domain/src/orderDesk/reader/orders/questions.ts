import type { detailsIn } from '../clauses/details.ts';
import type { Document } from '../clauses/document.ts';
import type { Draft } from '../clauses/draft.ts';
import type { Sentence } from '../text/sentences.ts';
import { datePhraseAt } from '../when/datePhrases.ts';

/**
 * Recognizes a question about current half-staff, such as "Why are flags at half-staff today?", as
 * opposed to a question about rules.
 */
export const asksAboutNow = (tokens: Document['tokens'], { from }: Sentence): boolean => {
  const first = tokens[from]?.text ?? '';
  if (/^(why|are|who|whose|is)$/.test(first)) return true;
  return first === 'how' && tokens[from + 1]?.text === 'long';
};

/**
 * Maximum number of sentences from an order, or from the last answer about it, to a question about
 * its hours.
 */
export const QUESTION_MAX = 4;

/**
 * Returns the part of the current half-staff period that a question asks for, `start` or `end`:
 * "When will flags be lowered?", "Q. And when does it go back up?" Null for any other question.
 */
export function askedFieldOf(
  tokens: Document['tokens'],
  { from, to }: Sentence,
): 'start' | 'end' | null {
  let at = from;
  while (/^(q\.?|[:.]|and|but|so)$/.test(tokens[at]?.text ?? '')) at++;
  const isAsked =
    tokens[at]?.text === 'when' &&
    /^(will|do|does|should|must|can)$/.test(tokens[at + 1]?.text ?? '') &&
    tokens[to - 1]?.text === '?';
  if (!isAsked) return null;
  for (let i = at + 2; i < to; i++) {
    const word = tokens[i]?.text ?? '';
    if (/^(lower|lowered|down|half)$/.test(word)) return 'start';
    if (/^(raise|raised|return|returned|back|up|full)$/.test(word)) return 'end';
  }
  return null;
}

/**
 * Reads the answer to "When will flags be lowered?" if it states only times: "From sunrise to
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

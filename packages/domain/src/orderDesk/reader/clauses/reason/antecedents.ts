import { namesPerson, type Part } from '../../parties/reasonNames.ts';
import { stateAt } from '../../places/states.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import type { Document } from '../document/document.ts';
import type { OrderGroup } from '../drafts/draft.ts';

/**
 * If a reason refers to a person without naming them, as in "the former Comptroller" or "in his
 * memory", returns the last person introduced before the order. Returns the reason itself if it
 * names a person, or if no person was introduced.
 */
export function withAntecedent(
  document: Document,
  reason: OrderGroup['reason'],
  order: Sentence | undefined,
): OrderGroup['reason'] {
  const { tokens, clauses } = document;
  if (!order) return reason;
  const isBack = reason === null ? refersBack(tokens, order) : isReference(tokens, reason);
  if (!isBack && reason !== null) return reason;
  const before: Sentence[] = [];
  const first = clauses.findIndex(({ sentence }) => sentence.from >= order.from);
  for (let at = first - 1; at >= 0 && before.length < BACK_MAX; at--) {
    const clause = clauses[at];
    const isHeading = clause?.sentence.isHeading === true;
    // A heading begins another section, and a sentence about flags belongs to another order.
    if (!isBack && (isHeading || clause?.mentions.length !== 0)) break;
    if (clause && !isHeading) before.push(clause.sentence);
  }
  // Without "in his memory", the order is for a person whose death the section above it reports.
  if (!isBack && !before.some((sentence) => reportsDeath(tokens, sentence))) return reason;
  for (const sentence of before) {
    const person = personIn(tokens, { ...sentence, from: document.behindDateline(sentence) });
    if (person) return { ...person, sentence };
  }
  return reason;
}

const reportsDeath = (tokens: Document['tokens'], { from, to }: Sentence): boolean =>
  tokens
    .slice(from, to)
    .some(({ text }) => /^(died|dies|death|passed|killed|drowned|perished)$/.test(text));

/**
 * Maximum number of sentences between the mention of a person and the order that refers to that
 * person.
 */
const BACK_MAX = 6;

/**
 * Matches a reason that refers to a person without naming them: "He died last night", "the former
 * Comptroller".
 */
function isReference(tokens: Document['tokens'], reason: Part): boolean {
  const first = tokens[reason.from]?.text ?? '';
  if (/^(he|she|they)$/.test(first)) return true;
  if (isPronoun(tokens, reason)) return true;
  if (namesPerson(tokens, reason) || reason.to - reason.from > REFERENCE_MAX) return false;
  const second = tokens[reason.from + 1]?.text ?? '';
  return (
    /^(the|our|this|that)$/.test(first) &&
    /^(former|late|fallen|retired|slain|beloved)$/.test(second)
  );
}

/** Matches a reason that mentions no person by name: "his service to the State of Florida". */
export const isPronoun = (tokens: Document['tokens'], reason: Part): boolean =>
  /^(his|her|their|him|them)$/.test(tokens[reason.from]?.text ?? '') &&
  !namesPerson(tokens, reason);

/** Maximum number of words in a reference such as "the late Lieutenant Governor". */
const REFERENCE_MAX = 6;

/** Matches phrases such as "in his memory", "in her honor" or "in tribute to him". */
const refersBack = (tokens: Document['tokens'], { from, to }: Sentence): boolean =>
  tokens
    .slice(from, to)
    .some(
      ({ text }, i) =>
        (/^(his|her|their)$/.test(text) &&
          /^(memory|honor|service|life|death|loss|passing|sacrifice)$/.test(
            tokens[from + i + 1]?.text ?? '',
          )) ||
        (/^(honor|honoring|tribute|for|of|to)$/.test(text) &&
          /^(him|her)$/.test(tokens[from + i + 1]?.text ?? '') &&
          tokens[from + i + 2]?.kind !== 'word'),
    );

/** Verbs that can precede the name of a person who died: "Tennesseans will bury Wendell Askins". */
const FAREWELL =
  /^(bury|buried|lost|lose|mourn|mourns|mourned|mourning|remember|remembers|to|honor)$/;

/** Verbs that can follow the name of a person being introduced: "Captain Roe wore the star …". */
const LIFE =
  /^(died|passed|was|were|wore|served|drowned|perished|succumbed|gave|lost|sat|retired|spent|became|joined|led|fell|who)$/;

/**
 * Returns the name of the person whom a sentence mourns, or whose life or death the sentence
 * describes.
 */
function personIn(tokens: Document['tokens'], { from, to }: Sentence): Part | null {
  for (let at = from; at < to; at++) {
    if (tokens[at]?.kind !== 'word' || !tokens[at]?.cap) continue;
    const end = behindPerson(tokens, at, to);
    if (end === at) continue;
    const isMourned = FAREWELL.test(tokens[at - 1]?.text ?? '');
    const isTold =
      LIFE.test(tokens[behindAge(tokens, end)]?.text ?? '') ||
      (!isRelative(tokens, at) && isDeath(tokens, behindDescription(tokens, end, to)));
    if ((isMourned || isTold) && namesPerson(tokens, { from: at, to: end }))
      return { from: at, to: end };
    at = end - 1;
  }
  return null;
}

/**
 * Returns the index of the token after the age or place that follows a name: "Al Roe, 91," or "Al
 * Roe of Dover".
 */
function behindAge(tokens: Document['tokens'], at: number): number {
  if (tokens[at]?.text === ',' && tokens[at + 1]?.kind === 'number' && tokens[at + 2]?.text === ',')
    return at + 3;
  if (tokens[at]?.text === ',' && tokens[at + 1]?.text === 'who') return at + 1;
  let next = at + 1;
  while (tokens[at]?.text === 'of' && tokens[next]?.cap) next++;
  return tokens[at]?.text === 'of' ? next : at;
}

/** Matches a name that explains a noun before it: "Officer Roe's wife, Jane Roe, a teacher, died". */
const isRelative = (tokens: Document['tokens'], at: number): boolean =>
  tokens[at - 1]?.text === ',' && tokens[at - 2]?.kind === 'word' && !tokens[at - 2]?.cap;

/** Maximum number of tokens in a description such as "the first woman to sit on the court". */
const DESCRIPTION_MAX = 30;

/**
 * Returns the index of the token after a description that follows a name, as in "Al Roe, a retired
 * judge," or "Al Roe (a retired judge)"; -1 if there is none.
 */
function behindDescription(tokens: Document['tokens'], at: number, to: number): number {
  const mark = tokens[at]?.text;
  if (mark !== ',' && mark !== '(' && mark !== '-') return -1;
  const close = mark === '(' ? ')' : mark;
  for (let i = at + 1; i < Math.min(to, at + DESCRIPTION_MAX); i++)
    if (tokens[i]?.text === close && isDeath(tokens, i + 1)) return i + 1;
  return -1;
}

/** Matches a verb that says that a person has died: "passed away", "was killed". */
const isDeath = (tokens: Document['tokens'], at: number): boolean =>
  /^(died|passed|drowned|perished|succumbed)$/.test(tokens[at]?.text ?? '') ||
  (/^(was|were)$/.test(tokens[at]?.text ?? '') &&
    /^(killed|shot|murdered|slain|struck|fatally)$/.test(tokens[at + 1]?.text ?? '')) ||
  (tokens[at]?.text === 'lost' && tokens[at + 2]?.text === 'life');

/** Returns the index of the token after a title and a name; `at` if there is no such name. */
function behindPerson(tokens: Document['tokens'], at: number, to: number): number {
  let end = at;
  while (end < to) {
    const token = tokens[end];
    if (token?.kind === 'word' && (!token.cap || NO_PERSON.test(token.text))) break;
    if (token?.kind === 'word' && stateAt(tokens, end)?.short === false) break;
    if (token?.kind !== 'word' && !/^[.\-"]$/.test(token?.text ?? '')) break;
    end++;
  }
  while (end > at && tokens[end - 1]?.kind !== 'word') end--;
  return end;
}

/** Capitalized words that are not part of a person's name or title. */
const NO_PERSON =
  /^(governor|gov|president|mayor|flags?|the|in|on|at|for|by|a|an|it|this|that|our|we|i|he|she|they|pursuant|effective|executive|department|state|county|city|office|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/;

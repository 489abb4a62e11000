import type { CivilDate } from '../../../../time/civilDate.ts';
import { reasonIn } from '../../parties/reasons.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import { datePhraseAt } from '../../when/datePhrases.ts';
import { pointsIn } from '../../when/points.ts';
import { amendsOrder, extendsOrder } from '../../words/changeVerbs.ts';
import type { Clause, Document } from '../document/document.ts';
import { namesTheOrder } from '../document/subjects.ts';
import type { OrderGroup } from '../drafts/draft.ts';
import { periodOf } from '../period/period.ts';

/**
 * Returns how a document moves the end of an earlier order, if it states both the former end and
 * the new one: "It was to end on Saturday, March 28. … to end at sunset on Tuesday, March 31".
 */
export function movedEndOf(
  document: Document,
  group: OrderGroup,
): { value: 'extends' | 'ends-early'; sentence: Sentence } | null {
  const { ends } = periodOf(group.evidence, { isCurrent: group.isCurrent });
  if (!ends || !('date' in ends.value)) return null;
  const former = formerEndOf(document, group, ends.sentence);
  if (former === null || former === ends.value.date) return null;
  return { value: former < ends.value.date ? 'extends' : 'ends-early', sentence: ends.sentence };
}

function formerEndOf(document: Document, group: OrderGroup, own: Sentence): CivilDate | null {
  // In "lowered on Monday, February 23, instead of Saturday, February 21", the whole day has moved.
  const isOnlyEnd = group.evidence.every(
    ({ sentence, field }) => sentence !== own || (field !== 'day' && field !== 'start'),
  );
  const replaced = isOnlyEnd ? replacedEndIn(document, own) : null;
  if (replaced) return replaced;
  for (const clause of document.clauses) {
    const { sentence, mentions, isRecital, isForeign, isQuoted } = clause;
    if (isForeign || isQuoted) continue;
    const isFormer = isRecital
      ? mentions.some(({ position }) => position !== 'full') &&
        (reportsSame(document, group, clause) || amendsAny(document))
      : Math.abs(sentence.paragraph - own.paragraph) <= 1 && wasToEnd(document, sentence);
    const date = isFormer ? endDateIn(document, sentence) : null;
    if (date) return date;
  }
  return null;
}

/** Whether any sentence of a document amends an earlier order. */
export const amendsAny = ({ tokens, clauses }: Document): boolean =>
  clauses.some(
    ({ sentence, isForeign, isQuoted }) =>
      !isForeign && !isQuoted && (amendsOrder(tokens, sentence) || extendsOrder(tokens, sentence)),
  );

/**
 * Whether a recital reports an earlier order by the same authority and for the same person as the
 * given order: "WHEREAS, on May 1, I ordered flags lowered until sunset on May 9 in memory of Ann
 * Roe".
 */
const reportsSame = (
  { tokens }: Document,
  { authority, reason }: OrderGroup,
  { sentence, mentions, parties }: Clause,
): boolean =>
  reason?.sentence === sentence &&
  mentions.some(({ mode, verb }) => mode === 'order' && tokens[verb]?.text === 'ordered') &&
  parties.every(({ party }) => party === authority?.value);

/**
 * If a sentence replaces one day with another, returns the original day: Saturday in "at sunset on
 * Wednesday, instead of sunset on Saturday, October 24".
 */
function replacedEndIn(document: Document, { from, to }: Sentence): CivilDate | null {
  const { tokens } = document;
  const isNow = tokens.slice(from, to).some(({ text }) => text === 'now');
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text;
    const isInstead =
      (word === 'instead' && tokens[at + 1]?.text === 'of') ||
      (word === 'rather' && tokens[at + 1]?.text === 'than');
    // For example: "will now end at sunset on May 6, not May 8"
    const isNot = isNow && word === 'not' && /^[,(]$/.test(tokens[at - 1]?.text ?? '');
    if (!isInstead && !isNot) continue;
    for (let next = isNot ? at + 1 : at + 2; next < Math.min(to, at + 2 + DAY_MAX); next++) {
      const date = datePhraseAt(tokens, next)?.date;
      if (date) return document.resolve(date);
      if (!BEFORE_DAY.test(tokens[next]?.text ?? '')) break;
    }
  }
  return null;
}

/** Maximum number of words from "instead of" to the day, as in "instead of at sunset on Friday". */
const DAY_MAX = 6;
const BEFORE_DAY = /^(at|on|until|through|from|the|evening|of|sunset|sundown|noon|originally|,)$/;

/**
 * Matches a sentence about when an order was originally to end: "It was to end …", "The order had
 * been set to expire …".
 */
function wasToEnd({ tokens }: Document, sentence: Sentence): boolean {
  const { from, to } = sentence;
  const words = tokens.slice(from, to);
  const subject = words.slice(0, SUBJECT_MAX);
  const isOfOrder =
    /^(it|they)$/.test(words[0]?.text ?? '') ||
    (/^(the|that|this)$/.test(words[0]?.text ?? '') && namesTheOrder(subject));
  return isOfOrder && words.some((_, i) => isPlan(words, i)) && reasonIn(tokens, sentence) === null;
}

/**
 * Whether the text mentions an earlier half-staff period for a different person: "Flags were to
 * return to full-staff tonight after the tribute to Officer Moe."
 */
export function followsAnother({ tokens, clauses }: Document, { reason }: OrderGroup): boolean {
  if (!reason) return false;
  const namesIn = ({ from, to }: { from: number; to: number }): string[] =>
    tokens.slice(from, to).flatMap(({ cap, text, kind }) => (cap && kind === 'word' ? [text] : []));
  const own = new Set(namesIn(reason));
  return clauses.some(({ sentence, isForeign, isQuoted }) => {
    const words = tokens.slice(sentence.from, sentence.to);
    if (isForeign || isQuoted || !words.some((_, i) => isPlan(words, i))) return false;
    const part = reasonIn(tokens, sentence);
    const last = part ? namesIn(part).at(-1) : undefined;
    return last !== undefined && !own.has(last);
  });
}

/** Maximum number of words in a subject such as "The Governor's original half-staff order". */
const SUBJECT_MAX = 8;

const isPlan = (words: Document['tokens'], at: number): boolean => {
  if (!/^(was|were|had)$/.test(words[at]?.text ?? '')) return false;
  let next = at + 1;
  while (
    /^(been|originally|first|previously|initially|set|due|scheduled|supposed|to)$/.test(
      words[next]?.text ?? '',
    )
  )
    next++;
  return (
    next > at + 1 && /^(end|expire|conclude|run|last|go|be|return)$/.test(words[next]?.text ?? '')
  );
};

/**
 * Returns the date that a sentence states as the end of an order, as in "through sunset on February
 * 6".
 */
export function endDateIn(
  document: Document,
  { from, to }: Pick<Sentence, 'from' | 'to'>,
): CivilDate | null {
  const { tokens } = document;
  const isEnd = (at: number): boolean =>
    tokens
      .slice(from, at)
      .some(({ text }) => /^(end|expire|conclude|return|raised|go)$/.test(text));
  const point = pointsIn(tokens, from, to).find(
    ({ date, role, from: at }) =>
      date !== null && date !== 'bad' && date !== 'same' && (role === 'end' || isEnd(at)),
  );
  return point && typeof point.date === 'object' && point.date
    ? document.resolve(point.date)
    : null;
}

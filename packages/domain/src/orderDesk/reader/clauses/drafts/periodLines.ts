import type { Sentence } from '../../sentences/sentences.ts';
import { type Point, pointsIn } from '../../when/points.ts';
import { START } from '../../when/pointWords.ts';
import type { Clause, Document } from '../document/document.ts';
import { labelOf } from './labelOf.ts';

/**
 * Matches a sentence that consists only of a period with a sunrise or sunset: "From sunrise on May
 * 5 until sunset on May 9."
 */
export function isBarePeriod(tokens: Document['tokens'], { from, to }: Sentence): boolean {
  if (!START.has(tokens[from]?.text ?? '')) return false;
  const [first, second, third] = pointsIn(tokens, from, to);
  return (
    first?.from === from &&
    second?.linked === true &&
    second.role === 'end' &&
    third === undefined &&
    second.to >= to - 1 &&
    [first, second].some(({ time }) => time?.kind === 'sunrise' || time?.kind === 'sunset') &&
    [first, second].some(({ date }) => date !== null)
  );
}

/** Matches a line that contains only a day, and the line "Sunrise to sunset" that follows it. */
export function isDayAboveHours(
  { tokens, clauses }: Document,
  { sentence }: Clause,
  index: number,
): boolean {
  const isHours = isOnly(tokens, sentence, ({ date, time }) => date === null && time !== null);
  if (!isHours && !isOnly(tokens, sentence, ({ date, time }) => date !== null && time === null))
    return false;
  const [day, hours] = isHours
    ? [clauses[index - 1], clauses[index]]
    : [clauses[index], clauses[index + 1]];
  if (!day || !hours) return false;
  const [first, second] = pointsIn(tokens, hours.sentence.from, hours.sentence.to);
  return (
    first?.time?.kind === 'sunrise' &&
    second?.time?.kind === 'sunset' &&
    second.linked &&
    isOnly(tokens, hours.sentence, ({ date }) => date === null) &&
    isOnly(tokens, day.sentence, ({ date, time }) => date !== null && time === null)
  );
}

/** Maximum number of tokens in a line that contains only a day or only hours. */
const LINE_MAX = 10;

/** Whether a sentence consists only of dates and times, all of which satisfy `has`. */
function isOnly(
  tokens: Document['tokens'],
  { from, to }: Sentence,
  has: (point: Point) => boolean,
): boolean {
  if (to - from > LINE_MAX) return false;
  const points = pointsIn(tokens, from, to);
  const last = points.at(-1);
  const first = points[0];
  if (!first || !last || !points.every(has)) return false;
  return tokens
    .slice(from, to)
    .every(
      ({ kind }, i) => kind !== 'word' || points.some((p) => p.from <= from + i && from + i < p.to),
    );
}

/**
 * Matches the hours of a meeting: "When: Thursday, 10 a.m. to noon", "Start: 9 a.m. Saturday". Does
 * not match if the line above or below begins with a label such as "End:", because the two lines
 * then state a half-staff period.
 */
export function isOfMeeting(
  document: Document,
  { sentence }: Clause,
  label: string,
  index: number,
): boolean {
  const { tokens, clauses } = document;
  if (!/^(when|times?|hours|dates?|starts?|begins?)$/.test(label)) return false;
  const words = tokens.slice(sentence.from, sentence.to).map(({ text }) => text);
  const isClock = words.some((text) => /^([ap]m|[ap]\.m\.?)$/.test(text));
  if (
    !isClock ||
    words.some((text) => /^(sunrise|sunset|sunup|sundown|dawn|flags?|half|full)$/.test(text))
  )
    return false;
  return ![clauses[index - 1], clauses[index + 1]].some(
    (row) =>
      row && /^(ends?|ending|until|through|to|expires)$/.test(labelOf(tokens, row.sentence) ?? ''),
  );
}

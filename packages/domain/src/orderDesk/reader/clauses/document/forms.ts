import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { pointsIn } from '../../when/points.ts';
import { positionAt } from '../../words/positions.ts';

const LABELS =
  /^(from|until|to|through|start|starts|begin|begins|beginning|end|ends|ending|effective|date|dates|when|period|expires)$/;

/**
 * Joins the rows of a form ("From: …", "Until: …") into one sentence if the form mentions
 * half-staff or full-staff.
 */
export function withForms(tokens: readonly Token[], sentences: readonly Sentence[]): Sentence[] {
  const joined: Sentence[] = [];
  for (let at = 0; at < sentences.length; at++) {
    const first = sentences[at];
    if (!first) break;
    const post = postEnd(tokens, sentences, at);
    if (post !== null) {
      joined.push({ ...first, to: sentences[post - 1]?.to ?? first.to, isHeading: false });
      at = post - 1;
      continue;
    }
    let end = at;
    let labels = 0;
    let periods = 0;
    for (; sentences[end]?.paragraph === first.paragraph; end++) {
      const row = sentences[end];
      if (!row) break;
      if (labelEnd(tokens, row) === null) break;
      labels++;
      if (isLabeled(tokens, row)) periods++;
    }
    const last = sentences[end - 1];
    const isPeriod = periods >= 2 || (periods === 1 && hasRange(tokens, first.from, last?.to ?? 0));
    // The title of the form may mention the position instead: "Half-staff notice".
    const title = joined.at(-1);
    const isTitled =
      title?.isHeading && title.to - title.from <= TITLE_MAX && hasPosition(tokens, title);
    if (last && isPeriod && (labels >= 3 || (isTitled && periods >= 2))) {
      if (title && isTitled) joined.pop();
      const { from } = title && isTitled ? title : first;
      joined.push({ ...first, from, to: last.to, isHeading: false });
      at = end - 1;
    } else joined.push(isLabeled(tokens, first) ? { ...first, isHeading: false } : first);
  }
  return joined;
}

/** Maximum number of tokens in a social media post. */
const POST_MAX = 90;

/**
 * Returns the index after the lines of a social media post that states an order without full
 * sentences ("Flags at half-staff", "Sunrise 2/13/2026", "Sunset 2/13/2026"); null if there is no
 * such post.
 */
function postEnd(
  tokens: readonly Token[],
  sentences: readonly Sentence[],
  at: number,
): number | null {
  const first = sentences[at];
  if (!first?.isHeading || sentences[at - 1]?.paragraph === first.paragraph) return null;
  let end = at;
  while (sentences[end]?.paragraph === first.paragraph) end++;
  const to = sentences[end - 1]?.to ?? first.to;
  const isShort = to - first.from <= POST_MAX;
  if (end - at < 2 || !isShort || !hasPosition(tokens, { ...first, to })) return null;
  const isRow = (kind: 'sunrise' | 'sunset'): boolean =>
    pointsIn(tokens, first.from, to).some(
      ({ time, date, role, from }) =>
        time?.kind === kind &&
        date !== null &&
        (role === 'none' || role === (kind === 'sunrise' ? 'start' : 'end')) &&
        isAtLineStart(tokens, from),
    );
  return isRow('sunrise') && isRow('sunset') ? end : null;
}

/** Whether a token is the first on its line, apart from emoji and bullets. */
function isAtLineStart(tokens: readonly Token[], at: number): boolean {
  let before = at - 1;
  while (tokens[before]?.kind === 'mark') before--;
  return tokens[before]?.kind === 'break';
}

/**
 * Matches a form row that states a whole period: "When: sunrise to sunset, Friday, May 9, 2025".
 */
function hasRange(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (tokens[at]?.text !== ':' || !LABELS.test(tokens[at - 1]?.text ?? '')) continue;
    const [first, second] = pointsIn(tokens, at + 1, Math.min(to, at + RANGE_MAX));
    if (first?.time && second?.time && second.linked) return true;
  }
  return false;
}
/** Maximum number of tokens in a row such as "When: sunrise to sunset, Friday, May 9, 2025". */
const RANGE_MAX = 24;

/** Maximum number of words in the title above a form, such as "Half-staff notice". */
const TITLE_MAX = 8;

function hasPosition(tokens: readonly Token[], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++) if (positionAt(tokens, at)) return true;
  return false;
}

/**
 * Matches a row of a form that states a date or time, even a very short one: "End: sunset, May 9",
 * "Half-staff from: sunrise May 8".
 */
function isLabeled(tokens: readonly Token[], sentence: Sentence): boolean {
  const end = labelEnd(tokens, sentence);
  if (end === null) return false;
  const from = startOf(tokens, sentence);
  const label = tokens[from]?.text ?? '';
  // "FROM: Governor Poe" and "DATE: May 5" are rows of a memo.
  if (/^(from|to)$/.test(label)) return pointsIn(tokens, from, end + 2).length > 0;
  if (LABELS.test(label)) return true;
  return ABOUT_FLAGS.test(tokens[from]?.text ?? '') && LABELS.test(tokens[end - 1]?.text ?? '');
}
const ABOUT_FLAGS = /^(half|full|flags?|lower|lowered|fly)$/;

/** Maximum number of words in a label such as "Half-staff from:". */
export const LABEL_MAX = 4;

/** Returns the index of the first token of a line such as "• From: …", not counting the bullet. */
function startOf(tokens: readonly Token[], { from, to }: Sentence): number {
  let first = from;
  while (first < to && /^[-*\u2022\u00B7|]$/.test(tokens[first]?.text ?? '')) first++;
  return first;
}

/** Returns the index of the colon in a row such as "From: …"; null if the line has no label. */
function labelEnd(tokens: readonly Token[], sentence: Sentence): number | null {
  const from = startOf(tokens, sentence);
  for (let at = from + 1; at < Math.min(sentence.to, from + LABEL_MAX + 1); at++) {
    const token = tokens[at];
    if (token?.text === ':') return at;
    // For example: "Half-staff from: …"
    if (token?.kind !== 'word' && !(token?.text === '-' && !token.spaced)) return null;
  }
  return null;
}

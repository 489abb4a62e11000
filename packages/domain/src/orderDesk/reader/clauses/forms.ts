import type { Sentence } from '../text/sentences.ts';
import type { Token } from '../text/token.ts';
import { positionAt } from '../words/mentions.ts';

const LABELS =
  /^(from|until|to|through|start|starts|begin|begins|beginning|end|ends|ending|effective|date|dates|when|period|expires)$/;

/**
 * Joins the rows of a form ("From: …", "Until: …") into one sentence if the form mentions a
 * position.
 */
export function withForms(tokens: readonly Token[], sentences: readonly Sentence[]): Sentence[] {
  const joined: Sentence[] = [];
  for (let at = 0; at < sentences.length; at++) {
    const first = sentences[at];
    if (!first) break;
    let end = at;
    let labels = 0;
    let periods = 0;
    for (; sentences[end]?.paragraph === first.paragraph; end++) {
      const row = sentences[end];
      if (!row) break;
      const label = labelOf(tokens, row);
      if (label === null) break;
      labels++;
      if (LABELS.test(label)) periods++;
    }
    const last = sentences[end - 1];
    if (last && labels >= 3 && periods >= 2) {
      // The title of the form mentions the position: "Half-staff notice".
      const title = joined.at(-1);
      const isTitled =
        title?.isHeading && title.to - title.from <= TITLE_MAX && hasPosition(tokens, title);
      if (title && isTitled) joined.pop();
      const { from } = title && isTitled ? title : first;
      joined.push({ ...first, from, to: last.to, isHeading: false });
      at = end - 1;
    } else joined.push(isLabeled(tokens, first) ? { ...first, isHeading: false } : first);
  }
  return joined;
}

/** Maximum number of words in a form's title. */
const TITLE_MAX = 8;

function hasPosition(tokens: readonly Token[], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++) if (positionAt(tokens, at)) return true;
  return false;
}

/** Recognizes a form row that states a point in time, however short: "End: sunset, May 9". */
function isLabeled(tokens: readonly Token[], sentence: Sentence): boolean {
  const label = labelOf(tokens, sentence);
  return label !== null && LABELS.test(label);
}

/** Maximum number of words in a label. */
export const LABEL_MAX = 4;

/** Returns the first word of a row's label, such as "from" in "From: …"; null if it has none. */
function labelOf(tokens: readonly Token[], sentence: Sentence): string | null {
  const { to } = sentence;
  let { from } = sentence;
  while (from < to && /^[-*\u2022\u00B7|]$/.test(tokens[from]?.text ?? '')) from++;
  for (let at = from + 1; at < Math.min(to, from + LABEL_MAX + 1); at++) {
    if (tokens[at]?.text === ':') return tokens[from]?.text ?? null;
    if (tokens[at]?.kind !== 'word') return null;
  }
  return null;
}

import { hasProperName } from '../../parties/reasonNames.ts';
import type { Clause, Document } from '../document/document.ts';
import type { OrderGroup } from '../drafts/draft.ts';

const LABELS =
  /^(reason|reasons|honoree|honorees|honoring|purpose|why|who|for|occasion|event|cause|tribute|memory|regarding|re)$/;
/** Words that can follow the first word of a label: "Reason for lowering:", "In memory of:". */
const BESIDE =
  /^(for|of|to|in|the|if|any|lowering|order|flags?|half|staff|-|\(|\)|honor|tribute|observance)$/;
const ABOUT_FLAGS = /^(flags?|half|full|lowering|lowered|staff|mast|notice|meeting)$/;

/**
 * Maximum number of tokens in the label, and in the value, of a row such as "Reason: Trooper Jan
 * Roe".
 */
const LABEL_MAX = 6;
const REASON_MAX = 40;

/**
 * Returns the reason in a row such as "Reason: Trooper Jan Roe" or "In memory of: Jan Roe".
 * @param clauses the sentences to search
 */
export function reasonRow({ tokens }: Document, clauses: readonly Clause[]): OrderGroup['reason'] {
  for (const { sentence, isForeign } of clauses) {
    const { from, to } = sentence;
    if (isForeign) continue;
    for (let line = from; line < to; line++) {
      if (line > from && tokens[line - 1]?.kind !== 'break') continue;
      const colon = colonBehind(tokens, line, to);
      if (colon === -1) continue;
      let first = colon + 1;
      while (tokens[first]?.kind === 'break') first++;
      // The value may be on the line below the label.
      const limit = colon === to - 1 ? first + REASON_MAX : to;
      let end = first;
      while (
        tokens[end] &&
        end < limit &&
        end - first < REASON_MAX &&
        tokens[end]?.kind !== 'break'
      )
        end++;
      const isOfFlags = tokens.slice(first, end).some(({ text }) => ABOUT_FLAGS.test(text));
      while (end > first && /^[.,;]$/.test(tokens[end - 1]?.text ?? '')) end--;
      const part = { from: first, to: end };
      if (end > first && !isOfFlags && hasProperName(tokens, part)) return { ...part, sentence };
    }
  }
  return null;
}

/**
 * Returns the index of the colon after a label such as "Reason:"; -1 if the line has no such label.
 */
function colonBehind(tokens: Document['tokens'], from: number, to: number): number {
  let first = from;
  while (/^(in|-|\*|\u2022|to|the)$/.test(tokens[first]?.text ?? '') && first < from + 2) first++;
  if (!LABELS.test(tokens[first]?.text ?? '')) return -1;
  for (let at = first + 1; at < Math.min(to, from + LABEL_MAX); at++) {
    const word = tokens[at]?.text ?? '';
    const isDash = word === '-' && tokens[at]?.spaced === true && tokens[at + 1]?.spaced === true;
    if (word === ':' || isDash) return at;
    if (!BESIDE.test(word)) return -1;
  }
  return -1;
}

import { namesPerson } from '../../parties/reasonNames.ts';
import type { Document } from '../document/document.ts';
import type { OrderGroup } from '../drafts/draft.ts';

/**
 * Maximum length, in tokens, of a reason that is found in the answer to a question. Any further
 * tokens are cut off.
 */
const ANSWER_MAX = 50;

/**
 * Returns the answer to "Who is being honored?" or "For whom are flags lowered?" if the answer
 * names a person; null otherwise.
 */
export function reasonAnswer({ tokens, clauses }: Document): OrderGroup['reason'] {
  for (const [index, { sentence: asked }] of clauses.entries()) {
    if (tokens[asked.to - 1]?.text !== '?') continue;
    const words = tokens.slice(asked.from, asked.to).map(({ text }) => text);
    const isWho = words.slice(0, WHO_MAX).some((word) => /^(who|whom|whose)$/.test(word));
    if (!isWho || !words.some((word) => HONORED.test(word) || word === 'whom')) continue;
    const answer = clauses[index + 1];
    if (!answer || answer.isForeign || answer.isRule) continue;
    const { sentence } = answer;
    let { from, to } = sentence;
    while (/^(a\.?|[.:])$/.test(tokens[from]?.text ?? '')) from++;
    while (to > from && tokens[to - 1]?.kind === 'mark') to--;
    const part = { from, to: Math.min(to, from + ANSWER_MAX) };
    if (namesPerson(tokens, part)) return { ...part, sentence };
  }
  return null;
}

/** Number of words at the beginning of a question that are searched for "who". */
const WHO_MAX = 4;
const HONORED = /^(honou?red|honou?ring|honou?rs?|remembered|remembers?|mourned)$/;

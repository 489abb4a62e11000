import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import type { Mention } from '../../words/mentions.ts';

interface Clause {
  sentence: Sentence;
  mentions: readonly Mention[];
  supports: boolean;
  followsPresident: boolean;
}

/**
 * Treats a sentence as a request instead of an order if it asks readers to lower their own flags:
 * "Please lower your flags on Friday" in a club's newsletter. Changes nothing if the text also
 * mentions an official order.
 */
export function markPleas(tokens: readonly Token[], clauses: readonly Clause[]): void {
  const pleas = clauses.filter(
    ({ sentence, mentions }) =>
      mentions.some(({ mode }) => mode === 'state') && isPlea(tokens, sentence),
  );
  if (pleas.length === 0) return;
  const isOrdered = clauses.some(
    ({ supports, followsPresident, mentions }) =>
      supports || followsPresident || mentions.some(({ mode }) => mode === 'order'),
  );
  if (isOrdered) return;
  const isOfClub = clauses.some(({ sentence: { from, to } }) =>
    tokens.slice(from, to).some(({ text }) => CLUBS.test(text)),
  );
  for (const { sentence, mentions } of pleas)
    if (isOfClub || isOwned(tokens, sentence))
      for (const mention of mentions) if (mention.mode === 'state') mention.mode = 'request';
}

const CLUBS =
  /^(club|clubs|lodge|association|church|parish|congregation|school|schools|pta|hoa|homeowners|members|neighbors|neighborhood|families|students|parents|scouts|troop|pack|chapter|legion|auxiliary|rotary|rotarians|kiwanis|lions|elks|moose|vfw|union|chamber|university|college|campus|company|alumni|residents)$/;

const LOWER = /^(lower|fly|put|place|set|display|drop|bring|take|get|have|keep|leave|raise)$/;
const PEOPLE =
  /^(members|neighbors|residents|families|homeowners|students|parents|everyone|everybody|all|lodges|posts|clubs|chapters|schools|owners|tenants|merchants|businesses|rotarians|lions|elks|comrades|brothers|sisters|friends)$/;

/**
 * Matches a sentence that tells readers what to do: "Please lower", "Remember to lower", "Let us
 * lower", "Members should lower".
 */
function isPlea(tokens: readonly Token[], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (!LOWER.test(word)) continue;
    const before = tokens[at - 1];
    const isFirst = at === from || (before?.kind !== 'word' && before?.text !== "'s");
    if (isFirst || /^(please|kindly|lets|us|so|and|then)$/.test(before?.text ?? '')) return true;
    const far = tokens[at - 2]?.text ?? '';
    // For example: "let's all bring our flags down"
    if (tokens.slice(Math.max(from, at - 3), at).some(({ text }) => /^(let|lets)$/.test(text)))
      return true;
    if (before?.text === 'to' && /^(remember|sure|forget|reminder|reminded)$/.test(far))
      return true;
    const isModal = /^(should|must|to|will)$/.test(before?.text ?? '');
    if (isModal && tokens.slice(from, at).some(({ text }) => PEOPLE.test(text))) return true;
  }
  return tokens.slice(from, to).some(({ text }) => /^(please|kindly)$/.test(text));
}

/** Matches flags that are described as someone's own: "your flags", "our flag". */
const isOwned = (tokens: readonly Token[], { from, to }: Sentence): boolean =>
  tokens
    .slice(from, to)
    .some(
      ({ text }, i) =>
        /^(your|our|their|yours|ours)$/.test(text) &&
        [1, 2, 3].some((next) => /^(flags?|colors)$/.test(tokens[from + i + next]?.text ?? '')),
    );

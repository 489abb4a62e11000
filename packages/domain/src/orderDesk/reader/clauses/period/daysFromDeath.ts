import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { countAt } from '../../when/numberWords.ts';

const DAYS_MAX = 366;

/** Returns the number of days stated in "for a period of 30 days from the day of his death". */
export function daysFromDeath(tokens: readonly Token[], { from, to }: Sentence): number | null {
  for (let at = from; at < to; at++) {
    const count = countAt(tokens, at);
    if (!count || count.value < 1 || count.value > DAYS_MAX) continue;
    if (tokens[count.to]?.text !== 'days') continue;
    const words = tokens.slice(count.to + 1, Math.min(to, count.to + 10)).map(({ text }) => text);
    if (
      /^(from|after|following) (the )?(day|date) of (his|her|their|\n|the )*\s?(death|passing)/.test(
        words.join(' '),
      )
    )
      return count.value;
  }
  return null;
}

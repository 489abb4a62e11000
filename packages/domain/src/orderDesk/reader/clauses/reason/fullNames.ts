import { TITLES } from '../../parties/titles.ts';
import type { Token } from '../../text/token.ts';
import type { Document } from '../document/document.ts';
import type { OrderGroup } from '../drafts/draft.ts';

const OFFICES = /^(governor|gov|president|mayor)$/;

/**
 * If a reason has only a title and a last name, such as "Officer Roe", returns the passage that
 * gives the person's full name, such as "Police Officer Jan Roe". Returns the reason itself in all
 * other cases.
 */
export function withFullName(
  { tokens, clauses }: Document,
  reason: OrderGroup['reason'],
): OrderGroup['reason'] {
  if (reason === null) return null;
  const words = tokens
    .slice(reason.from, reason.to)
    .filter(({ kind, text }) => kind === 'word' && text !== 'the');
  const names = words.filter(({ text }) => !TITLES.has(text));
  const [last] = names;
  if (words.length < 2 || names.length !== 1 || !last?.cap || words.at(-1) !== last) return reason;
  for (const { sentence } of clauses)
    for (let at = sentence.from + 1; at < sentence.to; at++) {
      const token = tokens[at];
      if (token?.text !== last.text || !token.cap || !isGivenName(tokens[at - 1])) continue;
      let from = at - 1;
      while (from > sentence.from && isNamePart(tokens[from - 1])) from--;
      // "Governor Ann Roe" is not "Officer Roe".
      const isGiver = tokens.slice(from, at).some(({ text }) => OFFICES.test(text));
      if (isGiver && !words.some(({ text }) => OFFICES.test(text))) continue;
      return { from, to: at + 1, sentence };
    }
  return reason;
}

const isNamePart = (token: Token | undefined): boolean => token?.kind === 'word' && token.cap;

const isGivenName = (token: Token | undefined): boolean =>
  isNamePart(token) &&
  !TITLES.has(token?.text ?? '') &&
  !/^(of|the|in|for|and|on)$/.test(token?.text ?? '');

import { stateAt } from '../places/states.ts';
import type { Sentence } from '../sentences/sentences.ts';
import type { Token } from '../text/token.ts';
import { isOfficeBehind } from './authorities.ts';

/** A range of tokens that may state the reason for an order. */
export interface Part {
  from: number;
  to: number;
}

/**
 * Returns the honored person's name in a title such as "Flag Notice: Trooper Kyle Sand" or
 * "Half-Staff Notice (Trooper Kyle Sand)".
 */
export function nameInTitle(tokens: readonly Token[], { from, to }: Sentence): Part | null {
  let start = -1;
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    const isDash = token?.text === '-' && token.spaced;
    if (isDash || token?.text === ':' || token?.text === '(') start = at + 1;
  }
  const end = tokens[to - 1]?.text === ')' ? to - 1 : to;
  if (start === -1 || end - start < 2) return null;
  for (let at = start; at < end; at++) {
    const token = tokens[at];
    const isName =
      token?.kind === 'word' ? token.cap && !NO_NAME.test(token.text) : token?.text === '.';
    if (!isName || stateAt(tokens, at)?.short === false || isOfficeBehind(tokens, at - 1))
      return null;
  }
  return { from: start, to: end };
}
/** Capitalized words that are not part of a person's name. */
export const NO_NAME =
  /^(flags?|half|full|staff|mast|notice|alert|status|update|updated|order|orders|ordered|lowered|office|state|department|statewide|page|news|home|press|release|immediate|county|city|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/;

const DATE_WORD =
  /^(january|february|march|april|may|june|july|august|september|october|november|december|sunday|monday|tuesday|wednesday|thursday|friday|saturday)$/;

/** Whether a reason includes the name of a person or an event. A date by itself is not enough. */
export function hasProperName(tokens: readonly Token[], { from, to }: Part): boolean {
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (token?.kind === 'word' && token.cap && token.text.length > 1 && !DATE_WORD.test(token.text))
      return true;
  }
  return false;
}

const NATION = /^(united|states|america|american|americans|u\.s\.|nation|memorial|day)$/;

/**
 * Whether a reason names a person: two capitalized words that are not the name of a day or of the
 * nation.
 */
export function namesPerson(tokens: readonly Token[], { from, to }: Part): boolean {
  let names = 0;
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (token?.text === '.' || token?.text === '"') continue;
    const isName =
      token?.kind === 'word' &&
      token.cap &&
      !DATE_WORD.test(token.text) &&
      !NATION.test(token.text);
    names = isName ? names + 1 : 0;
    if (names >= 2) return true;
  }
  return false;
}

const GENERIC =
  /^(the|those|all|lives|life|lost|loss|victims?|affected|by|this|that|these|of|tragedy|tragic|event|events|in|who|died|deceased|fallen|our|its|senseless|acts?|violence|disaster|people|and|families|them|their)$/;

/**
 * Matches a reason that mentions neither a person nor an event by name: "those affected by this
 * tragedy".
 */
export const isGeneric = (tokens: readonly Token[], { from, to }: Part): boolean =>
  tokens.slice(from, to).every(({ kind, text }) => kind !== 'word' || GENERIC.test(text));

/** Matches the name of a day, such as "Peace Officers Memorial Day". */
export function namedDayIn(tokens: readonly Token[], { from, to }: Sentence): Part | null {
  for (let at = from + 1; at < to; at++) {
    const token = tokens[at];
    if (token?.text !== 'day' || !token.cap) continue;
    let start = at;
    while (start > from && isNamePart(tokens[start - 1])) start--;
    if (start < at && !isAddress(tokens, at) && !isOfEvent(tokens, start, at))
      return { from: start, to: at + 1 };
  }
  return null;
}

/** Matches an event on a named day: "at an Independence Day parade". */
const isOfEvent = (tokens: readonly Token[], start: number, day: number): boolean =>
  /^(a|an|the|annual)$/.test(tokens[start - 1]?.text ?? '') &&
  tokens[day + 1]?.kind === 'word' &&
  !/^(and|in|on|by|as|which|until|from|is|to)$/.test(tokens[day + 1]?.text ?? '');

/** Matches a name that only looks like a day: "Labor Day Road". */
const isAddress = (tokens: readonly Token[], day: number): boolean =>
  /^(road|street|avenue|inn)$/.test(tokens[day + 1]?.text ?? '');

const isNamePart = (token: Token | undefined): boolean =>
  token?.kind === 'word' && token.cap && !DATE_WORD.test(token.text) && token.text !== 'on';

import type { Token } from '../text/token.ts';
import { isOfficeBehind } from './authorities.ts';
import { NO_NAME, namesPerson, type Part } from './reasonNames.ts';
import { TITLES } from './titles.ts';

/** Maximum number of words in a name on a line of its own. */
const LINE_MAX = 16;

export function endOfLine(tokens: readonly Token[], from: number): number {
  let end = from;
  while (tokens[end] && tokens[end]?.kind !== 'break' && end - from < LINE_MAX) end++;
  return end;
}

/**
 * Returns a reason together with the name on the line below it if the reason has only titles, such as
 * "Fallen Firefighter" above "Engineer Paul Roe". Returns the reason itself otherwise.
 */
export function withNameBelow(tokens: readonly Token[], part: Part): Part {
  const isTitle = tokens
    .slice(part.from, part.to)
    .every(({ text }) => ROLE.test(text) || TITLES.has(text));
  if (!isTitle || tokens[part.to]?.kind !== 'break') return part;
  const below = { from: part.to + 1, to: endOfLine(tokens, part.to + 1) };
  return isName(tokens, below) ? { from: part.from, to: below.to } : part;
}

/** Words for a person without a name: "Fallen Firefighter". */
const ROLE =
  /^(a|the|our|fallen|former|late|retired|slain|state|police|officers?|firefighters?|troopers?|deput(y|ies)|soldiers?|veterans?|first|responders?|paramedics?|law|enforcement|hero|heroes|service|members?)$/;

/** Whether a line has only a person's titles and name, such as "State Trooper Colleen M. Roe". */
const isName = (tokens: readonly Token[], part: Part): boolean =>
  namesPerson(tokens, part) &&
  tokens.slice(part.from, part.to).every(({ kind, cap, text }, i) => {
    if (kind !== 'word') return /^[.,"-]$/.test(text);
    if (isOfficeBehind(tokens, part.from + i - 1)) return false;
    return text === 'state' || (cap && !NO_NAME.test(text));
  });

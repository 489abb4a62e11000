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
 * If a reason has only a title, such as "Fallen Firefighter", returns it together with the name on
 * the next line, such as "Engineer Paul Roe". A line with the person's agency may come between
 * them. Returns the reason itself in all other cases.
 */
export function withNameBelow(tokens: readonly Token[], part: Part): Part {
  if (!isTitle(tokens, part)) return part;
  let last = part;
  for (let line = 0; line < LINES_MAX && tokens[last.to]?.kind === 'break'; line++) {
    last = { from: last.to + 1, to: endOfLine(tokens, last.to + 1) };
    if (isName(tokens, last)) return { from: part.from, to: last.to };
    if (!isAgency(tokens, last)) break;
  }
  return part;
}

/** Maximum number of lines from a title to the name below it. */
const LINES_MAX = 2;

/**
 * Whether a line describes a person only by a title, without a name: "Former State Senator",
 * "Battalion Chief".
 */
function isTitle(tokens: readonly Token[], { from, to }: Part): boolean {
  const words = tokens.slice(from, to);
  const others = words.filter(({ text }) => !ROLE.test(text) && !TITLES.has(text));
  const isRank = TITLES.has(words.at(-1)?.text ?? '') && !SURNAME.test(words.at(-1)?.text ?? '');
  return others.length === 0 || (others.length === 1 && words[0] === others[0] && isRank);
}

/** Titles that are also last names: "John Bishop". */
const SURNAME =
  /^(bishop|marshal|judge|master|major|general|class|state|first|late|former|fallen|fire|police|patrol|staff|warden|constable|private|clerk|lineman|pilot|ranger|speaker|justice)$/;

/** Matches a line that contains only the name of a person's agency: "Chicago Police Department". */
const isAgency = (tokens: readonly Token[], { from, to }: Part): boolean =>
  /^(department|division|district|patrol|guard|office|company|county|city)$/.test(
    tokens[to - 1]?.text ?? '',
  ) && tokens.slice(from, to).every(({ kind, cap }) => kind !== 'word' || cap);

/** Words that describe a person but are not part of a name: "Fallen Firefighter". */
const ROLE =
  /^(a|the|our|fallen|former|late|retired|slain|state|police|officers?|firefighters?|troopers?|deput(y|ies)|soldiers?|veterans?|first|responders?|paramedics?|law|enforcement|hero|heroes|service|members?)$/;

/** Whether a line has only a person's titles and name, such as "State Trooper Colleen M. Roe". */
const isName = (tokens: readonly Token[], part: Part): boolean =>
  namesPerson(tokens, part) &&
  tokens.slice(part.from, part.to).filter(({ kind, text }) => kind === 'word' && !TITLES.has(text))
    .length >= 2 &&
  tokens.slice(part.from, part.to).every(({ kind, cap, text }, i) => {
    if (kind !== 'word') return /^[.,"-]$/.test(text);
    if (isOfficeBehind(tokens, part.from + i - 1)) return false;
    return text === 'state' || (cap && !NO_NAME.test(text));
  });

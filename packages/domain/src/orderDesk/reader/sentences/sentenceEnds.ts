import type { Token } from '../text/token.ts';
import { introducesItems } from './introductions.ts';

/** Abbreviations whose period does not end a sentence. */
const ABBREVIATIONS = new Set(
  (
    'gov lt sgt cpl cpt capt col gen maj pfc pvt spc adm cmdr dep det ofc sen rep hon rev fr dr mr ' +
    'mrs ms messrs prof st ste mt ft jan feb mar apr jun jul aug sept sep oct nov dec mon tue tues ' +
    'wed thu thur thurs fri sat sun no nos art sec vs approx pub proc ala ariz ark calif colo conn ' +
    'del fla ga ill ind kan ky la md mass mich minn miss mo mont neb nev okla ore pa tenn tex vt va ' +
    'wash wis wyo brig lieut supt insp asst atty adj ens amb comdr'
  ).split(' '),
);

/**
 * Abbreviations whose period ends a sentence only if a word such as "The" or "Governor" follows.
 */
const MAY_END = new Set(['jr', 'sr', 'inc', 'co', 'etc', 'corp', 'am', 'pm', 'est', 'edt']);

const FIRST_WORDS = new Set(
  (
    'the a an all any both each flags flag this that these those governor gov president i we it he ' +
    'she they his her their our in on at as by for from if when while after before upon under ' +
    'individuals businesses citizens residents other also please however additionally further'
  ).split(' '),
);

export const isClosing = (token: Token | undefined): boolean =>
  token !== undefined &&
  token.kind === 'mark' &&
  !token.spaced &&
  (token.text === '"' || token.text === ')' || token.text === "'" || token.text === ']');

export function endsSentence(token: Token | undefined): boolean {
  if (token?.kind === 'word') return token.text.endsWith('.');
  return token?.kind === 'mark' && '.!?;:")]'.includes(token.text);
}

/** Whether a punctuation mark ends a sentence. */
export function isEnd(tokens: readonly Token[], at: number): boolean {
  const mark = tokens[at];
  const next = tokens[at + 1];
  if (mark?.text === '!' || mark?.text === '?') return true;
  if (mark?.text === ';')
    return next?.kind === 'break' || (next?.spaced === true && !isPlaceBehind(tokens, at));
  if (mark?.text === '\u2022' || mark?.text === '|' || mark?.text === '\u00B7') return true;
  if (mark?.text !== '.' || isOrderedItem(tokens, at)) return false;
  if (next === undefined || next.kind === 'break') return !isBeforeName(tokens, at);
  const last = tokens[at - 1];
  // For example: "TOPEKA, Kan. (June 9, 2026)"
  if (next.text === '(' && last?.kind === 'word' && ABBREVIATIONS.has(last.text)) return false;
  // For example: "(4 U.S.C. 1 et seq.), flags may be lowered"
  if (isClosing(next) && tokens[at + 2]?.text === ',' && !tokens[at + 2]?.spaced) return false;
  if (isBracketed(tokens, at)) return false;
  if (next.kind === 'mark')
    return isClosing(next) || (next.spaced && (next.text === '(' || next.text === '"'));
  // Web pages lose the space in "facilities.IN WITNESS WHEREOF".
  if (!next.spaced) return isGlued(last, next);
  const before = tokens[at - 1];
  if (before?.kind === 'word' && !before.spaced && before.text === "'s") return true;
  if (before?.kind === 'word') {
    if (ABBREVIATIONS.has(before.text)) return false;
    if (MAY_END.has(before.text)) return FIRST_WORDS.has(next.text) && next.cap;
  }
  return next.kind !== 'word' || next.cap;
}

/**
 * Abbreviations used in parentheses next to a name, such as "Ret.". Abbreviations that can precede
 * a name are also accepted in parentheses.
 */
const IN_BRACKETS =
  /^(ret|retd|res|sel|dem|ind|lib|posth|hon|usa|usn|usaf|usmc|uscg|ang|arng|jr|sr|esq|md|phd|d|r|i)$/;

/** Maximum number of tokens in parentheses next to a name, as in "(U.S. Army, Ret.)". */
const BRACKET_MAX = 8;

/**
 * Matches the period of an abbreviation at the end of parentheses next to a name: "Major General
 * (Ret.) Ann Roe". Does not match if a word such as "The" follows and begins a new sentence.
 */
function isBracketed(tokens: readonly Token[], period: number): boolean {
  const last = tokens[period - 1];
  if (tokens[period + 1]?.text !== ')' || last?.kind !== 'word') return false;
  if (!ABBREVIATIONS.has(last.text) && !IN_BRACKETS.test(last.text)) return false;
  let open = period - 2;
  while (open > period - BRACKET_MAX && tokens[open]?.kind !== 'break') {
    if (tokens[open]?.text === '(') break;
    open--;
  }
  if (tokens[open]?.text !== '(') return false;
  const behind = tokens[period + 2]?.kind === 'break' ? period + 3 : period + 2;
  const next = tokens[behind];
  if (next?.kind === 'mark') return true;
  return next?.kind === 'word' && !(next.cap && FIRST_WORDS.has(next.text));
}

/** Matches the number of the first item in "hereby order: 1. Flags at half-staff …". */
function isOrderedItem(tokens: readonly Token[], period: number): boolean {
  if (tokens[period - 1]?.kind !== 'number') return false;
  const before = tokens[period - 2]?.kind === 'break' ? period - 3 : period - 2;
  return introducesItems(tokens, before);
}

/** Maximum number of tokens in one item of a semicolon-separated list of places. */
const ITEM_MAX = 16;

/**
 * Matches the next place in a list: "at the Bay County Courthouse; the City Hall of Dover; and the
 * State Capitol".
 */
function isPlaceBehind(tokens: readonly Token[], semicolon: number): boolean {
  const first = tokens[semicolon + 1]?.text === 'and' ? semicolon + 2 : semicolon + 1;
  if (!/^(the|at)$/.test(tokens[first]?.text ?? '') || tokens[first]?.cap) return false;
  let hasPlace = false;
  for (let at = first; at < first + ITEM_MAX; at++) {
    const token = tokens[at];
    if (VERB.test(token?.text ?? '')) return false;
    if (token?.cap && PLACE.test(token.text)) hasPlace = true;
    if (!token || /^[;.\n]+$/.test(token.text) || /^(from|until|on|effective)$/.test(token.text))
      break;
  }
  return hasPlace;
}

const PLACE = /^(capitol|statehouse|courthouse|hall|county|building|center|city|town|tower)$/;

const VERB =
  /^(is|are|was|were|be|has|have|had|shall|will|should|must|may|remain|order|direct|fly|flags?)$/;

/**
 * If no space follows a period, the period ends a sentence only if the word before it has at least
 * this many letters, as in "lowered.The".
 */
const GLUED_MIN = 5;

const isGlued = (last: Token | undefined, next: Token): boolean =>
  last?.kind === 'word' &&
  !last.cap &&
  last.text.length >= GLUED_MIN &&
  !/^(state|flags?|government|house|white)$/.test(last.text) &&
  next.kind === 'word' &&
  next.cap;

/**
 * Whether a line ends with a person's title or a month, which means that the sentence continues on
 * the next line.
 */
function isBeforeName(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  const behind = tokens[at + 2];
  return (
    before?.kind === 'word' &&
    ABBREVIATIONS.has(before.text) &&
    tokens[at + 1]?.text === '\n' &&
    behind !== undefined
  );
}

/**
 * Whether initials such as "p.m." or "U.S." end a sentence, as shown by a word such as "The" after
 * them.
 */
export function isInitialsEnd(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at];
  const next = tokens[at + 1];
  if (!word || word.text.length < 4 || !word.text.endsWith('.')) return false;
  // Excludes places and states: "U.S. Flags", "N.C. Governor Ann Poe".
  const isPlace = word.cap && word.text !== 'p.m.' && word.text !== 'a.m.';
  if (isPlace && /^(flags?|governor|gov|president)$/.test(next?.text ?? '')) return false;
  // In a text written all in capitals, "12:01 A.M. ON MONDAY" does not end a sentence.
  return next?.kind === 'word' && next.cap && !next.upper && FIRST_WORDS.has(next.text);
}

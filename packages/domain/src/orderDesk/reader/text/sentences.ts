import { DATE_WORD, isDateLine, isLabel, isOfHeader, MONTH, startOfLine } from './lines.ts';
import type { Token } from './token.ts';

/** A sentence, heading or list item: the tokens from `from` to `to` (exclusive). */
export interface Sentence {
  from: number;
  to: number;
  /** Index of the paragraph that contains the sentence. */
  paragraph: number;
  /**
   * Whether the sentence is short and has no final period, like a heading, a date line or a label.
   */
  isHeading: boolean;
}

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

/**
 * A paragraph counts as wrapped prose if each of its lines is at least this fraction of the longest
 * line's length.
 */
const WRAPPED_SHARE = 0.8;
/**
 * A paragraph whose lines all have at most this many characters is a list, a letterhead or a postal
 * address, not wrapped prose.
 */
const NARROW = 26;
/**
 * Words that cannot end a sentence. A line that ends with one of them continues on the next line.
 */
const GOES_ON = new Set(
  'a an the of to in on at by for from and or with until through that as his her their be is are former late'.split(
    ' ',
  ),
);
/**
 * Maximum number of tokens in a sentence. Longer ones are skipped, because they are not prose or
 * their beginning is unclear.
 */
const TOKENS_MAX = 500;
/**
 * Minimum number of consecutive punctuation marks that turn a line into a separator, such as
 * "--------".
 */
const RULE_MARKS = 8;
/** Maximum number of tokens in a heading. */
const HEADING_MAX = 40;

/**
 * Removes line breaks that only wrap the text of a sentence. As a result, a phrase on two lines is
 * parsed like a phrase on one line. Keeps line breaks inside headings.
 */
export function withoutWraps(
  tokens: readonly Token[],
  sentences: readonly Sentence[],
): { tokens: Token[]; sentences: Sentence[] } {
  const kept: Token[] = [];
  const moved: Sentence[] = [];
  let next = 0;
  for (const sentence of sentences) {
    for (; next < sentence.from; next++) keep(kept, tokens[next]);
    const from = kept.length;
    for (; next < sentence.to; next++)
      if (sentence.isHeading || tokens[next]?.kind !== 'break') keep(kept, tokens[next]);
    moved.push({ ...sentence, from, to: kept.length });
  }
  for (; next < tokens.length; next++) keep(kept, tokens[next]);
  return { tokens: kept, sentences: moved };
}

function keep(kept: Token[], token: Token | undefined): void {
  if (token) kept.push(token);
}

/**
 * Splits tokens into sentences in one pass.
 * @param joints the offsets at which line breaks inside hyphenated words were removed, in ascending
 * order
 */
export function sentencesOf(tokens: readonly Token[], joints: readonly number[] = []): Sentence[] {
  const ends = lineEnds(tokens, joints);
  const sentences: Sentence[] = [];
  let paragraph = 0;
  let from = 0;
  const close = (to: number): void => {
    let first = from;
    while (first < to && (tokens[first]?.kind === 'break' || isSymbol(tokens[first]))) first++;
    let last = to;
    while (last > first && tokens[last - 1]?.kind === 'break') last--;
    if (last > first && last - first <= TOKENS_MAX) {
      const isHeading = !endsSentence(tokens[last - 1]) && last - first <= HEADING_MAX;
      sentences.push({ from: first, to: last, paragraph, isHeading });
    }
    from = to;
  };
  let marks = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (!token) break;
    marks = token.kind === 'mark' ? marks + 1 : 0;
    if (marks >= RULE_MARKS) {
      if (marks === RULE_MARKS) close(i - RULE_MARKS + 1);
      from = i + 1;
    } else if (token.kind === 'break') {
      if (token.text === '\n\n') {
        if (goesOn(tokens, i)) continue;
        close(i);
        paragraph++;
      } else if (ends.has(i)) close(i);
    } else if (token.kind === 'mark' && isEnd(tokens, i)) {
      // Closing quotes and brackets belong to the sentence.
      while (isClosing(tokens[i + 1])) i++;
      close(i + 1);
    } else if (token.kind === 'word' && isInitialsEnd(tokens, i)) close(i + 1);
  }
  close(tokens.length);
  return sentences;
}

/**
 * The lowest character code of arrows, symbols and emoji. Punctuation marks and currency signs have
 * lower codes.
 */
const SYMBOL_MIN = 0x2190;

/** Matches an emoji or another symbol that decorates the beginning of a sentence. */
export const isSymbol = (token: Token | undefined): boolean =>
  token?.kind === 'mark' && token.text.charCodeAt(0) >= SYMBOL_MIN;

/**
 * Whether a sentence continues in the next paragraph, as when a PDF page ends in mid-sentence:
 * after "throughout the", before a lowercase letter, or before a page header.
 */
function goesOn(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  if (!next) return false;
  if (isBeforePeriod(tokens, at)) return true;
  if (introducesItems(tokens, at - 1)) return true;
  if (before?.text === ':' && isOrdering(tokens, at - 2)) return next.text !== '-';
  // A text whose lines are all separate paragraphs may split a date: "until sunset May", "16,
  // 2022".
  if (before?.cap && MONTH.test(before.text) && next.kind === 'number') return true;
  if (
    /^(on|from|through)$/.test(before?.text ?? '') &&
    (SUN.test(next.text) || DATE_WORD.test(next.text))
  )
    return true;
  // For example: "until sunset," above "August 31, 2025"
  if (before?.text === ',' && DATE_WORD.test(next.text)) return true;
  if (isPeriodBelowName(tokens, at)) return false;
  const isLower = next.kind === 'word' && !next.cap && next.text !== "'s";
  if (isLower && (before?.text === ',' || before?.kind === 'word')) return true;
  if (before?.kind !== 'word' || !UNFINISHED.has(before.text)) return false;
  return next.kind === 'word' || next.text === 'united';
}
/**
 * Matches the line break between a name and the days of an order: "Captain Lee Roe", then "from
 * sunrise on May 5".
 */
function isPeriodBelowName(tokens: readonly Token[], at: number): boolean {
  const [first, next] = [tokens[at + 1]?.text ?? '', tokens[at + 2]?.text ?? ''];
  if (!BEFORE_PERIOD.test(first) || !(SUN.test(next) || DATE_WORD.test(next))) return false;
  const line = tokens.slice(startOfLine(tokens, at), at);
  return (
    line.length > 1 &&
    line.every(
      ({ kind, cap, text }) =>
        (kind === 'word' && cap && !/^(flags?|half|orders?|lowered)$/.test(text)) || text === '.',
    )
  );
}

/** Matches the line break between "lowered from:" and a line that begins with a time or a date. */
function isBeforePeriod(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1]?.text ?? '';
  return (
    tokens[at - 1]?.text === ':' &&
    BEFORE_PERIOD.test(tokens[at - 2]?.text ?? '') &&
    (tokens[at - 3]?.kind === 'word' || tokens[at - 2]?.cap === false) &&
    (SUN.test(next) || DATE_WORD.test(next))
  );
}

/**
 * Matches the words that introduce what is ordered: "it is hereby ordered as follows", "do hereby
 * order and direct that".
 */
function isOrdering(tokens: readonly Token[], last: number): boolean {
  if (!/^(follows|that|order|ordered|direct|proclaim)$/.test(tokens[last]?.text ?? ''))
    return false;
  for (let at = last; at > last - 8; at--) if (tokens[at]?.text === 'hereby') return true;
  return false;
}
const BEFORE_PERIOD = /^(from|until|beginning|starting|effective|on)$/;
const SUN = /^(sunrise|sunset|dawn|sunup|sundown|noon)$/;
const UNFINISHED = new Set([
  'the',
  'of',
  'and',
  'throughout',
  'their',
  'a',
  'in',
  'at',
  'until',
  'with',
]);

const isClosing = (token: Token | undefined): boolean =>
  token !== undefined &&
  token.kind === 'mark' &&
  !token.spaced &&
  (token.text === '"' || token.text === ')' || token.text === "'" || token.text === ']');

function endsSentence(token: Token | undefined): boolean {
  if (token?.kind === 'word') return token.text.endsWith('.');
  return token?.kind === 'mark' && '.!?;:")]'.includes(token.text);
}

/** Whether a punctuation mark ends a sentence. */
function isEnd(tokens: readonly Token[], at: number): boolean {
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
 * Abbreviations used in brackets next to a name, such as "Ret.". Abbreviations that can precede a
 * name are also accepted there.
 */
const IN_BRACKETS =
  /^(ret|retd|res|sel|dem|ind|lib|posth|hon|usa|usn|usaf|usmc|uscg|ang|arng|jr|sr|esq|md|phd|d|r|i)$/;

/** Maximum number of tokens in brackets beside a name, as in "(U.S. Army, Ret.)". */
const BRACKET_MAX = 8;

/**
 * Matches the period of an abbreviation at the end of a bracketed remark beside a name: "Major
 * General (Ret.) Ann Roe". Does not match if a word such as "The" follows and begins a new
 * sentence.
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

/** Maximum number of tokens in words that introduce a list, such as "By order of Governor Ann Poe:". */
const LEAD_MAX = 12;

/**
 * Matches the colon between the words that say who gives an order and a numbered list of what is
 * ordered: "Governor Poe has directed the following:" above "1. Flags at half-staff …".
 */
function introducesItems(tokens: readonly Token[], colon: number): boolean {
  if (tokens[colon]?.text !== ':') return false;
  const item = tokens[colon + 1]?.kind === 'break' ? colon + 2 : colon + 1;
  if (itemAt(tokens, item) !== 1) return false;
  if (isOrdering(tokens, colon - 1)) return true;
  for (let at = colon - 1; at >= colon - LEAD_MAX && tokens[at]?.kind !== 'break'; at--) {
    const word = tokens[at]?.text ?? '';
    // "has ordered flags to half-staff on two days:" is an order by itself.
    if (/^(flags?|half|colors)$/.test(word)) return false;
    if (/^(hereby|ordered|orders|directed|directs)$/.test(word)) return true;
    if (/^(order|direction)$/.test(word) && tokens[at + 1]?.text === 'of') return true;
  }
  return false;
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
 * A period without a space after it ends a sentence only after a word with at least this many
 * letters, as in "lowered.The".
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
function isInitialsEnd(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at];
  const next = tokens[at + 1];
  if (!word || word.text.length < 4 || !word.text.endsWith('.')) return false;
  // Excludes places and states: "U.S. Flags", "N.C. Governor Ann Poe".
  const isPlace = word.cap && word.text !== 'p.m.' && word.text !== 'a.m.';
  if (isPlace && /^(flags?|governor|gov|president)$/.test(next?.text ?? '')) return false;
  // In a text written all in capitals, "12:01 A.M. ON MONDAY" does not end a sentence.
  return next?.kind === 'word' && next.cap && !next.upper && FIRST_WORDS.has(next.text);
}

/**
 * Returns the indexes of the single line breaks that are intentional and not caused by wrapping.
 */
function lineEnds(tokens: readonly Token[], joints: readonly number[]): Set<number> {
  const ends = new Set<number>();
  let breaks: { at: number; length: number }[] = [];
  let lineStart = tokens[0]?.start ?? 0;
  let longest = 0;
  let joint = 0;
  /**
   * Returns the length of the line that ends at `end`, and updates `longest`. If lines were joined
   * at a hyphen, measures each of them.
   */
  const measure = (end: number): number => {
    for (let at = joints[joint]; at !== undefined && at < end; at = joints[++joint]) {
      longest = Math.max(longest, at - lineStart);
      lineStart = at;
    }
    longest = Math.max(longest, end - lineStart);
    return end - lineStart;
  };
  const finish = (end: number): void => {
    measure(end);
    const isRagged = areWraps(
      tokens,
      breaks.map(({ at }) => at),
    );
    let isInSentence = false;
    for (const { at, length } of breaks) {
      const isEnd = isDeliberate(tokens, at, length, longest, isRagged && isInSentence);
      if (isEnd) ends.add(at);
      isInSentence = !isEnd && !endsSentence(tokens[at - 1]);
    }
    breaks = [];
    longest = 0;
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token?.kind !== 'break') continue;
    if (token.text === '\n') breaks.push({ at: i, length: measure(token.start) });
    else finish(token.start);
    lineStart = token.end;
  }
  finish(tokens.at(-1)?.end ?? 0);
  return ends;
}

/**
 * A paragraph counts as wrapped if it has at least this many line breaks before a lowercase word.
 */
const WRAPS_MIN = 3;

/**
 * Whether most line breaks of a paragraph are inside sentences, regardless of how short its lines
 * are.
 */
function areWraps(tokens: readonly Token[], breaks: readonly number[]): boolean {
  const wraps = breaks.filter((at) => tokens[at + 1]?.kind === 'word' && !tokens[at + 1]?.cap);
  return wraps.length >= WRAPS_MIN && 2 * wraps.length >= breaks.length;
}

/**
 * Whether a line break is intentional.
 * @param isInSentence whether the line is certain to continue a sentence in a wrapped paragraph
 */
function isDeliberate(
  tokens: readonly Token[],
  at: number,
  length: number,
  longest: number,
  isInSentence: boolean,
): boolean {
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  if (!before || !next) return true;
  if (next.kind === 'word' && !next.cap) return false;
  if (before.kind === 'word' && GOES_ON.has(before.text)) return false;
  if (before.text === ',' || before.text === '-') return false;
  if (next.kind === 'number' && isMonthBefore(tokens, at)) return false;
  if (isInNameOfDay(before, next)) return false;
  if (introducesItems(tokens, at - 1)) return false;
  if (before.text === ':') return !isOrdering(tokens, at - 2) && !isBeforePeriod(tokens, at);
  if (isDateLine(tokens, at + 1) || isOfHeader(tokens, at)) return true;
  if (isNextItem(tokens, at)) return true;
  if (isInSentence && before.kind === 'word') return isLabel(tokens, at + 1);
  // "Flag notice", "Oct. 5, 2015": lines this short are not wrapped text.
  if (longest < NARROW) return true;
  const wrapped = length + 1 + (next.end - next.start) > longest * WRAPPED_SHARE;
  if (!wrapped || next.text === '-' || next.text === '*') return true;
  // "for Police" above "Officer Jan Roe: at public buildings" is one wrapped line.
  const isTitle = before.kind === 'word' && before.cap && !before.upper;
  return isLabel(tokens, at + 1) && (!isTitle || isLabel(tokens, startOfLine(tokens, at)));
}

/** Matches the name of a month before a line break: "January", "Jan." */
function isMonthBefore(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  const isShort = before?.text === '.';
  const month = isShort ? tokens[at - 2] : before;
  return month?.cap === true && (isShort ? SHORT_MONTH : MONTH).test(month.text);
}

const SHORT_MONTH = /^(jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/;

/** Matches the line break within the name of a day: "Memorial" above "Day". */
const isInNameOfDay = (before: Token, next: Token): boolean =>
  before.cap && next.cap && next.text === 'day' && /^(memorial|remembrance)$/.test(before.text);

/** Matches the next item of a numbered list: "1. …" above "2. …". */
function isNextItem(tokens: readonly Token[], at: number): boolean {
  const next = itemAt(tokens, at + 1);
  return next !== null && itemAt(tokens, startOfLine(tokens, at)) === next - 1;
}

/** Returns the number of the list item that begins at a token: "2." or "2)"; null if there is none. */
function itemAt(tokens: readonly Token[], at: number): number | null {
  const number = tokens[at];
  if (number?.kind !== 'number') return null;
  const [mark, first] = [tokens[at + 1], tokens[at + 2]];
  const isItem = /^[.)]$/.test(mark?.text ?? '') && !mark?.spaced;
  return isItem && first?.kind === 'word' && first.spaced ? number.value : null;
}

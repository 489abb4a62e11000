import {
  BACKSLASH,
  BRACKET,
  COMBINING,
  classOf,
  ENTITY,
  HYPHEN,
  INVISIBLE,
  MARKUP,
  nextSpecial,
  REORDERING,
  REPLACED,
  replacementOf,
  SURROGATE,
  TILDE,
  UNREADABLE,
} from './charClasses.ts';
import { referenceAt } from './entities.ts';
import { markupAt } from './markup.ts';
import { type MappedText, TextBuilder } from './textMap.ts';

/**
 * Converts pasted text to plain text: removes markup, invisible characters and hyphens at line
 * ends, and replaces look-alike letters with Latin ones. Text that is displayed in a different
 * order or struck out becomes `UNREADABLE`. Takes linear time.
 */
export function normalizeText(source: string): MappedText {
  const builder = new TextBuilder(source);
  let copied = 0;
  let at = 0;
  /** Replaces the original text from `at` to `end` with `by`. */
  const put = (by: string, end: number): void => {
    builder.copy(copied, at);
    builder.replace(by, at, end);
    at = end;
    copied = end;
  };
  /** Removes the hyphen and the line break before `end`. */
  const join = (end: number): void => {
    put('', end);
    builder.joinLines();
  };
  for (at = nextSpecial(source, at); at < source.length; at = nextSpecial(source, at)) {
    const code = source.charCodeAt(at);
    switch (classOf(code)) {
      case MARKUP: {
        const markup = markupAt(source, at);
        if (markup) put(markup.by, markup.end);
        else at++;
        break;
      }
      case ENTITY: {
        const reference = referenceAt(source, at);
        if (reference) put(plain(reference.value), reference.end);
        else at++;
        break;
      }
      case HYPHEN: {
        const next = joinedAt(source, at);
        if (next !== -1) join(next);
        else if (code === 0x2d) at++;
        else put('-', at + 1);
        break;
      }
      case BRACKET: {
        const link = code === 0x5d ? behindLink(source, at + 1) : -1;
        if (link !== -1) put('', link);
        else at++;
        break;
      }
      case TILDE: {
        const end = behindStrike(source, at);
        if (end !== -1) put(' ', end);
        else at = behindTildes(source, at);
        break;
      }
      case BACKSLASH:
        // Markdown, iCalendar and CSV escape a comma as "\\,".
        if (isPunctuation(source.charCodeAt(at + 1))) put('', at + 1);
        else at++;
        break;
      case INVISIBLE:
        // Text from PDFs often has a soft hyphen at the end of a line.
        if (code === 0xad && behindLineBreak(source, at + 1) > at + 1)
          join(behindLineBreak(source, at + 1));
        else put('', at + 1);
        break;
      case REORDERING:
        put(UNREADABLE, endOfReordering(source, at + 1));
        break;
      case COMBINING:
        put(isStruckOut(source, at) ? UNREADABLE : '', at + 1);
        break;
      case REPLACED:
        put(replacementOf(code), at + 1);
        break;
      case SURROGATE:
        put(plainPair(source.slice(at, at + 2)), at + 2);
        break;
      default:
        at++;
    }
  }
  builder.copy(copied, source.length);
  return builder.finish();
}

/** Returns the offset after text that is "~~struck out~~" within one line; -1 if there is none. */
function behindStrike(source: string, at: number): number {
  if (source.charCodeAt(at + 1) !== 0x7e || source.charCodeAt(at + 2) <= 0x20) return -1;
  if (source.charCodeAt(at + 2) === 0x7e) return -1;
  for (let i = at + 2; i < Math.min(source.length, at + STRIKE_MAX); i++) {
    const code = source.charCodeAt(i);
    if (code === 0x0a) return -1;
    if (code === 0x7e) return source.charCodeAt(i + 1) === 0x7e ? i + 2 : -1;
  }
  return -1;
}
/** Maximum length of struck-out Markdown text. */
const STRIKE_MAX = 200;

function behindTildes(source: string, at: number): number {
  let next = at;
  while (source.charCodeAt(next) === 0x7e) next++;
  return next;
}

/** Whether a character is ASCII punctuation that a backslash can escape. */
const isPunctuation = (code: number): boolean =>
  (code >= 0x21 && code <= 0x2f) ||
  code === 0x3a ||
  code === 0x3b ||
  (code >= 0x5b && code <= 0x60);

/** Maximum length of the URL in a Markdown link. */
const LINK_MAX = 500;
/**
 * Returns the offset after the URL of a Markdown link, "[text](https://…)"; -1 if there is none.
 */
function behindLink(source: string, at: number): number {
  if (source.charCodeAt(at) !== 0x28) return -1;
  for (let i = at + 1; i < Math.min(source.length, at + LINK_MAX); i++) {
    const code = source.charCodeAt(i);
    if (code === 0x29) return i + 1;
    if (code <= 0x20 || code === 0x28 || code === 0x5b) return -1;
  }
  return -1;
}

/** Returns the plain text for a decoded character reference, such as `&#8203;`. */
function plain(value: string): string {
  if (value.length > 1) return plainPair(value);
  switch (classOf(value.charCodeAt(0))) {
    case INVISIBLE:
      return '';
    case REORDERING:
    case COMBINING:
      return UNREADABLE;
    case REPLACED:
      return replacementOf(value.charCodeAt(0));
    default:
      return value;
  }
}

/**
 * Replaces bold, italic and similar letters and digits with plain ones, and emoji with a space.
 * Removes invisible tag characters.
 */
function plainPair(pair: string): string {
  const code = pair.codePointAt(0) ?? 0;
  if (code >= 0x1d400 && code <= 0x1d7ff) return pair.normalize('NFKC');
  // An emoji at the beginning of a line
  if (code >= 0x1f300 && code <= 0x1faff) return ' ';
  return code >= 0xe0000 && code <= 0xe0fff ? '' : ` ${UNREADABLE} `;
}

/**
 * Returns the offset of the second half of a word if the hyphen at the end of a line splits the
 * word; otherwise -1. In "half-staff" and "twenty-five", the hyphen is part of the word.
 */
function joinedAt(source: string, hyphen: number): number {
  const next = behindLineBreak(source, hyphen + 1);
  if (next === hyphen + 1 || !isLower(source.charCodeAt(next))) return -1;
  let start = hyphen;
  while (hyphen - start < 8 && isAnyLetter(source.charCodeAt(start - 1))) start--;
  const word = source.slice(start, hyphen).toLowerCase();
  return word === '' || KEEPS_HYPHEN.has(word) ? -1 : next;
}

const KEEPS_HYPHEN = new Set(['half', 'full', 'mid', 'twenty', 'thirty', 'forty', 'fifty']);

/**
 * Returns the offset after a single line break and the indentation that follows; `at` if there is
 * no line break.
 */
function behindLineBreak(source: string, at: number): number {
  let next = skipBlanks(source, at);
  if (source.charCodeAt(next) === 0x0d) next++;
  if (source.charCodeAt(next) !== 0x0a) return at;
  return skipBlanks(source, next + 1);
}

/** Maximum number of spaces to skip at once. Prevents scanning a long run of spaces repeatedly. */
const BLANKS_MAX = 100;
function skipBlanks(source: string, at: number): number {
  let next = at;
  while (next - at < BLANKS_MAX && isBlank(source.charCodeAt(next))) next++;
  return next;
}

/**
 * Returns the offset at which control characters stop changing the display order of text: after the
 * terminating character, or at the end of the line.
 */
function endOfReordering(source: string, from: number): number {
  for (let i = from; i < source.length; i++) {
    const code = source.charCodeAt(i);
    if (code === 0x202c || code === 0x2069) return i + 1;
    if (code === 0x0a || code === 0x2029) return i;
  }
  return source.length;
}

/**
 * Whether a combining mark strikes through a letter. On a digit, every combining mark is treated as
 * a strikethrough.
 */
function isStruckOut(source: string, at: number): boolean {
  const code = source.charCodeAt(at);
  const before = source.charCodeAt(at - 1);
  const onDigit = before >= 0x30 && before <= 0x39;
  return onDigit || (code >= 0x334 && code <= 0x338) || (code >= 0x20d2 && code <= 0x20e5);
}

const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isAnyLetter = (code: number): boolean => isLower(code | 0x20);
const isBlank = (code: number): boolean => code === 0x20 || code === 0x09 || code === 0xa0;

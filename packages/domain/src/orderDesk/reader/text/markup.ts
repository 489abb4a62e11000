/** HTML elements whose content is not displayed as text. */
const NO_TEXT = new Set(['script', 'style', 'template', 'noscript', 'svg', 'textarea']);
/** HTML elements whose content is displayed as deleted. */
const DELETED = new Set(['del', 's', 'strike']);
/** HTML elements that have no content and no end tag. */
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta']);
/** Inline HTML elements. Any other element starts a new line. */
const INLINE = new Set(
  (
    'a abbr acronym b bdi big cite code data dfn em font i ins kbd label mark q samp small span ' +
    'strong sub sup time tt u var wbr o:p'
  ).split(' '),
);
const HIDDEN =
  /\shidden(?=[\s=/>])|display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0(?![.\d])/i;

const PARAGRAPH = '\n\n';
/** The separator between table cells, which become separate lines of one paragraph. */
const LINE = '\n';

/** A piece of markup: the text that replaces it, and the offset after it. */
export interface Markup {
  by: string;
  end: number;
}

/**
 * Parses the markup that begins with the "<" at `at`. Returns null if the "<" is plain text. Takes
 * linear time for the whole text, even if many tags are never closed.
 */
export function markupAt(text: string, at: number): Markup | null {
  if (text.startsWith('<!--', at)) return { by: '', end: behind(text, '-->', at + 4) };
  const first = text.charCodeAt(at + 1);
  if (first === 0x21 || first === 0x3f) return tag(text, at);
  const closes = first === 0x2f;
  if (!isLetter(closes ? text.charCodeAt(at + 2) : first)) return null;
  const end = endOfTag(text, at);
  if (end === -1) return null;
  const name = nameOf(text, at + (closes ? 2 : 1), end);
  if (!closes && !VOID.has(name)) {
    const skipped = NO_TEXT.has(name) || DELETED.has(name) || isHidden(text, at, end);
    if (skipped) return { by: breakFor(name), end: endOfElement(text, name, end) };
    // A superscript number is a footnote mark. Superscript letters are the "th" of "5th".
    if (name === 'sup' && isDigit(text.charCodeAt(end)))
      return { by: ' ', end: endOfElement(text, name, end) };
  }
  return { by: breakFor(name), end };
}

function tag(text: string, at: number): Markup | null {
  const end = endOfTag(text, at);
  return end === -1 ? null : { by: PARAGRAPH, end };
}

function breakFor(name: string): string {
  if (INLINE.has(name) || DELETED.has(name)) return '';
  return name === 'br' || name === 'td' || name === 'th' ? LINE : PARAGRAPH;
}

/**
 * Returns the offset after the ">" of a tag; -1 if another "<" or the end of the text comes first.
 */
function endOfTag(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x3e) return i + 1;
    if (code === 0x3c) return -1;
  }
  return -1;
}

/**
 * Maximum number of characters of an HTML tag's attributes to search. Limited because an inline
 * image can take up megabytes.
 */
const ATTRIBUTES_MAX = 2000;
const isHidden = (text: string, at: number, end: number): boolean =>
  HIDDEN.test(text.slice(at, Math.min(end, at + ATTRIBUTES_MAX)));

/**
 * Returns the offset after the end tag of the element whose start tag ends at `from`; the length of
 * the text if the element is never closed.
 */
function endOfElement(text: string, name: string, from: number): number {
  const tags = new RegExp(`<(/?)${escaped(name)}(?=[\\s/>])`, 'gi');
  tags.lastIndex = from;
  let depth = 1;
  for (let match = tags.exec(text); match; match = tags.exec(text)) {
    depth += match[1] === '/' ? -1 : 1;
    if (depth === 0) return behind(text, '>', match.index);
  }
  return text.length;
}

function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at + mark.length;
}

function nameOf(text: string, from: number, end: number): string {
  let to = from;
  while (to < end && to - from < 20 && /[a-zA-Z0-9:]/.test(text[to] ?? '')) to++;
  return text.slice(from, to).toLowerCase();
}

const escaped = (name: string): string => name.replaceAll(/[^a-z0-9]/g, '\\$&');
const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

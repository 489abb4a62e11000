/** Named character references that are common on press office pages. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  shy: '\u00AD',
  zwnj: '\u200C',
  zwj: '\u200D',
  lrm: '\u200E',
  rlm: '\u200F',
  sect: '\u00A7',
  para: '¶',
  copy: '©',
  reg: '®',
  trade: '™',
  eacute: 'é',
  aacute: 'á',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
};

/** Maximum length of a character reference, such as "&amp;amp;#x0002019;". */
const LONGEST = 24;
const REFERENCE = /&(?:amp;){0,2}(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});/y;

/**
 * Decodes the character reference that begins at `at`, even if it was encoded twice. An unknown
 * reference becomes a space. Returns null if no reference begins there.
 */
export function referenceAt(text: string, at: number): { value: string; end: number } | null {
  // The slice limits the work for each "&".
  const piece = text.slice(at, at + LONGEST);
  REFERENCE.lastIndex = 0;
  const match = REFERENCE.exec(piece);
  const name = match?.[1];
  if (!match || name === undefined) return null;
  return { value: decoded(name), end: at + match[0].length };
}

function decoded(name: string): string {
  if (!name.startsWith('#')) return NAMED[name] ?? ' ';
  const hex = name[1] === 'x' || name[1] === 'X';
  const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : ' ';
}

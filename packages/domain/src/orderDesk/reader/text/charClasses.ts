/**
 * The classes of UTF-16 code units that need special treatment. The normalizer copies all other
 * code units, whose class is 0.
 */
export const MARKUP = 1;
export const ENTITY = 2;
export const HYPHEN = 3;
export const INVISIBLE = 4;
export const REORDERING = 5;
export const COMBINING = 6;
export const REPLACED = 7;
export const SURROGATE = 8;
export const BRACKET = 9;
export const TILDE = 10;
export const BACKSLASH = 11;

/**
 * A placeholder for text that the parser must skip, such as text that is struck out or displayed in
 * a different order.
 */
export const UNREADABLE = '\uFFFC';

const classes = new Uint8Array(0x10000);
/** Single characters and their plain replacements, by character code. */
const replacements = new Map<number, string>();

const mark = (from: number, to: number, value: number): void => {
  classes.fill(value, from, to + 1);
};
const replace = (code: number, by: string): void => {
  classes[code] = REPLACED;
  replacements.set(code, by);
};

classes[0x3c] = MARKUP;
classes[0x26] = ENTITY;
classes[0x2d] = HYPHEN;
classes[0x5d] = BRACKET;
classes[0x7e] = TILDE;
classes[0x5c] = BACKSLASH;
for (const code of [0x2010, 0x2011]) classes[code] = HYPHEN;

// Soft hyphens, zero-width characters, direction marks, variation selectors.
for (const [from, to] of [
  [0x00, 0x08],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180e],
  [0x200b, 0x200f],
  [0x202a, 0x202a],
  [0x202c, 0x202c],
  [0x2060, 0x2066],
  [0x2068, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
] as const)
  mark(from, to, INVISIBLE);

// Right-to-left embedding, overrides and isolates: the text is displayed in a different order.
for (const code of [0x202b, 0x202d, 0x202e, 0x2067]) classes[code] = REORDERING;

for (const [from, to] of [
  [0x300, 0x34e],
  [0x350, 0x36f],
  [0x1ab0, 0x1aff],
  [0x1dc0, 0x1dff],
  [0x20d0, 0x20ff],
  [0xfe20, 0xfe2f],
] as const)
  mark(from, to, COMBINING);

mark(0xd800, 0xdbff, SURROGATE);

// Full-width forms.
for (let code = 0xff01; code <= 0xff5e; code++) replace(code, String.fromCharCode(code - 0xfee0));
// Superscript digits (footnote marks) and letters (the "th" of "5th").
for (const code of [0xb2, 0xb3, 0xb9, 0x2070]) replace(code, '');
for (let code = 0x2074; code <= 0x207f; code++) replace(code, '');
// Ligatures in text from PDFs.
for (const [i, by] of ['ff', 'fi', 'fl', 'ffi', 'ffl', 'st', 'st'].entries())
  replace(0xfb00 + i, by);

/** Letters of other alphabets that look like Latin letters. */
const LOOKALIKES: readonly (readonly [string, string])[] = [
  // Cyrillic
  ['АВЕКМНОРСТУХІЈЅӀԌԚԜ', 'ABEKMHOPCTYXIJSIGQW'],
  ['аеорсухіјѕһԁԛԝӏ', 'aeopcyxijshdqwl'],
  // Greek
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['αονικρυϲ', 'aovikpuc'],
  // Armenian and Latin
  ['օսոհ', 'ounh'],
  ['ıɑɡſɩ', 'iagsi'],
];
for (const [from, to] of LOOKALIKES)
  for (let i = 0; i < from.length; i++) replace(from.charCodeAt(i), to[i] ?? '');

/**
 * Returns the offset of the first character at or after `at` that needs special treatment; the
 * length of the text if there is none.
 */
export function nextSpecial(text: string, at: number): number {
  let i = at;
  while (i < text.length && classes[text.charCodeAt(i)] === 0) i++;
  return i;
}

/** Returns the class of a UTF-16 code unit. */
export const classOf = (code: number): number => classes[code] ?? 0;

/** Returns the replacement for a character of the class `REPLACED`. */
export const replacementOf = (code: number): string => replacements.get(code) ?? '';

export const SPACE = 1;

export const NEWLINE = 2;

export const LETTER = 3;

export const DIGIT = 4;

export const MARK = 5;

/** The kind of each UTF-16 code unit: letter, digit, space or punctuation mark. */
export const kinds = new Uint8Array(0x10000).fill(LETTER);

kinds.fill(SPACE, 0, 0x21);
kinds.fill(MARK, 0x21, 0x30);
kinds.fill(DIGIT, 0x30, 0x3a);
kinds.fill(MARK, 0x3a, 0x41);
kinds.fill(MARK, 0x5b, 0x61);
kinds.fill(MARK, 0x7b, 0xc0);
for (const code of [0xd7, 0xf7]) kinds[code] = MARK;
kinds.fill(MARK, 0x2010, 0x2071);
kinds.fill(MARK, 0x20a0, 0x20d0);
kinds.fill(MARK, 0x2190, 0x2c00);
kinds.fill(MARK, 0x3001, 0x3021);
for (const code of [0xa0, 0x1680, 0x202f, 0x205f, 0x3000]) kinds[code] = SPACE;
kinds.fill(SPACE, 0x2000, 0x200b);
// Emphasis in Markdown.
kinds[0x2a] = SPACE;
kinds[0x5b] = SPACE;
kinds[0x5d] = SPACE;
for (const code of [0x0a, 0x0b, 0x0c, 0x0d, 0x85, 0x2028, 0x2029]) kinds[code] = NEWLINE;
// The 'okina of "Hawai'i".
kinds[0x2bb] = LETTER;

const APOSTROPHES = new Set([0x27, 0x2019, 0x2bb, 0x2bc, 0x60, 0x2018]);

/** Whether a code unit is an apostrophe in any form. */
export const isApostrophe = (code: number): boolean =>
  code === 0x27 || (code > 0x7f && APOSTROPHES.has(code));

/** Whether a code unit is a letter or a digit. */
export const isWordCharacter = (code: number): boolean =>
  kinds[code] === LETTER || kinds[code] === DIGIT;

/** Whether a code unit is a capital Latin letter. */
export const isCapital = (code: number): boolean =>
  (code >= 0x41 && code <= 0x5a) || (code >= 0xc0 && code <= 0xde);

/**
 * Returns the normalized form of a punctuation mark. All quotes become the same mark, and so do all
 * dashes.
 */
export function markText(code: number, character: string): string {
  if (code < 0x80) return character;
  if (code >= 0x2010 && code <= 0x2015) return '-';
  if (code === 0x201c || code === 0x201d || code === 0x201e || code === 0xab || code === 0xbb)
    return '"';
  if (code === 0x2018 || code === 0x2019) return "'";
  return character;
}

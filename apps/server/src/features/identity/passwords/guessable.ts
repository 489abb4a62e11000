import { uniqueKey } from '../../../platform/database/text.ts';

/** Why a password is easy to guess: it is common, or it is based on the username. */
export type Weakness = 'common' | 'username';

/** The product name. A password must not consist mostly of it, because every screen shows it. */
const PRODUCT = 'halyard';
/**
 * Matches digits, symbols and spaces around a word, as in "1Summer2026!". Password crackers try
 * such additions.
 */
const DECORATION = /^[^\p{L}]{0,8}|[^\p{L}]{0,8}$/gu;
/**
 * The minimum length of a password. A run such as "aaa", "123" or "qwe" counts as one character.
 */
const LEAST = 6;
/** The minimum number of different characters in a password. */
const LEAST_DIFFERENT = 5;
/**
 * The minimum number of digits and symbols in a password that otherwise contains only the username
 * or product name.
 */
const LEAST_DIGITS = 9;
/**
 * Usernames shorter than this are not searched for in passwords, because they are often part of
 * other words.
 */
const SHORTEST_NAME = 3;
/**
 * Runs of adjacent keys on a keyboard. Runs in alphabetical or numerical order are detected by
 * their character codes.
 */
const KEYS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** The letters that digits and symbols stand for in passwords, as in "p@ssw0rd". */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' },
};

/**
 * Returns why a password is easy to guess; null if it is not. Common passwords and words, the
 * username, the product name, and runs such as "abcd1234" are easy to guess. They stay easy to
 * guess if they are repeated, or if digits, symbols or spaces are added. Ignores case.
 * @param common common passwords and words in lowercase
 */
export function weaknessOf(
  password: string,
  username: string,
  common: ReadonlySet<string>,
): Weakness | null {
  const typed = unit(uniqueKey(password).trim());
  const name = uniqueKey(username).trim();
  const nameWord = withoutDecoration(name);
  for (const own of new Set([name, nameWord]))
    if (typed === own || (own.length >= SHORTEST_NAME && isMostly(typed, own))) return 'username';
  if (isMostly(typed, PRODUCT) || isShort(typed)) return 'common';
  const plain = Array.from(typed, (letter) => LOOKALIKES[letter] ?? letter).join('');
  const guesses = [typed, withoutDecoration(typed), plain, withoutDecoration(plain)];
  return guesses.some((guess) => common.has(guess) || common.has(unit(guess))) ? 'common' : null;
}

/** Removes digits, symbols and spaces around a word. Returns text without letters unchanged. */
const withoutDecoration = (text: string): string => text.replace(DECORATION, '') || text;

/** Whether a password contains a word that is easy to guess, and too few other characters. */
function isMostly(text: string, word: string): boolean {
  if (!text.includes(word)) return false;
  const rest = text.replaceAll(word, '');
  return /\p{L}/u.test(rest)
    ? withoutRuns(rest.replaceAll(/[^\p{L}\p{N}]/gu, '')) < LEAST
    : rest.length < LEAST_DIGITS;
}

/**
 * Whether a string consists of only a few different characters, or of a few runs such as "aaa",
 * "123" or "qwerty".
 */
function isShort(text: string): boolean {
  const letters = text.replaceAll(/\s/g, '');
  return new Set(letters).size < LEAST_DIFFERENT || withoutRuns(letters) < LEAST;
}

/**
 * Returns the shortest text that, when repeated, makes up the given text: "abc" for "abcabc", for
 * example.
 */
function unit(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const part = text.slice(0, length);
    if (part.repeat(text.length / length) === text) return part;
  }
  return text;
}

/**
 * Returns the length of a string, counting each run of three or more characters (such as "aaa" or
 * "abc") as one character.
 */
function withoutRuns(text: string): number {
  let count = text.length;
  for (let start = 0; start < text.length; ) {
    const end = endOfRun(text, start);
    const length = end - start;
    if (length >= 3) count -= length - 1;
    start = length >= 3 ? end : start + 1;
  }
  return count;
}

/**
 * Returns the index after the longest run that begins at `start`, such as "aaa", "abc", "321" or
 * "qwe".
 */
function endOfRun(text: string, start: number): number {
  const step = stepAt(text, start + 1);
  let end = start + 1;
  while (end < text.length && step !== null && stepAt(text, end) === step) end++;
  return end;
}

function stepAt(text: string, at: number): string | null {
  const [before, after] = [text[at - 1], text[at]];
  if (before === undefined || after === undefined) return null;
  const step = after.charCodeAt(0) - before.charCodeAt(0);
  if (Math.abs(step) <= 1) return `code ${step}`;
  for (const row of KEYS) {
    if (row.includes(before + after)) return 'keys right';
    if (row.includes(after + before)) return 'keys left';
  }
  return null;
}

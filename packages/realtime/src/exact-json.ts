import { Refused } from './errors.ts';

/** Integers with fewer digits are exact in a double. */
const LONG = /\d{16}/;
const NUMBER = /-?\d+(\.\d+)?([eE][-+]?\d+)?/y;
const SHOWN = 40;

/**
 * Reads JSON as `JSON.parse` does, and refuses integers that it would round silently. Firebase keeps
 * integers of 64 bits (its Android suite writes `Long.MAX_VALUE`); a JavaScript number does not.
 * Accepts integers that print with the same digits again, as all that the JavaScript SDK sends do.
 * @throws SyntaxError where it is no JSON
 * @throws Refused
 */
export function parseExact(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const inexact = LONG.test(text) ? inexactInteger(text) : undefined;
  if (inexact === undefined) return value;
  const shown = inexact.length > SHOWN ? `${inexact.slice(0, SHOWN)}…` : inexact;
  throw new Refused(
    'invalid_data',
    `The integer ${shown} is too large to be kept exactly; send it as a string`,
  );
}

/** Whether an integer's digits come back from a double as they are. */
export const isExact = (digits: string): boolean => String(Number(digits)) === digits;

/** The first integer in a text of sound JSON that a double would change. */
function inexactInteger(text: string): string | undefined {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) {
      i = endOfString(text, i);
      continue;
    }
    if (code !== 45 && (code < 48 || code > 57)) continue;
    NUMBER.lastIndex = i;
    const [number = '', fraction, exponent] = NUMBER.exec(text) ?? [];
    const isInteger = fraction === undefined && exponent === undefined;
    if (isInteger && number.length >= 16 && !isExact(number)) return number;
    i += number.length - 1;
  }
  return undefined;
}

/** Where the string that begins at a quotation mark ends. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Up to here integers are of 64 bits at Firebase; beyond, numbers are doubles there, too. */
const LARGEST_64 = 2 ** 63;

/** Whether a sum, difference or product of two numbers was rounded where both are integers of 64 bits. */
export function isRounded(
  operator: '+' | '-' | '*',
  a: number,
  b: number,
  result: number,
): boolean {
  if (Number.isSafeInteger(result) || !Number.isInteger(a) || !Number.isInteger(b)) return false;
  if (Math.max(Math.abs(a), Math.abs(b), Math.abs(result)) > LARGEST_64) return false;
  const [x, y] = [BigInt(a), BigInt(b)];
  const exact = operator === '+' ? x + y : operator === '-' ? x - y : x * y;
  return exact !== BigInt(result) || !isExact(exact.toString());
}

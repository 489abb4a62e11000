import { Refused } from './errors.ts';

/** Matches numbers with so many digits that converting them to a double may change them. */
const LONG = /\d[\d.]{15}/;
const NUMBER = /-?\d+(\.\d+)?([eE][-+]?\d+)?/y;
const SHOWN = 40;
/**
 * Maximum absolute value of the integers that Firebase stores in 64 bits. Firebase stores larger
 * ones as doubles.
 */
const LARGEST_64 = 2 ** 63;

/**
 * Parses JSON like `JSON.parse`, but rejects integers that a double would round silently, because
 * Firebase keeps 64-bit integers. Numbers without a fraction count as integers, even if written as
 * `1.0` or `1e15`.
 * @throws SyntaxError if the text is not JSON
 * @throws Refused if an integer would be rounded
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

/**
 * Whether a number in JSON or in a rule keeps its exact value as a double. By definition, this is
 * also true for all numbers with a fraction, and for numbers beyond 64 bits that are written with a
 * decimal point or an exponent.
 */
export function isExact(text: string): boolean {
  const value = Number(text);
  const [sent, kept] = [decimalOf(text), decimalOf(String(value))];
  if (sent.power < 0) return true;
  if (!/^-?\d+$/.test(text) && Math.abs(value) > LARGEST_64) return true;
  return sent.digits === kept.digits && sent.power === kept.power;
}

/**
 * Splits a decimal number into its digits and a power of ten to multiply them by. The digits have
 * no sign and no leading or trailing zeros.
 */
function decimalOf(text: string): { digits: string; power: number } {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^-?(\d*)\.?(\d*)(?:[eE](.+))?$/.exec(text) ?? [];
  const all = whole + fraction;
  let [start, end] = [0, all.length];
  while (all[start] === '0') start++;
  while (end > start && all[end - 1] === '0') end--;
  const isZero = start === end;
  return {
    digits: all.slice(start, end),
    power: isZero ? 0 : Number(exponent) - fraction.length + all.length - end,
  };
}

/**
 * Returns the first integer in valid JSON text whose value a double cannot represent; undefined if
 * there is none.
 */
function inexactInteger(text: string): string | undefined {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 34) {
      i = endOfString(text, i);
      continue;
    }
    if (code !== 45 && (code < 48 || code > 57)) continue;
    NUMBER.lastIndex = i;
    const [number = ''] = NUMBER.exec(text) ?? [];
    if (number.length >= 16 && !isExact(number)) return number;
    i += number.length - 1;
  }
  return undefined;
}

/** Returns the index of the closing quote of the JSON string that begins at `start`. */
export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Whether the sum, difference or product of two 64-bit integers was rounded. */
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

import { Refused } from './errors.ts';

/** Numbers with fewer digits come back from a double as they were sent. */
const LONG = /\d[\d.]{15}/;
const NUMBER = /-?\d+(\.\d+)?([eE][-+]?\d+)?/y;
const SHOWN = 40;
/** Up to here integers are of 64 bits at Firebase; beyond, numbers are doubles there, too. */
const LARGEST_64 = 2 ** 63;

/**
 * Reads JSON as `JSON.parse` does, and refuses integers that it would round silently. Firebase keeps
 * integers of 64 bits (its Android suite writes `Long.MAX_VALUE`); a JavaScript number does not.
 * Accepts integers that print with the same digits again, as all that the JavaScript SDK sends do.
 * `9007199254740993.0` and `9.007199254740993e15` are integers, too; what has a fraction is a double.
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

/**
 * Whether a number, written in JSON or in a rule, is no integer or comes back from a double with the same
 * digits. Beyond 64 bits, what is written with a point or an exponent is taken for a double.
 */
export function isExact(text: string): boolean {
  const value = Number(text);
  const [sent, kept] = [decimalOf(text), decimalOf(String(value))];
  if (sent.power < 0) return true;
  if (!/^-?\d+$/.test(text) && Math.abs(value) > LARGEST_64) return true;
  return sent.digits === kept.digits && sent.power === kept.power;
}

/** The amount of a number: its digits without zeros at either end, and the power of ten to multiply them by. */
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
    const [number = ''] = NUMBER.exec(text) ?? [];
    if (number.length >= 16 && !isExact(number)) return number;
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

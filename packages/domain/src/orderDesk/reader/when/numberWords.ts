import type { Token } from '../text/token.ts';

const ONES = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen seventeen eighteen nineteen'
).split(' ');
const ORDINALS = (
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth ' +
  'thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'
).split(' ');
const CARDINAL = new Map(ONES.map((word, value) => [word, value]));
const ORDINAL = new Map([
  ...ORDINALS.map((word, value) => [word, value] as const),
  ['twentieth', 20] as const,
  ['thirtieth', 30] as const,
]);
const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, i) => [word, (i + 2) * 10] as const),
);

/** A number and the index of the token after it. */
export interface ReadNumber {
  value: number;
  to: number;
}

/** Returns the index of the token after an optional hyphen and an optional line break. */
export function behindHyphen(tokens: readonly Token[], at: number): number {
  let next = tokens[at]?.text === '-' ? at + 1 : at;
  if (tokens[next]?.text === '\n') next++;
  return next;
}

/** Parses an ordinal in words, from "first" to "thirty-first". */
export function ordinalWords(tokens: readonly Token[], at: number): ReadNumber | null {
  const word = tokens[at]?.text ?? '';
  const single = ORDINAL.get(word);
  if (single !== undefined) return { value: single, to: at + 1 };
  const tens = TENS.get(word);
  if (tens === undefined) return null;
  const next = behindHyphen(tokens, at + 1);
  const ones = ORDINAL.get(tokens[next]?.text ?? '');
  return ones !== undefined && ones >= 1 && ones <= 9 ? { value: tens + ones, to: next + 1 } : null;
}

/** Parses a number below 100 in words. */
function belowHundred(tokens: readonly Token[], at: number): ReadNumber | null {
  const word = tokens[at]?.text ?? '';
  const single = CARDINAL.get(word);
  if (single !== undefined) return { value: single, to: at + 1 };
  const tens = TENS.get(word);
  if (tens === undefined) return null;
  const next = behindHyphen(tokens, at + 1);
  const ones = CARDINAL.get(tokens[next]?.text ?? '');
  return ones !== undefined && ones >= 1 && ones <= 9
    ? { value: tens + ones, to: next + 1 }
    : { value: tens, to: at + 1 };
}

/** Parses a year in words, such as "two thousand and twenty-five" or "twenty twenty-five". */
export function yearWords(tokens: readonly Token[], at: number): ReadNumber | null {
  const first = belowHundred(tokens, at);
  if (!first) return null;
  let next = skipLine(tokens, first.to);
  if (first.value === 2 && tokens[next]?.text === 'thousand') {
    next = skipLine(tokens, next + 1);
    const hasAnd = tokens[next]?.text === 'and';
    const rest = belowHundred(tokens, hasAnd ? skipLine(tokens, next + 1) : next);
    if (rest) return { value: 2000 + rest.value, to: rest.to };
    return hasAnd ? null : { value: 2000, to: next };
  }
  if (first.value !== 20) return null;
  const rest = belowHundred(tokens, tokens[next]?.text === '-' ? next + 1 : next);
  return rest && rest.value >= 10 ? { value: 2000 + rest.value, to: rest.to } : null;
}

const skipLine = (tokens: readonly Token[], at: number): number =>
  tokens[at]?.text === '\n' ? at + 1 : at;

/** Parses a count in digits or words, such as "30", "thirty" or "thirty (30)". */
export function countAt(tokens: readonly Token[], at: number): ReadNumber | null {
  const token = tokens[at];
  if (token?.kind === 'number' && !token.cap) return { value: token.value, to: at + 1 };
  const words = belowHundred(tokens, at);
  if (!words) return null;
  const open = tokens[words.to];
  const digits = tokens[words.to + 1];
  if (open?.text !== '(') return words;
  const agrees = digits?.value === words.value && tokens[words.to + 2]?.text === ')';
  return agrees ? { value: words.value, to: words.to + 3 } : null;
}

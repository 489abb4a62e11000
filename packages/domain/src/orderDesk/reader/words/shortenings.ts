import type { Token } from '../text/token.ts';

/** Maximum number of words in the object of a verb, as in "ends the half-staff period early". */
const OBJECT_MAX = 12;

/** Matches phrases such as "end early", "ends sooner" or "ends the half-staff period early". */
export function endsSooner(tokens: readonly Token[], end: number): boolean {
  if (!/^(end|ends|ending|ended)$/.test(tokens[end]?.text ?? '')) return false;
  let at = end + 1;
  while (at <= end + OBJECT_MAX && PERIOD.has(tokens[at]?.text ?? '')) at++;
  return /^(early|earlier|sooner)$/.test(tokens[at]?.text ?? '');
}

const PERIOD = new Set(
  'the her his its their a half staff - period order lowering of mourning flag flags day days one two three observance directive'.split(
    ' ',
  ),
);

/**
 * Matches words that move the end to an earlier time: "moved up the end", "brought the end of the
 * order forward".
 */
export function bringsForward(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text ?? '';
  const isMove = /^mov(e|ed|es|ing)$/.test(word);
  if (!isMove && !/^(bring|brings|bringing|brought)$/.test(word)) return false;
  const object = tokens.slice(at + 1, at + OBJECT_MAX).map(({ text }) => text);
  const what = object.find((one) => /^(end|return|raising|start|beginning|date)$/.test(one));
  return object.includes(isMove ? 'up' : 'forward') && /^(end|return|raising)$/.test(what ?? '');
}

/** Matches phrases such as "has ended the half-staff order" or "ends her flag directive". */
export function endsOrderAt(tokens: readonly Token[], at: number): boolean {
  if (!/^(ended|ends|ending)$/.test(tokens[at]?.text ?? '')) return false;
  const object = tokens.slice(at + 1, at + 7).map(({ text }) => text);
  const noun = object.findIndex((word) =>
    /^(order|period|directive|lowering|mourning)$/.test(word),
  );
  return noun !== -1 && object.slice(0, noun).some((word) => /^(half|flag|flags)$/.test(word));
}

/** Matches an extension by a number of days: "is adding two days to the half-staff period". */
export function addsDays(tokens: readonly Token[], at: number): boolean {
  if (!/^(add|adds|added|adding)$/.test(tokens[at]?.text ?? '')) return false;
  const object = tokens.slice(at + 1, at + OBJECT_MAX).map(({ text }) => text);
  const days = object.findIndex((word) => /^days?$/.test(word));
  const isTo = days !== -1 && days <= 3 && object[days + 1] === 'to';
  return isTo && object.some((word) => /^(period|order|mourning|observance|lowering)$/.test(word));
}

/** Matches phrases such as "cut short her order" or "cuts the half-staff period short". */
export const cutsShort = (tokens: readonly Token[], at: number): boolean =>
  /^cut(s|ting)?$/.test(tokens[at]?.text ?? '') &&
  tokens.slice(at + 1, at + OBJECT_MAX).some(({ text }) => text === 'short');

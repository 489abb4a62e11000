import { peopleAt } from '../places/demonyms.ts';
import { stateAt } from '../places/states.ts';
import type { Token } from '../text/token.ts';

/**
 * Words before "flags" that do not limit an order to some of a state's flags, as in "U.S. flags"
 * and "all state flags".
 */
const PLAIN = new Set(
  (
    'u.s. us usa american america national nation united states state commonwealth territorial territory ' +
    'republic all both any every each such these those other additional agency current new official ' +
    'government governmental public outdoor outside exterior flown displayed large giant garrison pow mia ' +
    'respective own two three star spangled second separate actual regular monthly statewide nationwide ' +
    'district island islands first'
  ).split(' '),
);

/**
 * Words before "flags" that are not part of the name of the flags' owner, such as verbs and
 * prepositions.
 */
const REST = new Set(
  (
    'across throughout within over under atop outside inside around along near the a an our their its his her your my no of to at on in for from by with when where while which who as that this ' +
    'although though because since after before once if and or but that than then so he she they we i it what why how also immediately hereby ' +
    'lower lowers fly flies raise raises keep keeps have has had having put place places hoist hoists hang return ' +
    'returns order orders direct directs require requires announce announces authorize authorizes allow allows ' +
    'permit permits command commands instruct instructs ask asks request requests urge urges encourage ' +
    'encourages want wants call calls say says said mandate mandates proclaim proclaims declare declares ' +
    'decree decrees let see sees get gets set sets bring brings move moves take takes find finds display displays puts sends ' +
    'show shows make makes honor honors expect expects remain remains are is be will shall may must should ' +
    'regarding concerning about not only just today until half staff mast lit day morning noon sunrise sunset ' +
    'full updated documents office governor president day time buildings facilities grounds offices schools went go goes'
  ).split(' '),
);

/**
 * Returns the words before "flags" that name an owner smaller than a state: "Department of
 * Transportation flags", "Capitol flags", "prison flags". Words that the parser does not know are
 * treated as an owner too.
 */
export function ownerOfFlags(
  tokens: readonly Token[],
  flags: number,
  from: number,
): { from: number; to: number } | null {
  let at = flags - 1;
  while (at >= from) {
    const token = tokens[at];
    const known = stateBefore(tokens, at, from);
    if (known < at) {
      at = known;
      continue;
    }
    const isMark = /^[/&]$/.test(token?.text ?? '') || (token?.text === '-' && !token.spaced);
    if (token?.text === '\n' || isMark) {
      at--;
      continue;
    }
    // "Maine, U.S. and state flags" is a list. In "in honor of Officer Roe, state flags", the comma
    // begins the main clause.
    const isJoint = token?.text === ',' || token?.text === 'and';
    if (isJoint && at === flags - 1) return null;
    if (isJoint) {
      const before = tokens[at - 1];
      const isListed = before !== undefined && isPlain(tokens, at - 1, from);
      if (!isListed) return null;
      at--;
      continue;
    }
    if (token?.text === "'s") {
      if (at - 1 < from || isWhole(tokens, at - 1, from))
        return someOf(tokens, at - 1, flags, from);
      return { from: nameBefore(tokens, at - 1, from), to: flags + 1 };
    }
    if (token?.kind !== 'word') return null;
    if (PLAIN.has(token.text) || isStateName(token)) {
      at--;
      continue;
    }
    if (isOfSentence(token) || isOfHolder(tokens, at, from)) return null;
    return { from: nameBefore(tokens, at, from), to: flags + 1 };
  }
  return null;
}

/** Matches a state's name in lowercase, as in the label "alaska flag". */
const isStateName = (token: Token): boolean =>
  !token.cap && token.text.length > 2 && stateAt([{ ...token, cap: true }], 0) !== null;

/** Matches a verb or a short word such as a preposition, which does not name an owner of flags. */
const isOfSentence = ({ text, kind }: Token): boolean =>
  kind !== 'word' || REST.has(text) || /(ed|ing)$/.test(text);

/** Matches an officeholder's name: "by order of Governor Ann Poe flags are lowered". */
function isOfHolder(tokens: readonly Token[], at: number, from: number): boolean {
  for (let i = at; i >= Math.max(from, at - HOLDER_MAX); i--) {
    if (/^(governor|gov|president|mayor|judge)$/.test(tokens[i]?.text ?? '')) return true;
    if (!tokens[i]?.cap && tokens[i]?.text !== '.') return false;
  }
  return false;
}

/**
 * Maximum number of tokens in an officeholder's name, such as "Ann Poe" in "by order of Governor
 * Ann Poe flags are lowered".
 */
const HOLDER_MAX = 5;

/**
 * If the name of a state or its people ("Ohio", "Ohioans") ends at a token, returns the index
 * before that name; otherwise the index of the token itself.
 */
function stateBefore(tokens: readonly Token[], at: number, from: number): number {
  if (peopleAt(tokens, at)) return at - 1;
  let before = at;
  for (let first = at; first > at - NAME_MAX && first >= from; first--)
    if (stateAt(tokens, first)?.to === at + 1) before = first - 1;
  return before;
}

/** Maximum number of tokens in a state's name. */
const NAME_MAX = 8;

const isPlain = (tokens: readonly Token[], at: number, from: number): boolean =>
  PLAIN.has(tokens[at]?.text ?? '') || stateBefore(tokens, at, from) < at;

/**
 * Returns the words that limit an order to some of a state's flags, as in "some of Ohio's flags";
 * null if there are none.
 */
function someOf(
  tokens: readonly Token[],
  state: number,
  flags: number,
  from: number,
): { from: number; to: number } | null {
  let of = Math.min(stateBefore(tokens, state, from), state - 1);
  if (tokens[of]?.text === 'the') of--;
  const isSome = /^(some|many|most|several|few|half|certain)$/.test(tokens[of - 1]?.text ?? '');
  return tokens[of]?.text === 'of' && isSome && of > from ? { from: of - 1, to: flags + 1 } : null;
}

/**
 * Matches a state's or the nation's flags: "the state's flags", "Ohio's flags", "the nation's
 * flags".
 */
const isWhole = (tokens: readonly Token[], at: number, from: number): boolean =>
  /^(state|commonwealth|nation|country|territory|district|island|governor)$/.test(
    tokens[at]?.text ?? '',
  ) || stateBefore(tokens, at, from) < at;

/** Returns the index of the first word of an owner's name, as in "Department of Transportation". */
function nameBefore(tokens: readonly Token[], at: number, from: number): number {
  let first = at;
  while (first > from) {
    const before = tokens[first - 1];
    const isPart = before?.cap === true || /^(of|and|&)$/.test(before?.text ?? '');
    if (!isPart || REST.has(before?.text ?? '') !== /^(of|and)$/.test(before?.text ?? '')) break;
    first--;
  }
  while (first < at && !tokens[first]?.cap) first++;
  // For example: "fire department"
  while (first > from && !tokens[first]?.cap && isNoun(tokens[first - 1])) first--;
  return first;
}

const isNoun = (token: Token | undefined): boolean =>
  token?.kind === 'word' && !token.cap && !PLAIN.has(token.text) && !isOfSentence(token);

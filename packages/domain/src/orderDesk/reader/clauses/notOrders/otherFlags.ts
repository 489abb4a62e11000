import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';

/** Words before "flag" or "flags" in names such as "POW/MIA flag" and "Prisoner of War flag". */
const PRISONERS = /^(pow|mia|p\.o\.w\.|m\.i\.a\.|war|action)$/;

/** Words before "flag" in names such as "Space Force flag", "Gold Star flag" and "lodge flag". */
const OTHERS =
  /^(army|navy|force|guard|marines|star|line|chapter|lodge|regiment|squadron|brigade|battalion|guild|league|remember|juneteenth)$/;

/** Words before "colors" that name a group, as in "the Chapter colors". */
const GROUPS =
  /^(chapter|club|unit|regiment|regimental|lodge|post|squadron|battalion|company|brigade|department|guild|union|school|college|university|academy|corps|team|troop|association|society|auxiliary|detachment|organizational)$/;

/**
 * Matches a flag other than the US flag or a state flag: "the POW/MIA flag", "the Chapter colors".
 */
export function isOtherFlag(tokens: readonly Token[], flag: number): boolean {
  const before = tokens[flag - 1]?.text ?? '';
  const word = tokens[flag]?.text;
  const owner = ownerBehind(tokens, flag);
  if (word === 'colors') return GROUPS.test(before) || GROUPS.test(owner);
  if (FORCES.test(owner)) return true;
  if (PRISONERS.test(before)) return !isListed(tokens, flag);
  return word === 'flag' && OTHERS.test(before);
}

/** First words in the names of military branches, as in "the flags of the Army and Air Force". */
const FORCES = /^(army|navy|marine|marines|air|space|coast)$/;

/**
 * Returns the first word of a flag owner's name after "of": "navy" in "the flag of the U.S. Navy".
 * Empty if there is no "of".
 */
function ownerBehind(tokens: readonly Token[], flag: number): string {
  if (tokens[flag + 1]?.text !== 'of') return '';
  let at = flag + 2;
  while (/^(the|our|its|u\.s\.)$/.test(tokens[at]?.text ?? '')) at++;
  return tokens[at]?.text ?? '';
}

/** Maximum number of tokens in a list such as "U.S., State of Ohio and POW/MIA flags". */
const LIST_MAX = 12;

/**
 * Matches a flag such as the POW/MIA flag if it is listed together with the U.S. or state flag:
 * "U.S. and POW/MIA flags", "American/POW-MIA flags".
 */
function isListed(tokens: readonly Token[], flag: number): boolean {
  let first = flag - 1;
  while (PRISONERS.test(tokens[first]?.text ?? '') || /^[/-]$/.test(tokens[first]?.text ?? ''))
    first--;
  const isJoined = /^(and|&|,)$/.test(tokens[first]?.text ?? '') || tokens[first + 1]?.text === '/';
  if (isJoined && tokens[flag]?.text === 'flags') return true;
  const list = isJoined ? tokens.slice(Math.max(0, first - LIST_MAX), first + 1) : [];
  return list.some(({ text }) => /^(u\.s\.|us|american|national|states|state)$/.test(text));
}

/**
 * Whether the only flags in a sentence are flags such as the POW/MIA flag: "ordered the POW/MIA
 * flag lowered".
 */
export function hasOnlyOtherFlags(tokens: readonly Token[], { from, to }: Sentence): boolean {
  let isFound = false;
  for (let at = from; at < to; at++) {
    if (!/^(flags?|colors)$/.test(tokens[at]?.text ?? '')) continue;
    if (isOtherFlag(tokens, at)) isFound = true;
    else if (!NO_FLAG.test(tokens[at + 1]?.text ?? '')) return false;
  }
  return isFound;
}

/**
 * Nouns after "flag" in terms that do not mean a flag itself, such as "flag alert" and "flag pole".
 */
const NO_FLAG = /^(poles?|staff|status|alert|notice|notification|update|orders?|directive)$/;

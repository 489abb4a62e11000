import { type Party, partyAt } from '../../parties/authorities.ts';
import { stateAt } from '../../places/states.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import type { Topic } from '../../text/topic.ts';
import { PAST_WORDS, RULE_WORDS } from '../../words/lexicon.ts';
import { positionAt } from '../../words/positions.ts';
import { hasOnlyOtherFlags } from './otherFlags.ts';

/**
 * Whether a sentence reports a past half-staff period, as in "flags flew at half-staff last week".
 */
export function isPastNews(
  tokens: readonly Token[],
  { from, to }: Sentence,
  topicAt: (at: number) => { topic: Topic },
): boolean {
  // For example: "1963: President Johnson orders flags to half-staff"
  const mark = isYear(tokens[from]) ? tokens[from + 1] : undefined;
  if (mark?.text === ':' || (mark?.text === '-' && mark.spaced)) return true;
  const isNew = isGivenNow(tokens, from, to);
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    const { topic } = topicAt(at);
    if (topic !== 'flag' && topic !== 'other') continue;
    if (PAST_WORDS.has(word)) return true;
    if (word === 'flew' || word === 'then') {
      if (word === 'flew' || tokens[at + 1]?.text === '-') return true;
    }
    const next = tokens[at + 1]?.text ?? '';
    // "Following the crash last night, Governor Poe today directed …" is not about the past.
    if (
      word === 'last' &&
      !isNew &&
      !isAsideBefore(tokens, at) &&
      /^(time|week|month|year|night|january|february|march|april|june|july|august|september|october|november|december|sunday|monday|tuesday|wednesday|thursday|friday|saturday|spring|summer|fall|winter)$/.test(
        next,
      )
    )
      return true;
    if (word === 'earlier' && next === 'this') return true;
    // For example: "The order ended at sunset."
    if (/^(ended|expired)$/.test(word) && /^(at|on|yesterday)$/.test(next)) return true;
    // For example: "are back at full-staff"
    if (
      word === 'back' &&
      /^(are|is|now)$/.test(tokens[at - 1]?.text ?? '') &&
      positionAt(tokens, at + 2)?.position === 'full'
    )
      return true;
    if (word === 'in' && isYear(tokens[at + 1]) && tokens[at + 2]?.kind !== 'number') return true;
  }
  return false;
}

/** Matches an aside about flags that are still lowered: "flags, lowered last week, will return". */
const isAsideBefore = (tokens: readonly Token[], last: number): boolean =>
  tokens[last - 2]?.text === ',' && /^(lowered|ordered)$/.test(tokens[last - 1]?.text ?? '');

/** Matches an order that is being given now: "has ordered", "today directed", "is ordering". */
function isGivenNow(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) {
    if (!/^(order|direct|instruct|proclaim)(ed|ing)$/.test(tokens[at]?.text ?? '')) continue;
    if (/^(has|have|today|is|also|hereby)$/.test(tokens[at - 1]?.text ?? '')) return true;
  }
  return false;
}

const isYear = (token: Token | undefined): boolean =>
  token?.kind === 'number' &&
  token.value >= 1900 &&
  token.value <= 2199 &&
  token.end - token.start === 4;

/**
 * Whether a sentence explains a rule or asks a question, as in "the flag is flown at half-staff
 * when …".
 */
export function isRule(
  tokens: readonly Token[],
  { from, to }: Sentence,
  topicAt: (at: number) => { topic: Topic },
): boolean {
  if (tokens[to - 1]?.text === '?' || tokens[to - 2]?.text === '?') return true;
  let start = from;
  while (
    start < to &&
    (tokens[start]?.kind !== 'word' || tokens[start]?.end === (tokens[start]?.start ?? 0) + 1)
  )
    start++;
  const first = tokens[start]?.text ?? '';
  if (first === 'when' || first === 'whenever' || first === 'if' || first === 'should') return true;
  let mention = false;
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (RULE_WORDS.has(word)) return true;
    // For example: "To the Editor: When a trooper dies, Albany orders flags lowered"
    if (/^(when|whenever)$/.test(word) && tokens[at - 1]?.text === ':') return true;
    if (positionAt(tokens, at) || word === 'lowered') mention = true;
    const next = tokens[at + 1]?.text ?? '';
    // For example: "Flags are lowered only by order of the Governor"
    if (word === 'only' && mention && isOnlyBy(tokens, at)) return true;
    if ((word === 'each' || word === 'every') && (next === 'year' || next === 'may')) return true;
    if (word === 'event' && next === 'of') return true;
    if (isAnyOffice(tokens, at)) return true;
    // For example: "An email announcing half-staff was sent in error"
    if (word === 'error' && tokens[at - 1]?.text === 'in') return true;
    if (/^(example|instance)$/.test(word) && tokens[at - 1]?.text === 'for') return true;
    if (word === 'prescribing' || word === 'discretion') return true;
    // "According to United States Flag Code, the flag shall be flown …" quotes the law.
    if (word === 'code' && tokens[at - 1]?.text === 'flag' && isQuotedLaw(tokens, from, at))
      return true;
    if (word === 'upon' && next === 'the' && tokens[at + 2]?.text === 'death' && mention)
      return true;
    // "who died when his boat sank" is not a condition, so the sentence is not a rule.
    const isCondition =
      mention &&
      /^(when|whenever|if|unless)$/.test(word) &&
      tokens[at - 1]?.text !== ',' &&
      next !== ':';
    if (isCondition && /^(flag|other)$/.test(topicAt(at).topic)) return word !== 'unless';
  }
  return false;
}

/**
 * Matches words that limit who may give orders: "only by order of", "only when ordered by", "only
 * at the direction of".
 */
const isOnlyBy = (tokens: readonly Token[], only: number): boolean =>
  /^(by|on|upon|at|under|when|if)$/.test(tokens[only + 1]?.text ?? '') &&
  [2, 3, 4].some((far) =>
    /^(order|orders|ordered|directed|direction|directive|proclamation)$/.test(
      tokens[only + far]?.text ?? '',
    ),
  );

const OFFICE = /^(governors?|president|mayor|presidents|mayors)$/;

/**
 * Matches a title that does not refer to a particular official: "the president or a governor",
 * "your governor", "(President, Governor, etc.)".
 */
function isAnyOffice(tokens: readonly Token[], at: number): boolean {
  if (!OFFICE.test(tokens[at]?.text ?? '')) return false;
  if (/^(a|any|each|your)$/.test(tokens[at - 1]?.text ?? ''))
    return tokens[at + 1]?.text !== "'s" && tokens[at + 1]?.cap !== true;
  const isListed = tokens[at + 1]?.text === ',' && OFFICE.test(tokens[at + 2]?.text ?? '');
  if (isListed && /^([,)]|or|etc)$/.test(tokens[at + 3]?.text ?? '')) return true;
  return (
    tokens[at + 1]?.text === 'or' &&
    [2, 3, 4].some((next) => OFFICE.test(tokens[at + next]?.text ?? ''))
  );
}

/**
 * Matches a sentence that begins with a reference to the Flag Code: "According to the Flag Code",
 * "The Flag Code says".
 */
function isQuotedLaw(tokens: readonly Token[], from: number, code: number): boolean {
  if (tokens[from]?.text === 'according' && code - from <= LAW_MAX) return true;
  return (
    code - from <= LAW_MAX && /^(says|states|provides|reads)$/.test(tokens[code + 1]?.text ?? '')
  );
}
/**
 * Maximum number of words before "Code" in a phrase such as "According to the United States Flag
 * Code".
 */
const LAW_MAX = 8;

const COUNTRIES =
  /^(uk|canada|canadian|france|french|british|britain|australia|australian|zealand|germany|german|italy|italian|mexico|mexican|ireland|irish|india|indian|israel|israeli|japan|japanese|china|chinese|philippine|philippines|jamaica|spain|spanish|poland|polish|ukraine|ukrainian|european|union|scottish|welsh|embassy|consulate|commonwealths|nations|olympic|vatican|tribal|russia|russian|brazil|brazilian|argentina|egypt|egyptian|greece|greek|sweden|swedish|norway|norwegian|denmark|danish|netherlands|dutch|belgium|belgian|portugal|portuguese|austria|austrian|hungary|hungarian|navajo|cherokee|choctaw|chickasaw|muscogee|osage|hopi|oneida|seminole)$/;

/** Whether a sentence is about flags other than the US flag, or says that the US flag stays up. */
export function isForeign(tokens: readonly Token[], sentence: Sentence): boolean {
  const { from, to } = sentence;
  if (hasOnlyOtherFlags(tokens, sentence)) return true;
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (word === 'flag' || word === 'flags') {
      const before = tokens[at - 1]?.text ?? '';
      const isNewMexico = before === 'mexico' && tokens[at - 2]?.text === 'new';
      if (COUNTRIES.test(before) && before !== 'tribal' && !isNewMexico) return true;
      if (/^(union|ensign)$/.test(before) || isOfNation(tokens, at)) return true;
      // For example: "The consulates lower their own national flags"
      if (before === 'national' && /^(their|its|own)$/.test(tokens[at - 2]?.text ?? ''))
        return true;
      // For example: "In Canada, flags on federal buildings", "flags across Canada"
      const place = /^(in|across|throughout)$/.test(tokens[at + 1]?.text ?? '') ? at + 2 : -1;
      if (place !== -1 && isCountry(tokens, place)) return true;
      if (tokens[from]?.text === 'in' && isCountry(tokens, from + 1)) return true;
      const far = tokens[at + 1]?.text === 'of' ? behindArticle(tokens, at + 2) : '';
      if (COUNTRIES.test(far) && far !== 'union') return true;
      if (isOfUnknown(tokens, at, { from, to })) return true;
      if (isOnly(tokens, from, at)) return true;
    }
    const isMonarch =
      word === 'premier' ||
      (/^(king|queen)$/.test(word) && !isSurname(tokens, at)) ||
      (word === 'prime' && tokens[at + 1]?.text === 'minister');
    const isAbroad =
      word === 'president' &&
      tokens[at + 1]?.text === 'of' &&
      COUNTRIES.test(behindArticle(tokens, at + 2));
    const owner = tokens[at - 1]?.text === "'s" ? at - 2 : at - 1;
    // For example: "Mexico's president", "the French President"
    const isOfCountry =
      /^(president|government|parliament)$/.test(word) &&
      isCountry(tokens, owner) &&
      !(tokens[owner]?.text === 'mexico' && tokens[owner - 1]?.text === 'new');
    if (isOfCountry && !hasOffice(tokens, from, at) && !hasOffice(tokens, at + 1, to)) return true;
    if ((isMonarch || isAbroad) && tokens[at]?.cap && !hasOffice(tokens, from, to)) return true;
    if (
      word === 'government' &&
      tokens[at + 1]?.text === 'of' &&
      COUNTRIES.test(tokens[at + 2]?.text ?? '')
    )
      return true;
  }
  return false;
}

const isCountry = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.cap === true &&
  COUNTRIES.test(tokens[at]?.text ?? '') &&
  !/^(union|commonwealths|nations|tribal)$/.test(tokens[at]?.text ?? '');

/** Matches "King" as a family name: "Ann Tsosie-King", "Martin Luther King". */
const isSurname = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.text === '-'
    ? tokens[at - 1]?.spaced === false
    : tokens[at - 1]?.kind === 'word' &&
      tokens[at - 1]?.cap === true &&
      !tokens[at]?.upper &&
      !/^(the|majesty|highness|british|spanish|dutch|danish|swedish|norwegian|belgian|as|when|after|by)$/.test(
        tokens[at - 1]?.text ?? '',
      );

/** Matches the flag of a place that is not a US state: "the flag of Norvania". */
function isOfUnknown(
  tokens: readonly Token[],
  flag: number,
  { from, to }: Pick<Sentence, 'from' | 'to'>,
): boolean {
  if (tokens[flag]?.text !== 'flag' || tokens[flag + 1]?.text !== 'of') return false;
  const at = tokens[flag + 2]?.text === 'the' ? flag + 3 : flag + 2;
  const place = tokens[at];
  if (place?.kind !== 'word' || !place.cap || place.upper) return false;
  if (stateAt(tokens, at) !== null || OWN_LAND.test(place.text)) return false;
  return !tokens
    .slice(from, to)
    .some(({ text }) => /^(united|u\.s\.|us|american|national|flags)$/.test(text));
}
const OWN_LAND = /^(america|state|commonwealth|territory|virgin|northern|our|this|these|nation)$/;

/**
 * Matches flags of a tribal nation or an embassy: "the Navajo Nation's own flags", "the embassy's
 * flag".
 */
function isOfNation(tokens: readonly Token[], flag: number): boolean {
  const owner = tokens[flag - 1]?.text === 'own' ? flag - 2 : flag - 1;
  const noun = tokens[owner - 1];
  if (tokens[owner]?.text !== "'s" || !noun) return false;
  return (
    /^(embassy|consulate|tribe|pueblo)$/.test(noun.text) || (noun.text === 'nation' && noun.cap)
  );
}

/** Whether a sentence mentions an official who can order flags lowered in the United States. */
function hasOffice(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const party = partyAt(tokens, at);
    if (party !== null && party !== 'other') return true;
  }
  return false;
}

const behindArticle = (tokens: readonly Token[], at: number): string =>
  (tokens[at]?.text === 'the' ? tokens[at + 1]?.text : tokens[at]?.text) ?? '';

/**
 * Matches a flag other than the US flag: "only the Kansas state flag", "the state flag only" or
 * "city flag".
 */
function isOnly(tokens: readonly Token[], from: number, at: number): boolean {
  const before = tokens[at - 1]?.text ?? '';
  if (isBesideNation(tokens, at)) return false;
  if (
    /^(city|university|college|school|company|club|county|pow|academy|corps|base|church|town|village|team|racing|beach|checkered|pirate|pride|rainbow)$/.test(
      before,
    )
  )
    return tokens[at]?.text === 'flag' || !/^(school|city|county|town|village)$/.test(before);
  for (let i = at - 1; i >= Math.max(from, at - 6); i--) {
    const word = tokens[i]?.text ?? '';
    if (word === 'only') return true;
    if (/^(and|u\.s\.|united|american|all)$/.test(word)) return false;
  }
  return tokens[at + 1]?.text === 'only';
}

/**
 * Matches a local flag named next to the U.S. flag: "the U.S. and university flags", "the flag of
 * the United States and the city flag".
 */
function isBesideNation(tokens: readonly Token[], flag: number): boolean {
  const isAnd = (at: number): boolean => /^(and|&)$/.test(tokens[at]?.text ?? '');
  const isNation = (at: number): boolean =>
    /^(u\.s\.|us|american|national|states)$/.test(tokens[at]?.text ?? '');
  if (isAnd(flag - 2)) return isNation(flag - 3);
  const isLocal = /^(city|county|town|village)$/.test(tokens[flag - 1]?.text ?? '');
  if (!isLocal || tokens[flag - 2]?.text !== 'the' || !isAnd(flag - 3)) return false;
  // For example: "the flag of the United States and the city flag", "the U.S. flag and the city flag"
  return isNation(/^flags?$/.test(tokens[flag - 4]?.text ?? '') ? flag - 5 : flag - 4);
}

/**
 * Whether a sentence says there is no order: "The Governor has not ordered flags to half-staff",
 * "No such order was issued".
 */
export function deniesOrder(tokens: readonly Token[], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (word === 'not' || /^(hasnt|havent|didnt)$/.test(word)) {
      const next = tokens[at + 1]?.text ?? '';
      if (/^(issued|issue|order|ordered|direct|directed|signed|given)$/.test(next)) return true;
      if (next === 'been' && /^(issued|ordered|directed)$/.test(tokens[at + 2]?.text ?? ''))
        return true;
    }
    if (word !== 'no' || tokens[at + 1]?.text === '.') continue;
    // For example: "The order is withdrawn, and no new order has been signed."
    if (/^(new|further|other|additional|separate|second)$/.test(tokens[at + 1]?.text ?? ''))
      continue;
    for (let i = at + 1; i < Math.min(to, at + DENIED_MAX); i++)
      if (/^(order|orders|directive|proclamation)$/.test(tokens[i]?.text ?? '')) return true;
  }
  return false;
}
/** Maximum number of words in a phrase such as "no current half-staff order". */
const DENIED_MAX = 7;

const OFFICES_OF: ReadonlyMap<string, Party> = new Map([
  ['federal', 'president'],
  ['presidential', 'president'],
  ['national', 'president'],
  ['state', 'governor'],
  ['statewide', 'governor'],
  ['gubernatorial', 'governor'],
  ['county', 'county'],
  ['city', 'city'],
]);

/**
 * Returns the authority that an adjective refers to in a sentence that denies an order: the
 * governor in "no state order", the President in "no federal order".
 */
export function officeDenied(tokens: readonly Token[], { from, to }: Sentence): Party[] {
  for (let at = from; at + 2 < to; at++) {
    if (tokens[at]?.text !== 'no') continue;
    for (let i = at + 1; i < Math.min(to, at + DENIED_MAX); i++) {
      if (/^(order|orders|directive|proclamation)$/.test(tokens[i]?.text ?? '')) break;
      const office = OFFICES_OF.get(tokens[i]?.text ?? '');
      if (office) return [office];
    }
  }
  return [];
}

/** Maximum number of words from "remain" to "full-staff", as in "remain flying at full-staff". */
const STAYS_MAX = 4;
const STAYS = /^(remain|remains|stay|stays|kept|keep)$/;

/** Whether a sentence says that the US flag stays up: "The U.S. flag remains at full-staff." */
export function keepsUp(tokens: readonly Token[], { from, to }: Sentence): boolean {
  let isUs = false;
  let stays = Number.NEGATIVE_INFINITY;
  let no = false;
  let isFlag = false;
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (word === 'u.s.' || word === 'united' || word === 'american' || word === 'us') isUs = true;
    if ((word === 'flag' || word === 'flags') && isUs) isFlag = true;
    if (isFlag && STAYS.test(word)) stays = at;
    if (word === 'not' || word === 'never') no = isFlag;
    if (
      no &&
      isFlag &&
      (word === 'lowered' || word === 'affected' || positionAt(tokens, at)?.position === 'half')
    )
      return true;
    if (at - stays <= STAYS_MAX && positionAt(tokens, at)?.position === 'full') return true;
    if (/^(flags?|glory)$/.test(word) && staysUp(tokens, behindNation(tokens, at), to))
      return !tokens.slice(from, to).some(({ text }) => /^(when|whenever|if|always)$/.test(text));
  }
  return false;
}

/**
 * Returns the index of the token after a mention of the US flag, such as "the flag of the United
 * States of America", "the national flag" or "Old Glory"; -1 if the flag is a different one.
 */
function behindNation(tokens: readonly Token[], flag: number): number {
  const before = tokens[flag - 1]?.text ?? '';
  if (tokens[flag]?.text === 'glory') return before === 'old' ? flag + 1 : -1;
  if (/^(u\.s\.|us|american|national)$/.test(before)) return flag + 1;
  if (before === 'states' && tokens[flag - 2]?.text === 'united') return flag + 1;
  if (tokens[flag + 1]?.text !== 'of') return -1;
  const at = tokens[flag + 2]?.text === 'the' ? flag + 3 : flag + 2;
  if (tokens[at]?.text !== 'united' || tokens[at + 1]?.text !== 'states') return -1;
  return tokens[at + 2]?.text === 'of' && tokens[at + 3]?.text === 'america' ? at + 4 : at + 2;
}

/**
 * Matches words saying that a flag is not lowered: "stays at the top of its own staff", "will
 * remain at full-staff", "is not lowered".
 */
function staysUp(tokens: readonly Token[], at: number, to: number): boolean {
  if (at === -1) return false;
  let verb = at;
  while (/^(will|shall|must|is|are|to|be)$/.test(tokens[verb]?.text ?? '')) verb++;
  const rest = tokens.slice(verb + 1, to).map(({ text }) => text);
  if (tokens[verb]?.text === 'not') {
    const isLowered = rest.slice(0, STAYS_MAX).some((word) => /^(lowered|affected)$/.test(word));
    return isLowered && !rest.some((word) => /^(until|before|below|unless)$/.test(word));
  }
  if (!STAYS.test(tokens[verb]?.text ?? '')) return false;
  if (/^at the (top|peak) of (its|their)\b/.test(rest.join(' '))) return true;
  if (rest[0] === 'up') return tokens[verb + 2]?.kind !== 'word' || rest[1] === 'all';
  return [1, 2, 3, 4].some((far) => positionAt(tokens, verb + far)?.position === 'full');
}

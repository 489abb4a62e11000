import type { Authority } from '../../../halfStaff/orders/order.ts';
import { stateAt } from '../places/states.ts';
import type { Sentence } from '../sentences/sentences.ts';
import { isNameOfPerson } from '../text/names.ts';
import type { Token } from '../text/token.ts';

/**
 * The kinds of people and bodies that a document can mention as the source of an order. `other`
 * stands for anyone who has no authority over flags.
 */
export type Party = Authority | 'other';

/** A mention of an official or body that may have given an order. */
export interface PartyMention {
  party: Party;
  at: number;
}

const NOT_IN_OFFICE = new Set(
  'former late vice past then deputy lieutenant lt ex honorary retired onetime slain first previous assistant youth mock student'.split(
    ' ',
  ),
);
/**
 * Words before "president" that show that a different president is meant, such as the president of
 * a club.
 */
const OTHER_PRESIDENT = new Set(
  (
    'university college council senate board bank club union company association student school ' +
    'corp inc llc ltd group chapter parish class legion house his her our their foundation firm chamber borough interim nation tribe tribal pueblo'
  ).split(' '),
);
const OTHERS = new Set(
  (
    'chancellor superintendent principal chairman chairwoman chairperson commander provost dean ' +
    'speaker king queen minister rector headmaster postmaster sheriff trustees director ' +
    'secretary legislature bishop pastor harbormaster'
  ).split(' '),
);
const COUNTY_OFFICES = new Set(
  'executive judge board commission commissioners commissioner administrator manager council supervisors'.split(
    ' ',
  ),
);

/**
 * Nouns that follow an official's possessive if this official gives the order, as in "the
 * Governor's order".
 */
const OWN = new Set(
  (
    'order orders proclamation directive directives office press spokesman spokeswoman executive ' +
    'flag mandate notice decision half instruction instructions words action own earlier direction ' +
    'statement declaration announcement'
  ).split(' '),
);

/** Returns the kind of authority mentioned at this token index, if it may have given an order. */
export function partyAt(tokens: readonly Token[], at: number): Party | null {
  const token = tokens[at];
  if (token?.kind !== 'word' || isNameOfPerson(tokens, at) || isOfAddress(tokens, at)) return null;
  const word = token.text;
  const before = wordBefore(tokens, at);
  const next = tokens[at + 1]?.text ?? '';
  // For example: "the President's order", "the President's recent national proclamation"
  if (next === "'s" && ![2, 3, 4].some((far) => OWN.has(tokens[at + far]?.text ?? ''))) return null;
  const elect = next === '-' && tokens[at + 2]?.text === 'elect';
  switch (word) {
    case 'president':
      return elect || NOT_IN_OFFICE.has(before) ? null : presidentAt(tokens, at, before);
    case 'presidential':
      return next === 'proclamation' ||
        next === 'order' ||
        next === 'directive' ||
        next === 'mandate' ||
        next === 'executive'
        ? 'president'
        : null;
    case 'white':
      return next === 'house' && token.cap ? 'president' : null;
    case 'governor':
    case 'gov':
    case 'gobernador':
      if (elect || NOT_IN_OFFICE.has(before) || isMourned(tokens, at)) return null;
      // For example: "Rotary District Governor"
      if (next === 'general' || isOfBody(tokens, at)) return 'other';
      return before === 'district' || isOfTribe(tokens, at) ? 'other' : 'governor';
    case 'legion':
      return null;
    case 'governors':
      return NOT_IN_OFFICE.has(before) ? null : 'governor';
    case 'mayor':
      if (NOT_IN_OFFICE.has(before) || elect || isMourned(tokens, at)) return null;
      return isOfDistrict(tokens, at) ? 'mayor-dc' : 'city';
    case 'city':
      return /^(manager|council|administrator|commission)$/.test(next) ? 'city' : null;
    case 'county':
      return COUNTY_OFFICES.has(next) ? 'county' : null;
    // In Kentucky, the head of a county: "Judge-Executive Lee Roe"
    case 'judge':
      return next === '-' && tokens[at + 2]?.text === 'executive' && !NOT_IN_OFFICE.has(before)
        ? 'county'
        : null;
    case 'commissioners':
    case 'supervisors':
      return before === 'of' || before === 'county' ? 'county' : null;
    case 'ceo':
    case 'owner':
    case 'founder':
      return NOT_IN_OFFICE.has(before) ? null : 'company';
    case 'chief':
      return next === 'executive' && tokens[at + 2]?.text === 'officer' ? 'company' : null;
    default:
      return OTHERS.has(word) && !NOT_IN_OFFICE.has(before) ? 'other' : null;
  }
}

/** Matches an officeholder who died: "after the death of Mayor Roe". */
function isMourned(tokens: readonly Token[], at: number): boolean {
  const of = tokens[at - 1]?.text === 'the' ? at - 2 : at - 1;
  return (
    tokens[of]?.text === 'of' &&
    /^(death|passing|loss|funeral|burial)$/.test(tokens[of - 1]?.text ?? '')
  );
}

/** Matches a part of an email or web address: "press@example.gov", "governor.ohio.gov/flags". */
function isOfAddress(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token?.spaced === false && /^[.@/]$/.test(before?.text ?? '') && !before?.spaced) return true;
  const [mark, next] = [tokens[at + 1], tokens[at + 2]];
  const isJoined = mark?.spaced === false && next?.spaced === false && next.kind === 'word';
  return isJoined && /^[.@/]$/.test(mark.text) && !next.cap;
}

/** Returns the authorities that a sentence mentions, from first to last. */
export function partiesIn(
  tokens: readonly Token[],
  { from, to }: Pick<Sentence, 'from' | 'to'>,
): PartyMention[] {
  const found: PartyMention[] = [];
  for (let at = from; at < to; at++) {
    const party = partyAt(tokens, at);
    if (party) found.push({ party, at });
  }
  return found;
}

function presidentAt(tokens: readonly Token[], at: number, before: string): Party {
  let first = at;
  while (first > at - 3 && tokens[first - 1]?.kind === 'word') first--;
  const isLocal = tokens.slice(first, at).some(({ text }) => /^(county|parish)$/.test(text));
  if (isLocal) return 'county';
  const owner = before === "'s" ? (tokens[at - 2]?.text ?? '') : before;
  if (OTHER_PRESIDENT.has(owner) || isNamed(tokens, at)) return 'other';
  if (isOfAnother(tokens, at)) return 'other';
  let next = at + 1;
  if (tokens[next]?.text === 'pro') return 'other';
  if (tokens[next]?.text === '\n') next++;
  if (tokens[next]?.text !== 'of' && tokens[next]?.text !== 'and') return 'president';
  if (tokens[next]?.text === 'and') return 'other';
  next++;
  if (tokens[next]?.text === 'the' || tokens[next]?.text === 'these') next++;
  if (tokens[next]?.text === '\n') next++;
  const isUs =
    tokens[next]?.text === 'united' || tokens[next]?.text === 'u.s.' || tokens[next]?.text === 'us';
  return isUs ? 'president' : 'other';
}

/** Maximum number of tokens in the name of a person. */
const NAME_MAX = 6;

/** Words that are not part of a person's name, even in a document in capitals. */
const NO_NAME =
  /^(of|to|the|and|who|for|has|in|on|at|will|is|today|hereby|that|honoring|ordering)$/;

/** Returns the index of the first token after a person's name; `at` if there is no name. */
export function behindName(tokens: readonly Token[], at: number): number {
  let next = at;
  while (next < at + NAME_MAX) {
    const token = tokens[next];
    const isName =
      token?.kind === 'word' ? token.cap && !NO_NAME.test(token.text) : token?.text === '.';
    if (!isName) break;
    next++;
  }
  return next;
}

/**
 * Matches a president of another country or nation: "President Joe Roe of Mexico" or "President Ann
 * Poe of the Navajo Nation".
 */
function isOfAnother(tokens: readonly Token[], at: number): boolean {
  const of = behindName(tokens, at + 1);
  if (of === at + 1 || tokens[of]?.text !== 'of') return false;
  const next = /^(the|these)$/.test(tokens[of + 1]?.text ?? '') ? of + 2 : of + 1;
  return (
    tokens[next]?.cap === true && !/^(united|u\.s\.|us|america)$/.test(tokens[next]?.text ?? '')
  );
}

/** Matches "the Governor of the Federal Reserve", who does not govern a state. */
const isOfBody = (tokens: readonly Token[], at: number): boolean =>
  tokens[at + 1]?.text === 'of' &&
  tokens[at + 2]?.text === 'the' &&
  tokens[at + 3]?.cap === true &&
  !tokens[at + 3]?.upper &&
  stateAt(tokens, at + 3) === null &&
  !/^(state|commonwealth|territory|great|u\.s\.|us|united|virgin|northern|island|islands)$/.test(
    tokens[at + 3]?.text ?? '',
  );

/**
 * Matches the governor of a tribal nation, who does not govern a state: "Governor Joe Roe of the
 * Chickasaw Nation".
 */
function isOfTribe(tokens: readonly Token[], at: number): boolean {
  const of = behindName(tokens, at + 1);
  if (tokens[of]?.text !== 'of') return false;
  const end = behindName(tokens, tokens[of + 1]?.text === 'the' ? of + 2 : of + 1);
  for (let i = of + 1; i < end; i++)
    if (/^(nation|nations|tribe|tribes|pueblo|band|rancheria)$/.test(tokens[i]?.text ?? ''))
      return true;
  return false;
}

/** Matches "Acme President Roe": the president of an organization whose name precedes the title. */
function isNamed(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  if (before?.kind !== 'word' || !before.cap || tokens[at]?.upper) return false;
  return !FUNCTION_WORDS.has(before.text);
}

/**
 * Words that can be capitalized before "President" because they begin a sentence or belong to a
 * title.
 */
const FUNCTION_WORDS = new Set(
  (
    'the u.s. us states american by as per from today and with that when after on in to for if of a ' +
    'yesterday following under since while because although before until at upon then now here ' +
    'citing echoing joining honoring because is was has monday tuesday wednesday thursday friday ' +
    'saturday sunday'
  ).split(' '),
);

/**
 * Matches the mayor of Washington, D.C., in phrases such as "D.C. Mayor" or "Mayor of the District
 * of Columbia".
 */
function isOfDistrict(tokens: readonly Token[], at: number): boolean {
  const before = wordBefore(tokens, at);
  if (before === 'd.c.' || before === 'dc' || before === 'district') return true;
  if (tokens[at - 1]?.text === "'s" && tokens[at - 2]?.text === 'district') return true;
  // For example: "Washington, D.C. - Mayor Prather", "(Washington, DC)"
  for (let i = at - 1; i >= Math.max(0, at - DATELINE_MAX); i--)
    if (/^(dc|d\.c\.)$/.test(tokens[i]?.text ?? '') && tokens[i - 2]?.text === 'washington')
      return true;
  // For example: "Mayor Muriel Prather of the District of Columbia"
  for (let i = at + 1; i < at + 8; i++) {
    if (tokens[i]?.kind !== 'word') {
      if (tokens[i]?.text !== ',') return false;
      continue;
    }
    if (tokens[i]?.text === 'district')
      return tokens[i + 1]?.text === 'of' || tokens[i - 1]?.text === 'the';
    if (tokens[i]?.text === 'd.c.' || tokens[i]?.text === 'dc') return true;
  }
  return false;
}

/**
 * How many tokens before the mayor are searched for "Washington, DC"; enough for a dateline with a
 * date.
 */
const DATELINE_MAX = 12;

function wordBefore(tokens: readonly Token[], at: number): string {
  let i = at - 1;
  while (tokens[i]?.text === '.' || tokens[i]?.text === '-' || tokens[i]?.text === '\n') i--;
  return tokens[i]?.text ?? '';
}

/**
 * Whether the main clause after a comma begins with an official: ", Nevada Governor Tom Rice
 * ordered", ", Gov. Rice" or ", the President".
 */
export function isOfficeBehind(tokens: readonly Token[], comma: number): boolean {
  let at = comma + 1;
  while (/^(\n|the|acting|u\.s\.)$/.test(tokens[at]?.text ?? '')) at++;
  const state = stateAt(tokens, at);
  if (state) at = state.to;
  return /^(governor|gov|president|mayor)$/.test(tokens[at]?.text ?? '');
}

/**
 * Words that link an order to the authority mentioned after them, as in "in accordance with the
 * President's proclamation".
 */
const LINKS = new Set(
  (
    'accordance line per pursuant compliance conjunction coordination concurrence concert following ' +
    'directed direction directive ordered order orders direct follows follow under consistent keeping ' +
    'coincides coinciding response behest mandated issued proclaimed proclamation through ' +
    'responde required requires comply complies complying observance based aligns aligned alignment ' +
    'agreement implements implementing mirrors mirroring echoes echoing joins joining light'
  ).split(' '),
);
/**
 * Maximum number of tokens between the linking word and the authority, as in "in accordance with
 * the United States Flag Code and the President's proclamation".
 */
const LINK_MAX = 14;

const ABOUT_ORDER =
  /^(flags?|colors|half|staff|mast|order(s|ed)?|directives?|proclamations?|proclaimed|direct(s|ed|ion)?|mandated?|request|behest|lower(ed|s|ing)?|responde|action|announcement|decision)$/;

/** Whether a sentence says that an order implements a presidential order. */
export function followsPresident(tokens: readonly Token[], sentence: Sentence): boolean {
  // For example: "He served as ambassador under President Roe."
  const isAboutOrder = tokens
    .slice(sentence.from, sentence.to)
    .some(({ text }) => ABOUT_ORDER.test(text));
  return (
    isAboutOrder &&
    partiesIn(tokens, sentence).some(({ party, at }) => {
      if (party !== 'president') return false;
      for (let i = at - 1; i >= Math.max(sentence.from, at - LINK_MAX); i--) {
        const word = tokens[i]?.text ?? '';
        if (LINKS.has(word)) return true;
        if (word === 'as' && at - i <= 2 && tokens[at + 1]?.text === "'s") return true;
        if (word === 'by' && tokens[at]?.text === 'presidential') return true;
        if (/^(death|deaths|passing|memory|honor|life|loss|former|late)$/.test(word)) return false;
        if (word === 'similar' || word === 'after' || word === 'governor' || word === ';')
          return false;
      }
      return false;
    })
  );
}

import { isOfficeBehind } from '../parties/authorities.ts';
import { stateAt } from '../places/states.ts';
import type { Sentence } from '../sentences/sentences.ts';
import { isNameOfPerson } from '../text/names.ts';
import type { Token } from '../text/token.ts';
import type { Topic } from '../text/topic.ts';
import { CEREMONIES, FLAG_WORDS, HONOR_WORDS, INCIDENTS, RELATIVES } from './lexicon.ts';
import { isDirection } from './orderVerbs.ts';
import { positionAt } from './positions.ts';

/** Lowercase words that can be part of the name or title of the person being honored. */
const TITLE_WORDS = new Set(
  (
    'of the and for in a an former late fallen officer officers trooper deputy firefighter fire ' +
    'sergeant state police department senator representative victims lives life memory honor ' +
    'respect all those his her their s our'
  ).split(' '),
);

const ORDERING = new Set('ordered orders directed directs ordering directing proclaims'.split(' '));
const FIRE_SERVICE = /^(stations?|departments?|chief|houses?|district|marshal|captain)$/;

/** Matches the main clause "direct that …" in "is saddened by the death of …, and direct that". */
const isDirecting = (tokens: readonly Token[], at: number): boolean =>
  /^(order|direct)$/.test(tokens[at]?.text ?? '') &&
  /^(and|hereby|do)$/.test(tokens[at - 1]?.text ?? '') &&
  /^(that|the|all|flags)$/.test(tokens[at + 1]?.text ?? '');

/**
 * Returns a function that gives the topic of each token in a sentence, such as the flag or a
 * ceremony. The topics are computed on first use.
 */
export function topicsOf(
  tokens: readonly Token[],
  sentence: Sentence,
): (at: number) => { topic: Topic; plain: boolean } {
  let computed: { topics: Topic[]; plains: boolean[] } | null = null;
  return (at) => {
    computed ??= computeTopics(tokens, sentence);
    return {
      topic: computed.topics[at - sentence.from] ?? 'other',
      plain: computed.plains[at - sentence.from] ?? false,
    };
  };
}

function computeTopics(
  tokens: readonly Token[],
  sentence: Sentence,
): { topics: Topic[]; plains: boolean[] } {
  const topics: Topic[] = [];
  const plains: boolean[] = [];
  let topic: Topic = 'other';
  /** Whether the phrase about the current topic has contained only names and titles so far. */
  let plain = true;
  let hasFlag = false;
  for (let at = sentence.from; at < sentence.to; at++) {
    topics.push(topic);
    plains.push(plain);
    const token = tokens[at];
    // After the colon in "for Officer Dekker: at public buildings", the text is about the flags
    // again.
    if (token?.text === ':' && hasFlag && token.kind === 'mark') topic = 'flag';
    // In "Following the death of Senator Vance, Governor Rice ordered", the main clause begins
    // here.
    if (
      token?.text === ',' &&
      isOfficeBehind(tokens, at) &&
      (!hasFlag || isAttribution(tokens, at))
    )
      topic = 'other';
    if (token?.kind !== 'word') continue;
    const word = token.text;
    if (
      positionAt(tokens, at) ||
      (FLAG_WORDS.has(word) && word !== 'half' && word !== 'full' && !isOfBody(tokens, at))
    ) {
      topic = 'flag';
      plain = true;
      hasFlag = true;
    } else if (
      (word === 'for' || word === 'include') &&
      (topic === 'flag' || topic === 'other') &&
      isPerson(tokens, at + 1)
    ) {
      topic = 'honor';
      plain = true;
    } else if (isNameOfPerson(tokens, at)) {
      // For example: "Governor Mark Felder"
    } else if (HONOR_WORDS.has(word) && tokens[at + 1]?.text !== 'day') {
      if (topic !== 'incident' && topic !== 'ceremony') topic = 'honor';
      plain = true;
    } else if (ORDERING.has(word) || isDirection(tokens, at) || isDirecting(tokens, at)) {
      topic = 'other';
    } else if (word === 'fire' && FIRE_SERVICE.test(tokens[at + 1]?.text ?? '')) {
      // For example: "fire stations"
    } else if (INCIDENTS.has(word)) {
      topic = 'incident';
    } else if (CEREMONIES.has(word) && tokens[at + 1]?.text === 'day') {
      // "Memorial Day" is not a ceremony.
    } else if (word === 'mass' && tokens[at + 1]?.text === '.') {
      // "BOSTON, Mass."
    } else if (CEREMONIES.has(word) && word.startsWith('service') && isOffice(tokens, at)) {
      // For example: "the Department of Administrative Services"
    } else if (CEREMONIES.has(word)) {
      // "Memorial Day" and "the day of the funeral" are days, not incidents.
      if (topic !== 'incident') topic = 'ceremony';
    } else if (RELATIVES.has(word)) {
      if (topic === 'honor') topic = 'incident';
    } else if (!token.cap && !TITLE_WORDS.has(word)) plain = false;
  }
  return { topics, plains };
}

/**
 * Matches "remains" in the sense of a body: "whose remains were identified", "the return of his
 * remains".
 */
const isOfBody = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'remains' &&
  /^(whose|his|her|their|'s|human|cremated|mortal|of)$/.test(tokens[at - 1]?.text ?? '');

const PEOPLE =
  /^(victims?|those|people|former|fallen|late|slain|retired|lives|loss|officers?|firefighters?|soldiers?|troopers?|deput(y|ies))$/;
/**
 * Words that show that "for" is followed by a place or a day, not a person: "for Perry County",
 * "for Memorial Day".
 */
const NO_PERSON =
  /^(county|counties|parish|city|town|state|capitol|buildings?|facilit(y|ies)|day|weekend|week|immediate|january|february|march|april|may|june|july|august|september|october|november|december|sunday|monday|tuesday|wednesday|thursday|friday|saturday)$/;
const TITLED = /^(county|city|parish|town|state)$/;
const TITLES =
  /^(deput(y|ies)|sheriff|officer|police|trooper|firefighter|fire|paramedic|sergeant|sgt|detective|corporal|captain|lieutenant|commissioner|judge|supervisor|clerk|councilm[ae]n|councilwoman|councilmember|mayor|manager|senator|sen|representative|rep|treasurer|auditor|employee|worker)$/;
/** Maximum number of words in the name of a person. */
const NAME_MAX = 6;

/** Whether the words after "for" name someone: "for the victims", "for Bishop Aurelio Sanna". */
function isPerson(tokens: readonly Token[], from: number): boolean {
  let at = from;
  while (/^(\n|the|our|all|of)$/.test(tokens[at]?.text ?? '')) at++;
  if (PEOPLE.test(tokens[at]?.text ?? '')) return true;
  let names = 0;
  for (let i = at; i < at + NAME_MAX; i++) {
    const token = tokens[i];
    if (token?.text === '.' || token?.text === '\n') continue;
    if (token?.kind !== 'word' || !token.cap) break;
    // For example: "for Miami County Deputy Al Roe", "for State Senator Ann Poe"
    const isTitled = TITLED.test(token.text) && TITLES.test(tokens[i + 1]?.text ?? '');
    if (!isTitled && (NO_PERSON.test(token.text) || stateAt(tokens, i)?.short === false))
      return false;
    names++;
  }
  return names >= 2;
}

/**
 * Matches "Administrative Services" as part of an office's name. Does not match "Funeral Services".
 */
const isOffice = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.cap === true &&
  tokens[at - 1]?.cap === true &&
  !/^(funeral|memorial|burial|graveside|church)$/.test(tokens[at - 1]?.text ?? '');

/** Maximum total number of words in an official's title and name. */
const OFFICE_MAX = 12;

/**
 * Lowercase words that can come between a speaker and the verb, as in "Gov. Lee on Friday also
 * directed".
 */
const BEFORE_VERB = /^(the|governor|of|today|on|also|has|hereby)$/;

/** Matches the speaker of the preceding text: ", Gov. Lee announced", ", the Governor said". */
function isAttribution(tokens: readonly Token[], comma: number): boolean {
  for (let at = comma + 1; at < comma + OFFICE_MAX; at++) {
    const token = tokens[at];
    if (/^(announced|announces|said|says|ordered|directed)$/.test(token?.text ?? '')) return true;
    if (token?.kind === 'word' && !token.cap && !BEFORE_VERB.test(token.text)) return false;
  }
  return false;
}

import { placesAround } from '../../limits/placeLists.ts';
import { PLACES } from '../../limits/placeNouns.ts';
import type { Party } from '../../parties/authorities.ts';
import { LOCAL } from '../../places/places.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import { giverIn } from '../authority/localGivers.ts';
import type { Clause, Document } from '../document/document.ts';
import { areaOf, type Draft, type OrderGroup } from '../drafts/draft.ts';

/**
 * Returns the place that an order is limited to, such as a county or a building; null if it covers
 * a whole state or the country.
 */
export function narrowerOf(
  document: Document,
  { reaches: stated, order, clauses, headings }: Draft,
  authority: Party | null,
  isNational: boolean,
): OrderGroup['narrower'] {
  // The order may be in a sentence above the one that states its days.
  const above = order
    ? []
    : headings.filter(
        ({ sentence, supports, mentions }) =>
          supports && !sentence.isHeading && mentions.some(({ position }) => position !== 'full'),
      );
  const all = [...above.map((clause) => areaOf(document.tokens, clause)), ...stated];
  const isByState = authority === 'governor' || authority === 'president';
  const main = order && all.find(({ sentence }) => sentence === order.sentence)?.reach;
  const isWide = isByState && main && (main.buildings || main.broad) && !main.local;
  // "Lucas County will fly its flags at half-staff" does not limit a governor's order before it.
  const isFollower = (sentence: Sentence): boolean =>
    clauses.some(
      (clause) => clause.sentence === sentence && giverIn(document.tokens, clause) !== null,
    );
  const reaches = all.filter(
    ({ sentence }) =>
      sentence === order?.sentence ||
      !(
        (isByState && order && isFollower(sentence)) ||
        (isWide && isCarriedOut(document, clauses, sentence))
      ),
  );
  const local = reaches.find(({ reach }) => reach.local !== null);
  if (local?.reach.local) {
    const { limit, sentence } = local;
    const { from, to } = local.reach.local;
    // The limit may name more places behind the first: "Darke County, Miami County".
    const isList =
      limit && limit.from <= from && limit.to > to && isListBehind(document.tokens, to, limit.to);
    return {
      ...placesAround(document.tokens, { from, to: isList ? limit.to : to }, sentence),
      sentence,
    };
  }
  const special = reaches.find(({ reach }) => reach.special !== null);
  // "Flags at other state buildings stay at full-staff" does not widen an order for the Capitol.
  const widens = (sentence: Sentence): boolean =>
    sentence === special?.sentence ||
    clauses.some(
      (clause) =>
        clause.sentence === sentence &&
        clause.mentions.some(({ position, mode }) => position !== 'full' && mode !== 'none'),
    );
  const isBroad =
    reaches.some(({ reach, sentence }) => reach.buildings && widens(sentence)) || isNational;
  const isOwn = authority !== 'president' || special?.sentence === (order ?? clauses[0])?.sentence;
  if (!isBroad && special?.reach.special && isOwn)
    return { ...special.reach.special, sentence: special.sentence };
  const isPlaced = reaches.some(({ reach }) => reach.broad || reach.buildings);
  const own = (order ?? clauses[0])?.sentence;
  const limited = reaches.find(
    ({ limit, sentence }) =>
      limit !== null && ((sentence === own && !sentence.isHeading) || !isPlaced),
  );
  if (limited?.limit && !isNational) return { ...limited.limit, sentence: limited.sentence };
  const first = order ?? clauses[0];
  const giver = first && giverIn(document.tokens, first);
  if (giver && !first.sentence.isHeading && !(authority === 'city' || authority === 'county'))
    return { from: giver.from, to: giver.to, sentence: first.sentence };
  if (authority === 'city' || authority === 'county') {
    const sentence = first?.sentence;
    const whole = giver ?? sentence;
    return sentence && whole
      ? { ...ownBuildings(document.tokens, sentence, whole), sentence }
      : null;
  }
  return null;
}

/**
 * Whether other places follow the first one: ", Miami County", "in Sebring, the City Hall". Excludes
 * "City Hall, Mayor Poe said".
 */
const isListBehind = (tokens: Document['tokens'], at: number, to: number): boolean =>
  (tokens[at]?.text === ',' || (tokens[at]?.text === 'in' && tokens[at + 1]?.cap === true)) &&
  !tokens.slice(at, to).some(({ text }) => /^(said|says|announced|asks?|asked)$/.test(text));

/**
 * Returns the range of the words for a city's or county's buildings, such as "all county
 * buildings". Returns the range `whole` if there are none.
 */
function ownBuildings(
  tokens: Document['tokens'],
  { from, to }: Sentence,
  whole: { from: number; to: number },
): { from: number; to: number } {
  for (let at = from; at < to - 1; at++)
    if (LOCAL.has(tokens[at]?.text ?? '') && PLACES.test(tokens[at + 1]?.text ?? ''))
      return { from: tokens[at - 1]?.text === 'all' ? at - 1 : at, to: at + 2 };
  return { from: whole.from, to: whole.to };
}

/**
 * Matches a sentence about someone who carries out the order: "City crews will lower the flags at
 * City Hall." The place in such a sentence does not limit the order.
 */
function isCarriedOut(
  { tokens }: Document,
  clauses: readonly Clause[],
  sentence: Sentence,
): boolean {
  const clause = clauses.find((one) => one.sentence === sentence);
  if (!clause?.mentions.some(({ mode }) => mode === 'state')) return false;
  if (clause.mentions.some(({ mode }) => mode === 'order')) return false;
  const words = tokens.slice(sentence.from, sentence.to).map(({ text }) => text);
  const verb = words.findIndex(
    (word, i) =>
      (/^(lower|fly|display)$/.test(word) && words[i - 1] === 'will') ||
      (/^(lowering|flying|displaying)$/.test(word) && /^(is|are|be)$/.test(words[i - 1] ?? '')),
  );
  const flag = words.findIndex((word) => /^flags?$/.test(word));
  return verb !== -1 && flag > verb && !words.includes('only');
}

import { ownerOfFlags } from '../../limits/flagOwners.ts';
import { isLimitedTo, limitOfFlags } from '../../limits/flagPlaces.ts';
import { LOCAL } from '../../places/places.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { CEREMONIES } from '../../words/lexicon.ts';
import type { Document } from '../document/document.ts';
import type { Draft } from '../drafts/draft.ts';
import { labelOf } from '../drafts/labelOf.ts';

/** Maximum distance, in sentences, from an order to a sentence about what it covers. */
const DISTANCE_MAX = 6;

/**
 * Returns the words that limit an order to part of a state, from a sentence near the order: "The
 * order covers Perry County only", "Location: State Fairgrounds". Null if there are none.
 */
export function limitBeside(
  document: Document,
  draft: Draft,
  drafts: readonly Draft[],
  isPresidents: boolean,
): { from: number; to: number; sentence: Sentence } | null {
  const { tokens, clauses } = document;
  const own = draft.clauses.map((clause) => clauses.indexOf(clause));
  const next = drafts[drafts.indexOf(draft) + 1]?.clauses[0];
  const end = next ? clauses.indexOf(next) : clauses.length;
  const last = Math.min(end, Math.max(...own) + 1 + DISTANCE_MAX);
  for (let index = Math.min(...own); index < last; index++) {
    const sentence = clauses[index]?.sentence;
    if (!sentence) break;
    if (isPresidents && !isExclusive(tokens, sentence)) continue;
    const limit = isOfEvent(document, index)
      ? null
      : (rowLimit(tokens, sentence) ?? coveredBy(tokens, sentence) ?? outsideOf(tokens, sentence));
    if (limit) return { ...limit, sentence };
  }
  return null;
}

const isExclusive = (tokens: readonly Token[], { from, to }: Sentence): boolean =>
  tokens.slice(from, to).some(({ text }) => /^(only|limited|restricted|confined|not)$/.test(text));

type Range = { from: number; to: number };

/**
 * Whether a row of a form is about a ceremony: "Location: Grace Church" below "What: Funeral of
 * Trooper Roe".
 */
function isOfEvent({ tokens, clauses }: Document, index: number): boolean {
  const row = clauses[index];
  if (!row || labelOf(tokens, row.sentence) === null) return false;
  return clauses
    .slice(Math.max(0, index - 2), index + 2)
    .some(
      ({ sentence: { from, to, isHeading }, mentions }) =>
        mentions.length === 0 &&
        (isHeading || labelOf(tokens, { from, to, isHeading, paragraph: 0 }) !== null) &&
        tokens.slice(from, to).some(({ text }) => CEREMONIES.has(text)),
    );
}

const PLACE_LABEL =
  /^(locations?|where|areas?|scope|places?|facilit(y|ies)|buildings?|count(y|ies)|city|cities|sites?|coverage|region|district|applies)$/;

/** Matches a row of a form that gives a place: "Location: State Fairgrounds", "County: Perry". */
function rowLimit(tokens: readonly Token[], { from, to }: Sentence): Range | null {
  for (let at = from; at < to; at++) {
    if (tokens[at]?.text !== ':' || tokens[at]?.kind !== 'mark') continue;
    const label = tokens[at - 1]?.text === 'to' ? at - 2 : at - 1;
    if (!PLACE_LABEL.test(tokens[label]?.text ?? '') || at + 1 >= to) continue;
    const isLineStart = label === from || tokens[label - 1]?.kind !== 'word';
    if (!isLineStart) continue;
    const first = tokens[at + 1]?.kind === 'break' ? at + 2 : at + 1;
    let end = first;
    while (end < to && tokens[end]?.kind !== 'break') end++;
    const limit = nounsIn(tokens, first, end);
    if (limit) return limit;
    if (/^count(y|ies)$/.test(tokens[label]?.text ?? '') && tokens[first]?.text !== 'all')
      return { from: first, to: end };
  }
  return null;
}

const ORDER = /^(order|directive|proclamation|lowering|notice|tribute|observance|it|this|mandate)$/;
const COVERS = /^(applies|apply|covers|affects|concerns)$/;

/**
 * Matches a sentence about what an order covers: "The order covers Perry County", "It is limited to
 * the Capitol", "Only … are affected".
 */
function coveredBy(tokens: readonly Token[], { from, to }: Sentence): Range | null {
  const isNegated = tokens.slice(from, to).some(({ text }) => /^(not|no|never)$/.test(text));
  if (isNegated) return null;
  if (/^(only|just)$/.test(tokens[from]?.text ?? '')) {
    const verb = tokens
      .slice(from, to)
      .findIndex(({ text }) =>
        /^(affected|included|covered|participating|part|lowered)$/.test(text),
      );
    return verb === -1 ? null : nounsIn(tokens, from + 1, from + verb);
  }
  for (let at = from; at < Math.min(to, from + SUBJECT_MAX); at++) {
    if (!ORDER.test(tokens[at]?.text ?? '')) continue;
    let verb = at + 1;
    while (/^(only|also|will|shall|therefore)$/.test(tokens[verb]?.text ?? '')) verb++;
    const word = tokens[verb]?.text ?? '';
    const after = tokens[verb + 1]?.text ?? '';
    if (COVERS.test(word)) return nounsIn(tokens, verb + 1, to);
    if (!/^(is|was)$/.test(word)) continue;
    if (/^(limited|restricted|confined)$/.test(after)) return nounsIn(tokens, verb + 2, to);
    const isPlaced =
      /^(for|in|effective)$/.test(after) &&
      tokens.slice(verb + 2, to).some(({ text }) => LOCAL.has(text) || /^counties$/.test(text));
    if (isPlaced) return nounsIn(tokens, verb + 2, to);
  }
  return null;
}

/**
 * Maximum number of words before the verb in a clause such as "The Governor's executive order
 * applies".
 */
const SUBJECT_MAX = 6;

/** Matches places that an order excludes: "Other state buildings are not affected". */
function outsideOf(tokens: readonly Token[], { from, to }: Sentence): Range | null {
  const words = tokens.slice(from, to).map(({ text }) => text);
  const isNegated = words.includes('not');
  const isUnaffected = words.some((word) =>
    /^(affected|included|covered|apply|unaffected)$/.test(word),
  );
  const other = words.findIndex((word) => /^(other|elsewhere|outside|rest)$/.test(word));
  const isPlace = words.some((word) =>
    /^(buildings?|facilit(y|ies)|parts?|state|count(y|ies)|flags|locations|agencies|property)$/.test(
      word,
    ),
  );
  if (!(isNegated || words.includes('unaffected')) || !isUnaffected || other === -1 || !isPlace)
    return null;
  return { from, to };
}

/**
 * Returns the words after a token that limit an order to certain flags or places; null if there are
 * none.
 */
function nounsIn(tokens: readonly Token[], first: number, to: number): Range | null {
  let at = first;
  while (/^(only|just|to|in|at|on|for|both|within|effect|,)$/.test(tokens[at]?.text ?? '')) at++;
  if (/^(statewide|nationwide)$/.test(tokens[at]?.text ?? '')) return null;
  for (let flags = at; flags < Math.min(to, at + FLAGS_MAX); flags++) {
    if (!/^flags?$/.test(tokens[flags]?.text ?? '')) continue;
    return ownerOfFlags(tokens, flags, at) ?? limitOfFlags(tokens, flags + 1, to, () => true);
  }
  return isLimitedTo(tokens, at, to);
}

/** Maximum number of words before "flags" in a phrase such as "all U.S. and Ohio state flags". */
const FLAGS_MAX = 8;

import type { TopicAt } from '../places/placeWords.ts';
import type { Sentence } from '../sentences/sentences.ts';
import type { Token } from '../text/token.ts';
import type { Mention } from '../words/mentions.ts';
import { ownerOfFlags } from './flagOwners.ts';
import { limitOfFlags } from './flagPlaces.ts';

const ABOUT_ORDER =
  /^(orders?|alerts?|status|notices?|lowering|code|act|directives?|day|etiquette|updates?|protocol|proclamations?|advisory|bulletin|notifications?|raising|request|holders?|desecration)$/;
const REQUESTED =
  /^(ask|asks|asked|asking|requests|requested|encourages?|encouraged|encouraging|urges?|urged|invites?|invited|recommends?)$/;

/**
 * Returns the words that limit an order to an owner or a place smaller than a state: "Department of
 * Transportation flags", "flags at the State Fair"; null if there are none.
 */
export function limitIn(
  tokens: readonly Token[],
  { from, to }: Sentence,
  mentions: readonly Mention[],
  topicAt: TopicAt,
): { from: number; to: number } | null {
  const isUsed = ({ mode }: Mention): boolean => mode === 'order' || mode === 'state';
  if (!mentions.some(isUsed)) return null;
  let first = mentions.find(isUsed)?.from ?? to;
  let end = to;
  for (let at = from; at < to; at++) {
    if (!/^(flags?|colors)$/.test(tokens[at]?.text ?? '')) continue;
    if (ABOUT_ORDER.test(tokens[at + 1]?.text ?? '') || isOfAddress(tokens, at)) continue;
    // For example: "the POW/MIA flag"
    if (/^(mia|pow)$/.test(tokens[at - 1]?.text ?? '')) {
      end = Math.min(end, at);
      continue;
    }
    const mention = mentions.find((one) => one.from > at) ?? mentions.at(-1);
    if (!mention || !isUsed(mention)) continue;
    first = Math.min(first, at + 1);
    const owner = /^colors$/.test(tokens[at]?.text ?? '') ? null : ownerOfFlags(tokens, at, from);
    // In "in honor of Officer Roe flags are lowered", "Officer Roe" is not an owner.
    const isOfPerson = owner && /^(honor|incident|ceremony)$/.test(topicAt(at).topic);
    const isMain = owner && /^(,|all|the)$/.test(tokens[owner.from - 1]?.text ?? '');
    if (owner && (!isOfPerson || isMain)) return owner;
  }
  const request = tokens.slice(first, end).findIndex(({ text }) => REQUESTED.test(text));
  if (request !== -1) end = first + request;
  return limitOfFlags(tokens, first, end, (at) => topicAt(at).topic === 'flag');
}

/** Matches a part of a web address: "governor.ohio.gov/flags". */
const isOfAddress = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.spaced === false && /^[./-]$/.test(tokens[at - 1]?.text ?? '');

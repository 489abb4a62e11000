import type { Token } from '../text/token.ts';
import { endOfPlace } from './places.ts';

/** How many words before an agency's name are searched for "and" or "as well as". */
const OWNER_MAX = 6;

/**
 * Matches an agency that is added with "and" or "as well as": "as well as at Maine National Guard
 * facilities".
 */
export function isBehindAnd(tokens: readonly Token[], at: number, from: number): boolean {
  for (let i = at - 1; i >= Math.max(from, at - OWNER_MAX); i--) {
    const token = tokens[i];
    if (token?.text === 'and' || (token?.text === 'as' && tokens[i - 1]?.text === 'well'))
      return true;
    if (token?.kind === 'word' && !token.cap && !/^(at|all|of|the|on|as)$/.test(token.text))
      return false;
  }
  return false;
}

/**
 * Matches an agency or a base: "Department of Corrections facilities", "Fort Dunmore" or "VFW Post
 * 8812".
 */
export function isAgency(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (!token?.cap || next === undefined) return false;
  if (/^(department|division|bureau|office)$/.test(token.text))
    return next.text === 'of' && !isAuthor(tokens, at) && !isSpeaker(tokens, at);
  // "Sgt. Cole Webb of Fort Knox" is a person.
  const isHome = tokens[at - 1]?.text === 'of' && tokens[at - 2]?.cap === true;
  if (/^(fort|camp)$/.test(token.text)) return next.cap && !isHome;
  return token.text === 'post' && next.kind === 'number';
}

/**
 * Matches the author of a document: "Office of the Governor", "from the Department of
 * Administration".
 */
function isAuthor(tokens: readonly Token[], at: number): boolean {
  const [first, second] = [tokens[at + 2]?.text ?? '', tokens[at + 3]?.text ?? ''];
  if (/^(governor|gov)$/.test(first === 'the' ? second : first)) return true;
  const before = tokens[at - 1]?.text === 'the' ? at - 2 : at - 1;
  return /^(from|by)$/.test(tokens[before]?.text ?? '');
}

/** Matches an agency that makes a statement: "the Department of Administration has confirmed". */
function isSpeaker(tokens: readonly Token[], at: number): boolean {
  const end = endOfPlace(tokens, at, at + NAME_MAX);
  const verb = /^(has|have)$/.test(tokens[end]?.text ?? '') ? end + 1 : end;
  return /^(said|says|announced|announces|confirmed|confirms|reported|reports|asked|asks|advised|advises)$/.test(
    tokens[verb]?.text ?? '',
  );
}

/** Maximum number of words in the name of an agency. */
const NAME_MAX = 10;

/** Matches an agency that owns the flags: "Postal Service flags", "Forest Service facilities". */
export const isOwner = (tokens: readonly Token[], at: number): boolean =>
  /^(service|bureau|guard|corps|administration)$/.test(tokens[at]?.text ?? '') &&
  tokens[at]?.cap === true &&
  tokens[at - 1]?.cap === true &&
  (!tokens[at]?.upper || /^(postal|forest|park|parks)$/.test(tokens[at - 1]?.text ?? '')) &&
  /^(flags?|facilit(y|ies)|buildings?|installations?|offices?|flagpoles?)$/.test(
    tokens[at + 1]?.text ?? '',
  );

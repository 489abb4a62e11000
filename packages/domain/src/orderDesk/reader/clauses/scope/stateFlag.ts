import { stateAt } from '../../places/states.ts';
import type { Token } from '../../text/token.ts';
import type { Clause, Document } from '../document/document.ts';
import type { Draft } from '../drafts/draft.ts';
import { isOtherFlag } from '../notOrders/otherFlags.ts';

/**
 * Whether an order is only for a state's own flag, as in "ordered the Maryland flag lowered".
 * Returns `unclear` for "ordered Texas flags lowered", which may mean all flags in Texas.
 */
export function isStateFlagOnly(
  { tokens, clauses }: Document,
  draft: Draft,
  isOnly: boolean,
): boolean | 'unclear' {
  const first = draft.order ?? draft.clauses[0];
  if (!first) return false;
  // "Governor Orders Flags to Half-Staff" leaves open which flags the sentence below it means.
  const order = first.sentence.isHeading ? (bodyOf(draft) ?? first) : first;
  const index = clauses.indexOf(order);
  const near = clauses.slice(Math.max(0, index - BEFORE_MAX), index).reverse();
  let isStates = false;
  let isPlural = false;
  // The sentence before may say which flag is meant: "the flag of the Commonwealth of Virginia".
  for (const { sentence } of [order, ...near.filter(({ mentions }) => mentions.length > 0)]) {
    for (let at = sentence.from; at < sentence.to; at++) {
      const word = tokens[at]?.text;
      if (word !== 'flag' && word !== 'flags') continue;
      // For example: "FLAG STATUS ALERT"
      if (/^(status|alert|order|notice|notification|update)$/.test(tokens[at + 1]?.text ?? ''))
        continue;
      if (isOtherFlag(tokens, at)) continue;
      // "Iowa flags" may be all flags in Iowa, but "the Iowa flag" is only one of them.
      if (word === 'flags' && !isNamed(tokens, at)) return false;
      if (isOfState(tokens, at)) isStates = true;
      else if (tokens[at - 1]?.text !== 'the' || tokens[at + 1]?.text === 'of') return false;
      if (word === 'flags') isPlural = true;
    }
    if (isStates) break;
  }
  const own = (isOnly ? clauses : [...draft.headings, ...draft.clauses]).filter(
    (clause) => !clause.isRule && !clause.isForeign && !raisesNationOnly(tokens, clause),
  );
  if (!isStates || own.some(({ sentence: { from, to } }) => namesNation(tokens, from, to)))
    return false;
  return isPlural ? 'unclear' : true;
}

/** Returns the first sentence of an order below its title; undefined if there is none. */
const bodyOf = ({ clauses }: Draft): Clause | undefined =>
  clauses.find(
    ({ sentence, mentions }) =>
      !sentence.isHeading && mentions.some(({ mode }) => mode === 'order'),
  );

/** How many sentences before an order are searched to find out which flag "the flag" means. */
const BEFORE_MAX = 3;

/**
 * Matches "flags" directly after a state's name, which may mean the state flag: "Texas flags", but
 * not "all flags of Texas".
 */
const isNamed = (tokens: readonly Token[], flags: number): boolean =>
  [1, 2, 3].some((back) => stateAt(tokens, flags - back)?.to === flags);

/**
 * Matches a state's own flag: "the Maryland flag", "the Maryland state flag", "the flag of the
 * State of Iowa".
 */
function isOfState(tokens: readonly Token[], flag: number): boolean {
  if (tokens[flag + 1]?.text === 'of') {
    for (let at = flag + 2; at < flag + 6; at++) if (stateAt(tokens, at)) return true;
    return false;
  }
  const before = tokens[flag - 1]?.text ?? '';
  if (before === 'state' || before === 'commonwealth') return true;
  for (let at = flag - 1; at >= flag - 3; at--) {
    const state = stateAt(tokens, at);
    if (state && !state.short && (state.to === flag || tokens[flag - 1]?.text === "'s"))
      return true;
  }
  return false;
}

/**
 * Matches "The U.S. flag returns to full-staff", which shows that the order is not for that flag.
 */
const raisesNationOnly = (
  tokens: readonly Token[],
  { mentions, sentence: { from, to } }: Clause,
): boolean =>
  mentions.length > 0 &&
  mentions.every(({ position }) => position === 'full') &&
  !tokens.slice(from, to).some(({ text }) => /^(and|flags|all|both)$/.test(text));

/** Whether a range of tokens mentions the flag of the United States. */
function namesNation(tokens: readonly Token[], from: number, to: number): boolean {
  let isNational = false;
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (/^(stripes|glory|colors)$/.test(word)) return true;
    if (/^(u\.s\.|us|american|national|nation)$/.test(word)) isNational = true;
    if (word === 'united' && tokens[at + 1]?.text === 'states') isNational = true;
    if (/^flags?$/.test(word) && isNational) return true;
  }
  for (let at = from; at < to; at++)
    if (/^flags?$/.test(tokens[at]?.text ?? '') && tokens[at + 1]?.text === 'of')
      for (let i = at + 2; i < at + 4; i++) if (tokens[i]?.text === 'united') return true;
  return false;
}

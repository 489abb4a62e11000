import type { Clause, Document } from '../clauses/document/document.ts';
import type { Draft } from '../clauses/drafts/draft.ts';
import { hasOnlyOtherFlags } from '../clauses/notOrders/otherFlags.ts';
import { deniesOrder, keepsUp, officeDenied } from '../clauses/notOrders/vetoes.ts';
import { isStateFlagOnly } from '../clauses/scope/stateFlag.ts';
import type { Sentence } from '../sentences/sentences.ts';
import { isCode } from './legalCode.ts';

/**
 * Removes drafts that turn out not to be orders, for example because the text denies or only plans
 * them.
 */
export function withoutFalseOrders(document: Document, drafts: readonly Draft[]): Draft[] {
  const { tokens, clauses } = document;
  const denials =
    drafts.length > 0 ? clauses.filter((one) => deniesOrder(tokens, one.sentence)) : [];
  const kept = clauses.filter(({ sentence }) => keepsUp(tokens, sentence));
  return drafts.filter(
    (draft, i) =>
      !kept.some(({ sentence }) => isAboutDraft(drafts, i, sentence)) &&
      !isCode(document, draft) &&
      !endsAsPlanned(document, draft) &&
      !isRefuted(document, denials, draft) &&
      !isUnsigned(document, draft) &&
      !isTitleOfOthers(document, draft) &&
      !isListOfDays(document, draft) &&
      isStateFlagOnly(document, draft, drafts.length === 1) !== true,
  );
}

/**
 * Whether a sentence can be about the order at `index`. True if no other order comes between that
 * order and the sentence, or if the sentence precedes all orders.
 */
function isAboutDraft(drafts: readonly Draft[], index: number, { from }: Sentence): boolean {
  const starts = drafts.map(({ clauses: [first] }) => first?.sentence.from ?? 0);
  const last = starts.findLastIndex((start) => start <= from);
  return last === -1 || last === index;
}

/**
 * Matches a rumor: one sentence says that flags are at half-staff, but the text denies that there
 * is an order.
 */
function isRefuted(
  { tokens }: Document,
  all: readonly Clause[],
  { order, clauses: own, headings }: Draft,
): boolean {
  // "The President has not ordered flags lowered" and "no federal order has been issued" do not
  // refute a governor's order.
  const above = headings.filter(({ supports, sentence }) => supports && !sentence.isHeading);
  const offices = new Set(
    [...above, ...own].flatMap(({ parties }) => parties.map(({ party }) => party)),
  );
  const denials = all.filter(({ parties, sentence }) => {
    const denied = [...parties.map(({ party }) => party), ...officeDenied(tokens, sentence)];
    return denied.length === 0 || offices.size === 0 || denied.some((party) => offices.has(party));
  });
  const first = own[0]?.sentence.from ?? 0;
  // "The Governor has not ordered flags lowered. An email announced half-staff until May 5." has no
  // order.
  const isOnlyHearsay = [...above, ...own].every(({ parties }) => parties.length === 0);
  return denials.some(
    (denial) =>
      !own.includes(denial) &&
      (isOnlyHearsay ||
        denial.sentence.from > first ||
        (order === null && denial.mentions.length > 0)),
  );
}

/**
 * Matches a reminder of the planned end, which does not change the order: "Flags are to return to
 * full-staff at sunset on Thursday, as scheduled."
 */
const endsAsPlanned = ({ tokens }: Document, { clauses: own, isReturn, order }: Draft): boolean =>
  own.some(
    ({ sentence: { from, to }, mentions }) =>
      (isReturn || (order === null && mentions.some(({ position }) => position === 'full'))) &&
      tokens.slice(from, to).some(({ text }, i) => {
        if (text !== 'as') return false;
        const at = from + i;
        const verb = /^(previously|originally|already)$/.test(tokens[at + 1]?.text ?? '')
          ? at + 2
          : at + 1;
        const isPlanned = /^(scheduled|planned|expected)$/.test(tokens[verb]?.text ?? '');
        // In "on Tuesday and not until Thursday as originally scheduled", the order ends early.
        const isNegated = tokens
          .slice(Math.max(from, at - NOT_MAX), at)
          .some((one) => one.text === 'not');
        return isPlanned && !isNegated;
      }),
  );

/**
 * Maximum number of words from "not" to "as scheduled", as in "not until Thursday as originally
 * scheduled".
 */
const NOT_MAX = 8;

/**
 * Matches a headline such as "Governor orders flags lowered" above a text that is only about other
 * flags: "… has ordered the POW/MIA flag flown at half-staff".
 */
function isTitleOfOthers({ tokens, clauses }: Document, { clauses: own }: Draft): boolean {
  const last = own.at(-1);
  if (!last || !own.every(({ sentence }) => sentence.isHeading)) return false;
  const next = clauses
    .slice(clauses.indexOf(last) + 1)
    .find(({ sentence, mentions }) => !sentence.isHeading && mentions.length > 0);
  return next !== undefined && hasOnlyOtherFlags(tokens, next.sentence);
}

/**
 * Matches an order that has not been signed yet: "An order lowering flags … is awaiting her
 * signature".
 */
const isUnsigned = ({ tokens }: Document, { clauses: own }: Draft): boolean =>
  own.some(({ sentence: { from, to } }) =>
    tokens
      .slice(from, to)
      .some(
        ({ text }, i) =>
          /^(awaits|awaiting|pending)$/.test(text) &&
          [1, 2, 3].some((next) =>
            /^(signature|approval)$/.test(tokens[from + i + next]?.text ?? ''),
          ),
      ),
  );

/**
 * Matches a list of annual half-staff days, which is not an order: "May 15 - Peace Officers
 * Memorial Day - half-staff" above "December 7 - Pearl Harbor Remembrance Day - half-staff".
 */
function isListOfDays({ tokens, clauses }: Document, { order, clauses: own }: Draft): boolean {
  if (order !== null || own.some(({ parties }) => parties.length > 0)) return false;
  const names = new Set<string>();
  for (const {
    mentions,
    sentence: { from, to },
  } of clauses) {
    if (!mentions.some(({ position, mode }) => position === 'half' && mode === 'state')) continue;
    for (let at = from + 1; at < to; at++)
      if (tokens[at]?.text === 'day' && tokens[at]?.cap && tokens[at - 1]?.cap)
        names.add(`${tokens[at - 2]?.text} ${tokens[at - 1]?.text}`);
  }
  return names.size > 1;
}

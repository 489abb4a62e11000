import type { CivilDate } from '../../../../time/civilDate.ts';
import { plainReasonIn, reasonIn } from '../../parties/reasons.ts';
import { reachOf } from '../../places/reach.ts';
import { eventAt } from '../../when/events.ts';
import type { Clause, Document } from '../document/document.ts';
import { isPerfect, ordersIn } from '../drafts/ordersIn.ts';
import { wasOrderedBefore } from '../period/dayOfOrdering.ts';
import { amendsAny, endDateIn } from './formerEnds.ts';

/**
 * Maximum number of sentences from the mention of an earlier order to the order that changes it.
 */
const LATER_MAX = 40;

/**
 * Marks sentences as recitals if they report the earlier order that the document changes.
 * Otherwise, the dates of the earlier order would be read as the dates of the new one: "On May 1, I
 * ordered … until sunset on May 9. I hereby amend that order …".
 */
export function markFormerOrders(document: Document): void {
  const { tokens, clauses } = document;
  let isAmending: boolean | null = null;
  for (const [index, clause] of clauses.entries()) {
    const { sentence, mentions, isForeign, isQuoted, isRecital } = clause;
    if (mentions.length === 0 || sentence.isHeading || isForeign || isQuoted || isRecital) continue;
    if (mentions.every(({ position }) => position === 'full')) continue;
    // Most orders are being given now. Looking for an amendment in the whole document takes longer.
    const order = mentions.find(({ mode }) => mode === 'order');
    const isCandidate = isAmended(document, clause) || (order && !isPerfect(tokens, order));
    if (!isCandidate) continue;
    isAmending ??= amendsAny(document);
    const isFormer =
      (isAmending && isAmended(document, clause)) ||
      (isEarlier(document, clause, isAmending) && !hasOtherOffice(clause));
    const end = isFormer ? (endDateIn(document, sentence) ?? openEndIn(document, clause)) : null;
    if (end === null) continue;
    const isSure = isAmending;
    const isReplaced = clauses
      .slice(index + 1, index + 1 + LATER_MAX)
      .some(
        (later) =>
          isOfSameOffice(clause, later) &&
          (isSure || isForSame(document, clause, later)) &&
          givesNewEnd(document, later, end, isSure),
      );
    if (isReplaced) clause.isRecital = true;
  }
}

/** Whether a sentence reports an order that was given before the document was written. */
function isEarlier({ tokens, issued }: Document, clause: Clause, isAmending: boolean): boolean {
  const { sentence, mentions } = clause;
  const order = mentions.find(({ mode }) => mode === 'order');
  if (!order || isPerfect(tokens, order)) return false;
  const days = new Set(issued.map(({ date }) => date));
  const [day] = days;
  if (day === undefined) return isAmending && wasOrderedBefore(tokens, sentence, mentions, LATEST);
  return days.size === 1 && wasOrderedBefore(tokens, sentence, mentions, day);
}

/** A date after that of any document. */
const LATEST = '9999-12-31' as CivilDate;

/** Whether a sentence mentions more than one authority, such as the President and a governor. */
const hasOtherOffice = ({ parties }: Clause): boolean =>
  new Set(parties.map(({ party }) => party)).size > 1;

/**
 * Matches an amended order together with its original end: "Executive Order 12, which lowered flags
 * until sunset on May 9, is amended."
 */
const isAmended = ({ tokens }: Document, { sentence: { from, to } }: Clause): boolean => {
  const last = tokens[to - 1]?.text === '.' ? to - 2 : to - 1;
  return (
    /^(amended|modified|revised)$/.test(tokens[last]?.text ?? '') &&
    /^(is|hereby|been)$/.test(tokens[last - 1]?.text ?? '') &&
    tokens.slice(from, last).some(({ text }) => /^(order|proclamation|directive)$/.test(text))
  );
};

/**
 * Whether two sentences may be about orders from the same authority. If the later sentence mentions
 * no authority, the earlier one may mention any authority except the President.
 */
const isOfSameOffice = ({ parties: former }: Clause, { parties: later }: Clause): boolean =>
  later.length === 0
    ? former.every(({ party }) => party !== 'president')
    : former.length === 0 ||
      former.some(({ party }) => later.some((other) => other.party === party));

/** Whether a later order may be for the same person and area as an earlier order. */
function isForSame({ tokens }: Document, { sentence }: Clause, later: Clause): boolean {
  const reason = reasonIn(tokens, later.sentence) ?? plainReasonIn(tokens, later.sentence);
  const former = new Set(tokens.slice(sentence.from, sentence.to).map(({ text }) => text));
  const isNamed =
    reason === null ||
    tokens
      .slice(reason.from, reason.to)
      .every(({ cap, kind, text }) => !cap || kind !== 'word' || former.has(text));
  const { buildings, local, special } = reachOf(tokens, later.sentence, later.topicAt);
  return isNamed && local === null && (buildings || special === null);
}

/**
 * The value that stands for the end of an earlier order if the order ends with an event instead of
 * on a date, as in "until the interment of".
 */
const OPEN = 'open';

const openEndIn = ({ tokens }: Document, { sentence: { from, to } }: Clause): typeof OPEN | null =>
  tokens.slice(from, to).some((_, i) => eventAt(tokens, from + i) !== null) ? OPEN : null;

/** Matches an order that keeps flags lowered: "Flags shall remain at half-staff". */
const keepsLowered = ({ tokens }: Document, { mentions }: Clause): boolean =>
  mentions.some(
    ({ from, position }) =>
      position === 'half' &&
      [1, 2].some((back) => /^(remain|stay|continue)$/.test(tokens[from - back]?.text ?? '')),
  );

/** Whether a sentence changes the end of an earlier order instead of giving a separate order. */
function givesNewEnd(
  document: Document,
  clause: Clause,
  former: CivilDate | typeof OPEN,
  isAmending: boolean,
): boolean {
  const { tokens } = document;
  const { sentence, mentions } = clause;
  const { from, to } = sentence;
  if (clause.isForeign || clause.isQuoted || clause.isRecital || clause.isPast) return false;
  const order = ordersIn(document, clause);
  const isStated = mentions.some(({ mode }) => mode === 'order' || mode === 'state');
  if (order === null && !(isAmending && isStated)) return false;
  // For example: "IT IS HEREBY" above "ORDERED: That …"
  const isNow =
    isAmending ||
    (former === OPEN && keepsLowered(document, clause)) ||
    tokens[from]?.text === 'ordered' ||
    tokens.slice(from, to).some(({ text }) => /^(hereby|now|instead|therefore|today)$/.test(text));
  const end = isNow ? endDateIn(document, sentence) : null;
  return end !== null && end !== former;
}

import type { Authority, OrderKind } from '../../../../halfStaff/orders/order.ts';
import { limitIn } from '../../limits/limitIn.ts';
import { type Reach, reachOf } from '../../places/reach.ts';
import { stateAt } from '../../places/states.ts';
import { statesIn } from '../../places/statesIn.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import type { Mention } from '../../words/mentions.ts';
import { positionAt } from '../../words/positions.ts';
import type { Clause, Document } from '../document/document.ts';
import { type Evidence, type EvidenceDate, evidenceIn } from '../period/evidence.ts';
import { type Period, periodOf } from '../period/period.ts';
import type { Details } from './details.ts';
import { labelOf } from './labelOf.ts';

/** A value and the sentence that states it. */
export interface Stated<T> {
  value: T;
  sentence: Sentence;
}

/** The sentences about one order, and the details that they state. */
export interface OrderGroup {
  sentences: Sentence[];
  firstHeading: Sentence | null;
  kind: Stated<OrderKind> | null;
  authority: Stated<Authority> | null;
  scope: Stated<{ kind: 'all' } | { kind: 'states'; states: string[] }> | null;
  narrower: { from: number; to: number; sentence: Sentence } | null;
  reason: { from: number; to: number; sentence: Sentence } | null;
  evidence: Evidence[];
  exceptions: Sentence[];
  /** The sentence that ends an order early; null if there is none. */
  endsEarly: Sentence | null;
  /** The sentence that orders flags to remain at half-staff; null if there is none. */
  remains: Sentence | null;
  /** The sentences that say that flags stay at half-staff until a given time. */
  stays: Sentence[];
  /** Whether the text contains only one order. */
  isOnly: boolean;
  /** Whether the text says only that the order is in effect, not when it started. */
  isCurrent: boolean;
}

/** An order while its sentences are being collected. */
export interface Draft {
  clauses: Clause[];
  headings: Clause[];
  /** The sentence that gives the order; null if the text only announces the order. */
  order: Clause | null;
  evidence: Evidence[];
  /**
   * The cached period of the order, and the number of statements that it was computed from; null if
   * it has not been computed yet.
   */
  period: { size: number; value: Period } | null;
  exceptions: Sentence[];
  states: Set<string>;
  /**
   * Whether the text only says that flags in one place are at full-staff: "Flags in Kentucky are at
   * full-staff".
   */
  isElsewhere: boolean;
  reaches: { reach: Reach; limit: ReturnType<typeof limitIn>; sentence: Sentence }[];
  label: string | null;
  isReturn: boolean;
  /**
   * Whether the text only recalls this order before giving a new order for another person: "I
   * directed … in honor of Judge Roe. I now direct …".
   */
  isFormer: boolean;
  /** Whether the order is a full-staff day within the period of another order. */
  isException: boolean;
  /**
   * For a full-staff exception or an additional day, the order in the same text that supplies its
   * authority and scope; otherwise null.
   */
  lender: Draft | null;
  kind: 'half' | 'full';
}

/** Maximum number of sentences about one order. */
const CLAUSES_MAX = 60;

/**
 * Returns what one sentence says about an order.
 * @param order the position that the sentence orders; null if it gives no order
 */
export function draftOf(
  document: Document,
  clause: Clause,
  order: Mention | null,
  before: EvidenceDate,
  details: Details = { kind: 'half', weak: false },
): Draft {
  const { tokens } = document;
  const { sentence, mentions, topicAt } = clause;
  const evidence = (kind: OrderKind): Evidence[] =>
    evidenceIn(
      {
        tokens,
        resolve: document.resolve,
        before,
        kind,
        asked: details.asked ?? null,
        behindDateline: document.behindDateline(sentence),
      },
      sentence,
      mentions,
      details.weak,
    );
  const isEnd = endsOrder(tokens, sentence);
  const isFull =
    !isEnd &&
    (order?.position ?? mentionOf(clause)?.position) === 'full' &&
    (order !== null || details.kind === 'full');
  const isReturn =
    isEnd ||
    (isFull &&
      goesBack(tokens, sentence, order ?? mentionOf(clause)) &&
      !(isWhole(evidence('full')) && !isBareReturn(tokens, sentence, evidence('full'))));
  const kind = isEnd || (isFull && isReturn) ? 'half' : isFull ? 'full' : details.kind;
  const states = new Set(statesIn(tokens, sentence, topicAt).map(({ code }) => code));
  return {
    clauses: [clause],
    headings: [],
    order: order ? clause : null,
    evidence: evidence(kind),
    period: null,
    exceptions: [],
    states,
    isElsewhere:
      order === null &&
      mentions.length > 0 &&
      mentions.every(({ position }) => position === 'full') &&
      !goesBack(tokens, sentence, mentions[0]),
    reaches: [areaOf(tokens, clause, behindTitle(document, clause, order))],
    label: placeLabelOf(document, clause),
    isReturn,
    isFormer: false,
    isException: false,
    lender: null,
    kind,
  };
}

/**
 * Returns what a sentence says about the places where flags are lowered.
 * @param from index of the first token after the sentence's title
 */
export function areaOf(
  tokens: Document['tokens'],
  { sentence, mentions, topicAt }: Clause,
  from = sentence.from,
): Draft['reaches'][number] {
  const ordered = { ...sentence, from };
  return {
    reach: reachOf(tokens, ordered, topicAt),
    limit: limitIn(tokens, ordered, mentions, topicAt),
    sentence,
  };
}

/**
 * Matches a return to full-staff on a date without a time of day: "should be returned to full-staff
 * on Sunday, November 8". Such a phrase is the end of an order, not a full-staff exception.
 */
const isBareReturn = (
  tokens: Document['tokens'],
  { from, to }: Sentence,
  evidence: readonly Evidence[],
): boolean =>
  evidence.every(({ hasHour }) => !hasHour) &&
  tokens.slice(from, to).some(({ text }) => /^(return|returned|returns|returning)$/.test(text)) &&
  !tokens
    .slice(from, to)
    .some(({ text }) => /^(for|only|day|honor|celebrat(e|ion)|recognition|observance)$/.test(text));

/**
 * Maximum number of words between "order" and its verb, as in "the half-staff order for Officer
 * Trent will end".
 */
const SUBJECT_MAX = 12;

/**
 * Matches a sentence that says when an order ends: "the half-staff order for Officer Trent will end
 * at sunset".
 */
function endsOrder(tokens: Document['tokens'], { from, to }: Sentence): boolean {
  const isEarly = tokens
    .slice(from, to)
    .some(
      ({ text }, i) =>
        /^(earlier|early|sooner|instead)$/.test(text) ||
        (text === 'now' && /^(end|ends|expire|expires)$/.test(tokens[from + i + 1]?.text ?? '')),
    );
  for (let at = from; isEarly && at < to; at++) {
    const position = positionAt(tokens, at);
    if (position?.position !== 'half' || !/^(order|period)$/.test(tokens[position.to]?.text ?? ''))
      continue;
    // For example: "has ended the half-staff order early"
    if (/^(ended|ends|ending)$/.test(tokens[at - 2]?.text ?? '')) return true;
    for (let i = position.to; i < Math.min(to, position.to + SUBJECT_MAX); i++) {
      const isVerb = /^(end|ends|expire|expires|conclude|concludes)$/.test(tokens[i]?.text ?? '');
      if (isVerb) return true;
    }
  }
  return false;
}

/**
 * Matches a return to the previous position: "be returned to full-staff", "resume flying at
 * full-staff".
 */
export function goesBack(
  tokens: Document['tokens'],
  { from }: Sentence,
  mention: Mention | undefined,
): boolean {
  if (!mention) return false;
  for (let at = mention.from - 1; at >= from; at--) {
    if (
      /^(return|returned|returns|returning|raised|raise|raises|raising|resume|resumes|restore|restored|back)$/.test(
        tokens[at]?.text ?? '',
      )
    )
      return true;
  }
  return false;
}

/** Maximum number of tokens in a title before a colon, as in "The flag on the green:". */
const TITLE_MAX = 10;

/**
 * Returns the index of the token after a title such as "The flag on the green: Governor Poe has
 * ordered all flags lowered". The place in the title does not limit the order.
 */
function behindTitle(
  { tokens }: Document,
  { sentence: { from } }: Clause,
  order: Mention | null,
): number {
  if (order === null) return from;
  let hasFlag = false;
  for (let at = from; at < Math.min(order.verb, from + TITLE_MAX); at++) {
    const word = tokens[at]?.text ?? '';
    if (/^(flag|flagpole|pole)$/.test(word)) hasFlag = true;
    if (word === ':')
      return hasFlag && tokens.slice(at, order.from).some(({ text }) => text === 'flags')
        ? at + 1
        : from;
  }
  return from;
}

/**
 * Returns the state or country named before a colon at the beginning of a sentence, as in
 * "Arkansas: By order of …".
 */
function placeLabelOf({ tokens }: Document, { sentence }: Clause): string | null {
  const first = tokens[sentence.from];
  const isPlace =
    stateAt(tokens, sentence.from) !== null ||
    /^(all|national|nationwide|federal)$/.test(first?.text ?? '');
  return isPlace ? labelOf(tokens, sentence) : null;
}

/** Returns the first phrase in a sentence that says what position flags are in. */
export const mentionOf = ({ mentions }: Clause): Mention | undefined =>
  mentions.find(({ mode }) => mode === 'state');

/**
 * Whether the text states both a start and an end for a full-staff order. The order then applies
 * only to that period.
 */
export function isWhole(evidence: readonly Evidence[]): boolean {
  // A date whose year is unclear still counts as a date.
  const has = (field: Evidence['field']): boolean =>
    evidence.some((one) => one.field === field && one.kind !== 'now' && one.date === 'unknown');
  if (has('start') && has('end')) return true;
  const { starts, ends } = periodOf(evidence, { isCurrent: false });
  return starts !== null && ends !== null && starts.value.kind !== 'immediately';
}

/** Adds the content of another draft to a draft of the same order. */
export function join(draft: Draft, other: Draft): void {
  if (draft.clauses.length >= CLAUSES_MAX) return;
  draft.clauses.push(...other.clauses);
  draft.evidence.push(...other.evidence);
  draft.reaches.push(...other.reaches);
  if (!other.isElsewhere) for (const state of other.states) draft.states.add(state);
  draft.order ??= other.order;
  draft.exceptions.push(...other.exceptions);
}

/**
 * Returns the period stated in the sentences that give an order. Ignores headings and sentences
 * that only add details.
 */
export function ownPeriodIn({ clauses, evidence }: Draft): Period {
  const own = new Set(
    clauses
      .filter(({ mentions }) => mentions.some(({ mode }) => mode === 'order'))
      .map(({ sentence }) => sentence),
  );
  return periodOf(
    evidence.filter(({ sentence }) => own.has(sentence) && !sentence.isHeading),
    { isCurrent: false },
  );
}

/**
 * If a document contains several orders, removes dates that one order got from a summary but that
 * belong to another order: "Flags will be at half-staff on Thursday and Friday" above two one-day
 * orders. Skips orders whose own sentences do not state both a start and an end.
 */
export function withoutSummaries(drafts: readonly Draft[]): void {
  if (drafts.length < 2) return;
  for (const draft of drafts) {
    const { starts, ends } = ownPeriodIn(draft);
    if (!starts || !ends || !('date' in ends.value)) continue;
    const last = ends.value.date;
    const first = 'date' in starts.value ? starts.value.date : '';
    const own = new Set(
      draft.clauses
        .filter(({ mentions }) => mentions.some(({ mode }) => mode === 'order'))
        .map(({ sentence }) => sentence),
    );
    const isOutside = ({ date, kind, field, sentence }: Evidence): boolean => {
      if (own.has(sentence)) return false;
      if (field === 'day' && kind === 'vague') return true;
      return date !== null && /^\d/.test(date) && (date < first || date > last);
    };
    draft.evidence = draft.evidence.filter((one) => !isOutside(one));
    draft.period = null;
  }
}

/** Returns the period that follows from the evidence collected in a draft so far. */
export function periodIn(draft: Draft): Period {
  if (draft.period?.size !== draft.evidence.length)
    draft.period = {
      size: draft.evidence.length,
      value: periodOf(draft.evidence, { isCurrent: false }),
    };
  return draft.period.value;
}

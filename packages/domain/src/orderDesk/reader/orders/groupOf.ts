import type { CivilDate } from '../../../time/civilDate.ts';
import { authorityOf } from '../clauses/authority/authorityOf.ts';
import type { Clause, Document } from '../clauses/document/document.ts';
import type { Draft, OrderGroup } from '../clauses/drafts/draft.ts';
import { remainsIn, staysIn } from '../clauses/drafts/remains.ts';
import { isCurrently } from '../clauses/drafts/sentenceKinds.ts';
import { wasOrderedBefore } from '../clauses/period/dayOfOrdering.ts';
import { type Evidence, evidenceIn } from '../clauses/period/evidence.ts';
import { customOfMemorialDay } from '../clauses/period/memorialDay.ts';
import { withFullName } from '../clauses/reason/fullNames.ts';
import { reasonOf } from '../clauses/reason/reasonOf.ts';
import { limitBeside } from '../clauses/scope/coverage.ts';
import { narrowerOf } from '../clauses/scope/narrowerOf.ts';
import { isNational, scopeOf } from '../clauses/scope/scopeOf.ts';
import { isStateFlagOnly } from '../clauses/scope/stateFlag.ts';
import { listOfPlaces } from '../limits/placeLists.ts';
import type { Sentence } from '../sentences/sentences.ts';
import { datePhraseAt } from '../when/datePhrases.ts';
import { pointsIn } from '../when/points.ts';

/** Returns an order with all fields that are stated in the sentences about it. */
export function groupOf(document: Document, draft: Draft, drafts: readonly Draft[]): OrderGroup {
  const { clauses, headings, order, evidence } = draft;
  const [first] = clauses;
  const sentence = (order ?? first)?.sentence ?? { from: 0, to: 0, paragraph: 0, isHeading: false };
  // A date above a list of orders does not apply to each of them.
  const isListed = drafts.length > 1 && evidence.some(({ date }) => /^\d/.test(date ?? ''));
  // A title must not stand in for days that a sentence states in a form that is not read.
  const titles = isListed || hasUnreadDays(document, clauses) ? [] : headings;
  const headingEvidence = titles.flatMap((clause) =>
    evidenceIn(
      {
        tokens: document.tokens,
        resolve: document.resolve,
        before: null,
        kind: draft.kind,
        asked: null,
        behindDateline: document.behindDateline(clause.sentence),
      },
      clause.sentence,
      clause.mentions,
      false,
    ),
  );
  // "Flags at half-staff today" above an order does not say that today is the only day.
  const ofTitles = headingEvidence.filter(({ written }) => written?.kind !== 'today');
  const ofText = [...evidence, ...ofTitles].map((one) => withDayOfEvent(document, one));
  const authority = authorityOf(document, draft.lender ?? draft, drafts.length === 1);
  const isOfNation = clauses.some((clause) => isNational(document, clause));
  const narrower =
    narrowerOf(
      document,
      draft.lender ? { ...draft, reaches: [...draft.reaches, ...draft.lender.reaches] } : draft,
      authority?.value ?? null,
      isOfNation,
    ) ??
    (isOfNation ? null : limitBeside(document, draft, drafts, authority?.value === 'president'));
  const reason = withFullName(document, reasonOf(document, draft, drafts));
  const value = authority?.isDoubtful ? null : authority?.value;
  // "Flags be raised to full-staff immediately. They return to half-staff at sunrise on May 6."
  // describes an exception.
  const isException = draft.isReturn && clauses.some((clause) => goesDown(document, clause));
  const kind = isException ? 'full' : draft.kind;
  return {
    sentences: clauses.map((clause) => clause.sentence),
    firstHeading: headings[0]?.sentence ?? null,
    kind: isStateFlagOnly(document, draft, drafts.length === 1) ? null : { value: kind, sentence },
    authority:
      authority && value && value !== 'other' ? { value, sentence: authority.sentence } : null,
    scope: narrower ? null : scopeOf(document, draft, authority, drafts),
    narrower: narrower && {
      ...narrower,
      ...listOfPlaces(document.tokens, narrower, narrower.sentence),
    },
    reason,
    evidence: isException ? [] : [...ofText, ...customOfMemorialDay(document, ofText)],
    exceptions: draft.exceptions,
    endsEarly: draft.isReturn && !isException ? sentence : null,
    remains: remainsIn(document, order) ?? staysIn(document, clauses),
    stays: clauses
      .filter((clause) => staysUntil(document, clause) || isLoweredUntil(document, clause))
      .map((clause) => clause.sentence),
    isOnly: drafts.length === 1,
    isCurrent:
      !clauses.some((clause) => staysUntil(document, clause)) &&
      (draft.isFormer ||
        clauses.some(
          (clause) => isCurrently(document, clause) || wasOrderedEarlier(document, clause),
        )),
  };
}

/**
 * Whether a sentence gives only possible or tentative days for lowering flags: "Flags may be
 * lowered as early as May 8", "Flags are tentatively to be lowered on May 9".
 */
const hasUnreadDays = ({ tokens, clauses }: Document, own: readonly Clause[]): boolean =>
  clauses.some(
    (clause) =>
      !clause.isRule &&
      !clause.isPast &&
      !clause.isForeign &&
      !clause.sentence.isHeading &&
      !own.includes(clause) &&
      clause.mentions.length > 0 &&
      clause.mentions.every(({ mode, position }) => mode === 'none' && position !== 'full') &&
      pointsIn(tokens, clause.sentence.from, clause.sentence.to).some(({ date }) => date !== null),
  );

/** Matches flags that are lowered again after an exception: "should return to half-staff". */
const goesDown = ({ tokens }: Document, { mentions }: Clause): boolean =>
  mentions.some(
    ({ position, from }) =>
      position === 'half' &&
      [1, 2, 3, 4].some((back) =>
        /^(return|returned|returns|resume|back|again)$/.test(tokens[from - back]?.text ?? ''),
      ),
  );

/**
 * Matches flags that keep their position: "are currently at half-staff and will remain so until
 * sunset on May 9".
 */
const staysUntil = ({ tokens }: Document, { sentence: { from, to }, mentions }: Clause): boolean =>
  mentions.every(({ position }) => position !== 'full') &&
  tokens
    .slice(from, to)
    .some(
      ({ text }, i) =>
        /^(remain|stay|continue)$/.test(text) &&
        /^(will|to|should|shall|must)$/.test(tokens[from + i - 1]?.text ?? ''),
    );

/** Matches an order with its end: "shall be flown at half-staff until sunset on May 9". */
const isLoweredUntil = ({ tokens }: Document, { sentence: { to }, mentions }: Clause): boolean =>
  mentions.some(
    ({ position, mode, from }) =>
      position !== 'full' &&
      (mode === 'order' || mode === 'state') &&
      tokens.slice(from, to).some(({ text }) => text === 'until'),
  );

/**
 * Matches an earlier order: "On Oct. 20, the Governor ordered …" in a document dated Oct. 27.
 */
function wasOrderedEarlier({ tokens, issued }: Document, clause: Clause): boolean {
  const days = new Set(issued.map(({ date }) => date));
  const [day] = days;
  return (
    days.size === 1 &&
    day !== undefined &&
    wasOrderedBefore(tokens, clause.sentence, clause.mentions, day)
  );
}

/**
 * If a sentence refers to the day of a ceremony in the recitals ("on the day of his funeral, that
 * being the date recited above"), returns that day. Null if the recitals state no such day, or more
 * than one.
 */
function recitedDayOf({ tokens, clauses, resolve }: Document, own: Sentence): CivilDate | null {
  const words = tokens.slice(own.from, own.to).map(({ text }) => text);
  const isAbove = words.some(
    (word, i) =>
      /^(date|day)$/.test(word) &&
      /^(recited|stated|named|given|mentioned|noted|set)$/.test(words[i + 1] ?? '') &&
      words.slice(i + 2, i + 4).includes('above'),
  );
  if (!isAbove) return null;
  const days = new Set<CivilDate | null>();
  for (const { isRecital, sentence } of clauses) {
    if (!isRecital) continue;
    let isNamed = false;
    for (let at = sentence.from; at < sentence.to; at++) {
      isNamed ||= RITES.test(tokens[at]?.text ?? '');
      const phrase = isNamed ? datePhraseAt(tokens, at) : null;
      if (!phrase) continue;
      days.add(phrase.date && resolve(phrase.date));
      at = phrase.to - 1;
    }
  }
  const [day] = days;
  return days.size === 1 ? (day ?? null) : null;
}

const RITES = /^(funeral|funerals|service|services|burial|buried|interment|interred|rest)$/;

/**
 * If an order's start or end depends on an event, adds the event's date. Changes nothing if the
 * text does not state that date.
 */
function withDayOfEvent(document: Document, evidence: Evidence): Evidence {
  if (evidence.kind !== 'open' || evidence.event === null) return evidence;
  const date = recitedDayOf(document, evidence.sentence) ?? document.dayOf(evidence.event);
  if (date === undefined) return evidence;
  if (evidence.isPartOfEvent) return { ...evidence, kind: 'vague', date: date ?? 'unknown' };
  const kind = evidence.field === 'end' ? 'sunset' : 'sunrise';
  return { ...evidence, kind, date: date ?? 'unknown' };
}

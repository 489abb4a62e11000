import type { Sentence } from '../text/sentences.ts';
import { datePhraseAt } from '../when/datePhrases.ts';
import { CEREMONIES } from '../words/lexicon.ts';
import { isAnnouncement } from './announcements.ts';
import { authorityOf, subjectOf } from './authorityOf.ts';
import { wasOrderedBefore } from './dayOfOrdering.ts';
import {
  detailsIn,
  distanceOf,
  hasFlag,
  isCurrently,
  isException,
  isOptional,
  isPerfect,
  labelOf,
  ordersIn,
} from './details.ts';
import type { Clause, Document } from './document.ts';
import {
  type Draft,
  draftOf,
  isWhole,
  join,
  mentionOf,
  type OrderGroup,
  periodIn,
} from './draft.ts';
import { type Evidence, type EvidenceDate, evidenceIn } from './evidence.ts';
import { isCode } from './legalCode.ts';
import { reasonOf } from './reasonOf.ts';
import { isNational, narrowerOf, scopeOf } from './scopeOf.ts';
import { isDenied } from './vetoes.ts';

/** The most orders that are read from one text. */
const ORDERS_MAX = 50;

/** The orders of a text, each with all that the text says about it. */
export function groupsOf(document: Document): OrderGroup[] {
  const { tokens, clauses } = document;
  if (
    isDenied(
      tokens,
      clauses.map(({ sentence }) => sentence),
    )
  )
    return [];
  const drafts: Draft[] = [];
  let headings: Clause[] = [];
  let isClosed = false;
  let last = -1;
  let pastParagraph = -1;
  const hasOwn = clauses.some((clause) => !clause.isQuoted && ordersIn(document, clause) !== null);
  for (const [index, clause] of clauses.entries()) {
    if (drafts.length >= ORDERS_MAX) break;
    const { sentence, mentions } = clause;
    const current = drafts.at(-1);
    if (clause.isPast && (mentions.length > 0 || hasFlag(tokens, sentence.from, sentence.to)))
      pastParagraph = sentence.paragraph;
    if (clause.isForeign || (clause.isQuoted && hasOwn)) continue;
    if (
      clause.isRule &&
      (mentions.length > 0 || sentence.isHeading) &&
      !ordersIn(document, clause)
    ) {
      isClosed ||= !asksAboutNow(tokens, sentence);
      continue;
    }
    if (isException(document, clause) && current) {
      current.exceptions.push(sentence);
      const draft = draftOf(document, clause, null, previousDate(document, index), {
        kind: 'full',
        weak: false,
      });
      if (isWhole(draft.evidence)) {
        drafts.push({
          ...draft,
          isException: true,
          states: new Set(current.states),
          lender: current,
        });
        last = index;
      }
      continue;
    }
    const order = ordersIn(document, clause);
    if (order && current && /^(was|were)$/.test(tokens[order.verb - 1]?.text ?? '')) continue;
    const isPast = pastParagraph === sentence.paragraph && !(order && isPerfect(tokens, order));
    if (order && !isPast) {
      const draft = draftOf(document, clause, order, previousDate(document, index));
      if (current && last >= 0 && !isAnother(document, current, draft, clause))
        join(current, draft);
      else {
        draft.headings = headings;
        drafts.push(draft);
      }
      headings = [];
      isClosed = false;
      last = index;
      continue;
    }
    if (clause.isPast || isClosed || pastParagraph === sentence.paragraph) continue;
    if (isOfCeremony(document, index)) continue;
    const first = mentionOf(clause)?.position === 'full' ? 'full' : 'half';
    const details = detailsIn(document, clause, current?.kind ?? first);
    if (details === null) continue;
    const draft = draftOf(document, clause, null, previousDate(document, index), details);
    const isNear = index - last <= distanceOf(document, clause);
    if (current && isNear) {
      const isOther =
        clause.mentions.length > 0 &&
        isAddition(document, clause) &&
        isAnother(document, current, draft, clause);
      if (isOther) {
        if (isAnnouncement(document, draft, index)) {
          drafts.push(draft);
          last = index;
        }
      } else if (!isOptional(document, clause)) {
        join(current, draft);
        last = index;
      }
    } else if (clause.mentions.length > 0 || clause.supports) {
      headings.push(clause);
      draft.headings = headings.slice(0, -1);
      if (!sentence.isHeading && isAnnouncement(document, draft, index)) {
        drafts.push(draft);
        headings = [];
        last = index;
      }
    }
  }
  if (drafts.length === 0) {
    // A text that is only a heading.
    for (const clause of headings) {
      const draft = draftOf(document, clause, null, null, { kind: 'half', weak: false });
      if (drafts.length === 0 && isAnnouncement(document, draft, 0)) drafts.push(draft);
    }
  }
  return drafts
    .filter((draft) => !isCode(document, draft))
    .map((draft) => groupOf(document, draft, drafts));
}

/** "When: Friday, 10 a.m." below the title "Visitation" or beside "What: Funeral of …". */
function isOfCeremony({ tokens, clauses }: Document, index: number): boolean {
  const row = clauses[index];
  if (!row || row.mentions.length > 0 || labelOf(tokens, row.sentence) === null) return false;
  return clauses.slice(Math.max(0, index - 2), index + 3).some(({ sentence, mentions }) => {
    const { from, to, paragraph, isHeading } = sentence;
    const isTitle = isHeading && row.sentence.paragraph - paragraph <= 1;
    if (mentions.length > 0 || !(isTitle || labelOf(tokens, sentence) !== null)) return false;
    if (Math.abs(paragraph - row.sentence.paragraph) > 1) return false;
    for (let at = from; at < to; at++)
      if (CEREMONIES.has(tokens[at]?.text ?? '') && tokens[at + 1]?.text !== 'day') return true;
    return false;
  });
}

/** "Why are flags at half-staff today?": what follows is no list of rules. */
const asksAboutNow = (tokens: Document['tokens'], { from }: Sentence): boolean =>
  /^(why|are|who|whose|is)$/.test(tokens[from]?.text ?? '');

/** "In addition", "also", "second": a sentence that may begin another order. */
function isAddition({ tokens }: Document, { sentence }: Clause): boolean {
  for (let at = sentence.from; at < sentence.from + 4; at++)
    if (
      /^(addition|additionally|also|separately|second|furthermore|meanwhile|then|later)$/.test(
        tokens[at]?.text ?? '',
      )
    )
      return true;
  return false;
}

/** Whether a sentence is about another order than the one before. */
function isAnother(document: Document, current: Draft, draft: Draft, clause: Clause): boolean {
  if (current.isReturn !== draft.isReturn && draft.order) return true;
  if (current.kind !== draft.kind && draft.order) return true;
  if (draft.label !== null && draft.label !== current.label && draft.states.size > 0) return true;
  const disjoint =
    draft.states.size > 0 &&
    current.states.size > 0 &&
    [...draft.states].every((one) => !current.states.has(one));
  if (disjoint) return true;
  const [mine, its] = [periodIn(draft), periodIn(current)];
  const [first] = current.clauses;
  const isInEffect = first !== undefined && isCurrently(document, first);
  if (draft.order && isInEffect && first.sentence.paragraph !== clause.sentence.paragraph)
    return true;
  const differs = (a: unknown, b: unknown): boolean =>
    a !== null && b !== null && JSON.stringify(a) !== JSON.stringify(b);
  const ends = differs(mine.ends?.value ?? null, its.ends?.value ?? null);
  const locals = [draft, current].map(
    ({ reaches }) =>
      reaches
        .map(({ reach }) => reach.local && document.textOf(reach.local.from, reach.local.to))
        .find((one) => one !== null) ?? null,
  );
  const otherPlace = differs(locals[0] ?? null, locals[1] ?? null);
  const [itsOffice, myOffice] = [current, draft].map(
    ({ order }) => order && subjectOf(document, order)?.value,
  );
  // "The President ordered … until May 10. Governor Poe ordered … until May 12."
  if (
    ends &&
    itsOffice &&
    myOffice &&
    itsOffice !== myOffice &&
    !clause.sentence.isHeading &&
    !current.order?.sentence.isHeading
  )
    return true;
  if (!ends && !(otherPlace && isAddition(document, clause))) return false;
  const last = current.clauses.findLast(({ mentions }) => mentions.length > 0);
  const isApart = clause.sentence.paragraph !== last?.sentence.paragraph;
  const isOwn = isWhole(draft.evidence) && isWhole(current.evidence) && draft.order !== null;
  return isApart || isOwn || isAddition(document, clause);
}

/** The last date before a sentence, in it or in the one before: what "this day" means. */
function previousDate(document: Document, index: number): EvidenceDate {
  const before = document.clauses[index - 1]?.sentence;
  if (!before) return null;
  for (let at = before.to - 1; at >= before.from; at--) {
    const phrase = datePhraseAt(document.tokens, at);
    if (!phrase || phrase.to > before.to) continue;
    let first = phrase;
    // "Tuesday, May 15, 2018" begins at the weekday.
    for (let start = at - 1; start >= Math.max(before.from, at - 3); start--) {
      const longer = datePhraseAt(document.tokens, start);
      if (longer && longer.to === phrase.to) first = longer;
    }
    return first.date ? (document.resolve(first.date) ?? 'unknown') : 'bad';
  }
  return null;
}

function groupOf(document: Document, draft: Draft, drafts: readonly Draft[]): OrderGroup {
  const { clauses, headings, order, evidence } = draft;
  const [first] = clauses;
  const sentence = (order ?? first)?.sentence ?? { from: 0, to: 0, paragraph: 0, isHeading: false };
  const headingEvidence = headings.flatMap((clause) =>
    evidenceIn(
      {
        tokens: document.tokens,
        resolve: document.resolve,
        before: null,
        kind: draft.kind,
        behindDateline: document.behindDateline(clause.sentence),
      },
      clause.sentence,
      clause.mentions,
      false,
    ),
  );
  const authority = authorityOf(document, draft.lender ?? draft, drafts.length === 1);
  const narrower = narrowerOf(
    draft,
    authority?.value ?? null,
    clauses.some((clause) => isNational(document, clause)),
  );
  const reason = reasonOf(document, draft, drafts);
  const value = authority?.value;
  return {
    sentences: clauses.map((clause) => clause.sentence),
    firstHeading: headings[0]?.sentence ?? null,
    kind: { value: draft.kind, sentence },
    authority: value && value !== 'other' ? { value, sentence: authority.sentence } : null,
    scope: narrower ? null : scopeOf(document, draft, authority),
    narrower,
    reason,
    evidence: [...evidence, ...headingEvidence].map((one) => withDayOfEvent(document, one)),
    exceptions: draft.exceptions,
    endsEarly: draft.isReturn ? sentence : null,
    remains: remainsIn(document, order) ?? staysIn(document, clauses),
    isOnly: drafts.length === 1,
    isCurrent: clauses.some(
      (clause) => isCurrently(document, clause) || wasOrderedEarlier(document, clause),
    ),
  };
}

/** "On Oct. 20, the Governor ordered …", in a text of Oct. 27. */
function wasOrderedEarlier({ tokens, issued }: Document, clause: Clause): boolean {
  const days = new Set(issued.map(({ date }) => date));
  const [day] = days;
  return (
    days.size === 1 &&
    day !== undefined &&
    wasOrderedBefore(tokens, clause.sentence, clause.mentions, day)
  );
}

/** An end that waits for an event whose date the text gives elsewhere. */
function withDayOfEvent(document: Document, evidence: Evidence): Evidence {
  if (evidence.kind !== 'open' || evidence.event === null) return evidence;
  const date = document.dayOf(evidence.event);
  if (date === undefined) return evidence;
  const kind = evidence.field === 'end' ? 'sunset' : 'sunrise';
  return { ...evidence, kind, date: date ?? 'unknown' };
}

/** "directed all flags to remain at half-staff". */
function remainsIn({ tokens }: Document, clause: Clause | null): Sentence | null {
  const mention = clause?.mentions.find(
    ({ mode, position }) => mode === 'order' && position === 'half',
  );
  if (!clause || !mention) return null;
  for (let at = mention.verb + 1; at < mention.from; at++) {
    const word = tokens[at]?.text ?? '';
    if (/^(lowered|flown|fly)$/.test(word)) return null;
    if (/^(remain|remaining|stay|continue)$/.test(word)) return clause.sentence;
  }
  return null;
}

/** "Flags will remain at half-staff", in a text that also names the earlier order. */
function staysIn(document: Document, clauses: readonly Clause[]): Sentence | null {
  const { tokens } = document;
  const stays = clauses.find(({ mentions }) =>
    mentions.some(
      ({ from, position, mode }) =>
        position === 'half' &&
        mode === 'state' &&
        /^(remain|stay)$/.test(tokens[from - 2]?.text ?? ''),
    ),
  );
  return stays && namesEarlierOrder(document) ? stays.sentence : null;
}

/** "the earlier order", "her previous proclamation". */
const namesEarlierOrder = ({ tokens, clauses }: Document): boolean =>
  clauses.some(({ sentence: { from, to } }) => {
    for (let at = from; at < to; at++) {
      const word = tokens[at]?.text;
      if (
        (word === 'earlier' || word === 'previous') &&
        /^(notice|order|proclamation|directive)$/.test(tokens[at + 1]?.text ?? '')
      )
        return true;
    }
    return false;
  });

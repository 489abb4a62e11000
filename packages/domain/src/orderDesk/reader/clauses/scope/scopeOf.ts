import type { Party } from '../../parties/authorities.ts';
import { capitalAt } from '../../places/capitals.ts';
import { peopleAt } from '../../places/demonyms.ts';
import { type StateName, stateAt } from '../../places/states.ts';
import { isDateline, statesIn } from '../../places/statesIn.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import { areOtherGovernors, namesOfGovernors } from '../authority/governorNames.ts';
import type { Clause, Document } from '../document/document.ts';
import type { Draft, OrderGroup, Stated } from '../drafts/draft.ts';

/**
 * Returns the states that an order applies to, or the whole country; null if the text is unclear.
 */
export function scopeOf(
  document: Document,
  draft: Draft,
  giver: Stated<Party> | null,
  drafts: readonly Draft[] = [],
): OrderGroup['scope'] {
  const { clauses, headings, order, states } = draft;
  const authority = giver?.value ?? null;
  const sentence = (order ?? clauses[0])?.sentence;
  if (!sentence || authority === 'other') return null;
  if (giver?.value === 'mayor-dc')
    return { value: { kind: 'states', states: ['DC'] }, sentence: giver.sentence };
  const all = clauses.find((clause) => isNational(document, clause));
  if (authority === 'president') {
    // For example: "Youngkin has directed that flags across the Commonwealth be flown"
    const isGovernors = clauses.some(
      (clause) =>
        clause.parties.some(
          ({ party, at }) => party === 'governor' && !isSource(document, clause, at),
        ) || isAcrossState(document, clause),
    );
    // For example: "in accordance with the proclamation for the whole country, flags in
    // Connecticut"
    if (all && isGovernors && statesOf(document, [all]).length === 1) {
      // For example: "… lowered throughout the country, he is directing flags in Connecticut to be
      // flown"
      const own = isOrderedBehind(document, all) ? statesOf(document, [all]) : [];
      return own.length === 1 ? inStates(document, draft, own, all.sentence) : null;
    }
    if (all) return { value: { kind: 'all' }, sentence: all.sentence };
    // If no place is named, the office decides: the President's order applies to the whole country.
    // The dateline of a report does not limit the President's own order to a state.
    const isNowhere = states.size === 0 || clauses.every((one) => namesNoPlace(document, one));
    if (!isGovernors && isNowhere && giver) {
      const isOwn = states.size === 0 || (order !== null && !order.followsPresident);
      return isOwn ? { value: { kind: 'all' }, sentence: giver.sentence } : null;
    }
    if (!isGovernors && states.size > 1) return null;
  }
  if (authority === null) {
    if (draft.reaches.some(({ reach }) => reach.special !== null && !reach.buildings)) return null;
    if (states.size === 1) return inStates(document, draft, [...states], sentence);
    return states.size === 0 && all ? { value: { kind: 'all' }, sentence: all.sentence } : null;
  }
  if (authority !== 'governor' && authority !== 'president') return null;
  const isOwn = (clause: Clause): boolean =>
    !clause.isForeign && !namesAnotherGovernor(document, clause, draft);
  const titles = statesOf(
    document,
    headings.filter((clause) => clause.sentence.isHeading && isOwn(clause)),
  );
  // "Ohio flags at half-staff" above an order for Iowa makes the scope unclear.
  if (states.size > 0 && titles.length > 0 && !titles.some((one) => states.has(one))) return null;
  const above = states.size > 0 ? null : titleAbove(document, sentence);
  if (above) return above;
  const own = states.size > 0 ? [...states] : statesOf(document, headings.filter(isOwn));
  const found =
    own.length > 0
      ? own
      : (statesOfGovernor(document, draft, drafts) ?? statesAround(document, sentence, isOwn));
  if (found.length === 0)
    return (
      letterheadOf(document, sentence) ??
      onlyStateOf(document.tokens, document.clauses.filter(isOwn))
    );
  const isList = clauses.some((clause) => namesGovernors(document, clause));
  if (found.length > 1 && !isList) return null;
  return inStates(document, draft, found, sentence);
}

/** Returns the state in a title right above an order, if the title is only the state's name. */
function titleAbove({ tokens, clauses }: Document, order: Sentence): OrderGroup['scope'] {
  const title = clauses[clauses.findIndex(({ sentence }) => sentence === order) - 1]?.sentence;
  if (!title?.isHeading || order.paragraph - title.paragraph > 1) return null;
  const state = stateAt(tokens, title.from);
  const isAlone = state && !state.short && state.to === title.to;
  return isAlone ? { value: { kind: 'states', states: [state.code] }, sentence: title } : null;
}

/**
 * Returns the state of an earlier order in the text by the same governor; null if there is none, or
 * more than one.
 */
function statesOfGovernor(
  document: Document,
  draft: Draft,
  drafts: readonly Draft[],
): string[] | null {
  const names = namesOfGovernors(document, draft.clauses);
  const states = new Set<string>();
  for (const other of drafts.slice(0, Math.max(0, drafts.indexOf(draft))))
    if ([...namesOfGovernors(document, other.clauses)].some((name) => names.has(name)))
      for (const state of other.states) states.add(state);
  return states.size === 1 ? [...states] : null;
}

/**
 * Matches a governor other than the one who gave the order: "Governor Dana Roe of Texas attended"
 * in a document about Governor Poe's order.
 */
function namesAnotherGovernor(document: Document, clause: Clause, draft: Draft): boolean {
  const { from, to } = clause.sentence;
  const isSimilar = document.tokens.slice(from, to).some(({ text }) => text === 'similar');
  if (isSimilar && !draft.clauses.includes(clause)) return true;
  return areOtherGovernors(document, [clause], draft.clauses);
}

/**
 * Returns the given states as the scope of an order. As evidence, cites the sentence that mentions
 * the most of these states; in a tie, the sentence that gives the order.
 */
function inStates(
  document: Document,
  { order, clauses, headings }: Draft,
  states: readonly string[],
  fallback: Sentence,
): OrderGroup['scope'] {
  let best = fallback;
  let most = 0;
  for (const clause of [...(order ? [order] : []), ...clauses, ...headings, ...document.clauses]) {
    const named = statesOf(document, [clause]);
    const count = states.filter((state) => named.includes(state)).length;
    if (count <= most) continue;
    most = count;
    best = clause.sentence;
    if (count === states.length) break;
  }
  return { value: { kind: 'states', states: [...states].sort() }, sentence: best };
}

/**
 * Returns the state named in the letterhead, the dateline, the sentences before an order, or the
 * signature. Ignores sentences after the order, which may be about neighboring states.
 */
function statesAround(
  document: Document,
  { from }: Sentence,
  isOwn: (clause: Clause) => boolean,
): string[] {
  const own = document.clauses.filter(isOwn);
  const near = own.filter(({ sentence }) => sentence.from <= from || sentence.isHeading);
  const found = statesOf(document, near);
  return found.length === 1 && statesOf(document, own).length === 1 ? found : [];
}

/**
 * Returns the only state that a document names, if other evidence shows that the document comes
 * from that state: the governor's office, the state's capital in the dateline, the capitol's name,
 * or a governor who addresses the state's people or speaks for them.
 */
function onlyStateOf(tokens: Document['tokens'], clauses: readonly Clause[]): OrderGroup['scope'] {
  const named = new Set<string>();
  let own: { code: string; sentence: Sentence } | null = null;
  const capitals = new Set(clauses.map(({ sentence }) => capitalAt(tokens, sentence.from)));
  for (const { sentence } of clauses)
    for (let at = sentence.from; at < sentence.to; at++) {
      const people = peopleAt(tokens, at);
      const state = people === null ? stateAt(tokens, at) : null;
      if (people === null && (state === null || (state.short && tokens[at - 1]?.text !== ',')))
        continue;
      const code = people ?? state?.code ?? '';
      named.add(code);
      const isOwn =
        people === null
          ? state !== null &&
            (isOfOffice(tokens, state.from) ||
              capitals.has(state.code) ||
              speaksFor(tokens, state) ||
              isOfCapitol(tokens, state) ||
              isInvited(tokens, state, sentence))
          : isAddressed(tokens, sentence) || tokens[at - 1]?.text === 'fellow';
      if (isOwn) own ??= { code, sentence };
      if (state) at = state.to - 1;
    }
  return named.size === 1 && own
    ? { value: { kind: 'states', states: [own.code] }, sentence: own.sentence }
    : null;
}

/** Matches the name of a state's governor's office, such as "the Governor's Office of Iowa". */
const isOfOffice = (tokens: Document['tokens'], state: number): boolean =>
  tokens[state - 1]?.text === 'of' &&
  tokens[state - 2]?.text === 'office' &&
  /^('s|governors)$/.test(tokens[state - 3]?.text ?? '');

/** Matches a capitol: "the grounds of the Alabama State Capitol Complex", "the Ohio Statehouse". */
const isOfCapitol = (tokens: Document['tokens'], { to, short }: StateName): boolean =>
  !short &&
  /^(capitol|statehouse|house)$/.test(
    tokens[tokens[to]?.text === 'state' ? to + 1 : to]?.text ?? '',
  );

/**
 * Matches an invitation to the people of the whole state: "asks businesses throughout the
 * Commonwealth of Kentucky to join in this tribute".
 */
function isInvited(tokens: Document['tokens'], { from }: StateName, sentence: Sentence): boolean {
  let before = from - 1;
  while (/^(the|of|state|commonwealth|territory)$/.test(tokens[before]?.text ?? '')) before--;
  return (
    /^(throughout|across)$/.test(tokens[before]?.text ?? '') &&
    isAddressed(tokens, sentence) &&
    tokens
      .slice(sentence.from, sentence.to)
      .some(({ text }) => /^(flags?|tribute|join|half)$/.test(text))
  );
}

/**
 * Matches a governor who speaks for the state: "Iowa mourns the loss", "on behalf of the people of
 * Iowa".
 */
function speaksFor(tokens: Document['tokens'], { from, to }: StateName): boolean {
  let before = from - 1;
  while (/^(the|of|all|people|citizens|state|entire)$/.test(tokens[before]?.text ?? '')) before--;
  if (tokens[before]?.text === 'behalf') return before < from - 1;
  const isFirst = tokens[from - 1]?.text === '"';
  const verb = tokens[to]?.text === 'deeply' ? to + 1 : to;
  return (
    isFirst &&
    /^(is|mourns|grieves|lost|has|will|owes|stands|joins|remembers)$/.test(tokens[verb]?.text ?? '')
  );
}

/**
 * Matches a sentence in which a governor addresses the people of the state: "asks all Iowans to
 * join", "Iowans are encouraged".
 */
const isAddressed = (tokens: Document['tokens'], { from, to }: Sentence): boolean =>
  tokens
    .slice(from, to)
    .some(({ text }) =>
      /^(encouraged?|encourages|asks?|asked|urged?|urges|invited?|invites|join|welcome)$/.test(
        text,
      ),
    );

/**
 * Returns the only state in the letterhead, as in "Iowa Department of Administrative Services" or
 * "Flag Alert - Iowa".
 */
function letterheadOf({ tokens, clauses }: Document, { from }: Sentence): OrderGroup['scope'] {
  const found = new Map<string, Sentence>();
  for (const { sentence } of clauses) {
    if (sentence.from >= from || !sentence.isHeading) continue;
    for (let at = sentence.from; at < sentence.to; at++) {
      const state = stateAt(tokens, at);
      if (!state || state.short) continue;
      const isFirst = at === sentence.from && AGENCY.test(tokens[state.to]?.text ?? '');
      const isLast = state.to === sentence.to && /^[-|:]$/.test(tokens[at - 1]?.text ?? '');
      if (isFirst || isLast) found.set(state.code, sentence);
    }
  }
  const [only] = found;
  return found.size === 1 && only
    ? { value: { kind: 'states', states: [only[0]] }, sentence: only[1] }
    : null;
}
const AGENCY =
  /^(department|division|office|secretary|bureau|agency|executive|military|legislative|government|flag|flags|e|news|newsroom|press|bulletin|notice|alert|status)$/;

const statesOf = (document: Document, clauses: readonly Clause[]): string[] => [
  ...new Set(
    clauses.flatMap(({ sentence, topicAt }) =>
      statesIn(document.tokens, sentence, topicAt).map(({ code }) => code),
    ),
  ),
];

/**
 * Matches a governor who is only the source of a report: "According to the Office of Idaho Governor
 * Ann Poe, the President has ordered …".
 */
function isSource({ tokens }: Document, { sentence: { from } }: Clause, at: number): boolean {
  for (let i = at - 1; i >= Math.max(from, at - SOURCE_MAX); i--) {
    if (tokens[i]?.text === 'according') return tokens[i + 1]?.text === 'to';
    if (tokens[i]?.text === ',') return false;
  }
  return false;
}

/**
 * How many words before the governor's title are searched for "according", as in "According to the
 * Office of Idaho Governor Ann Poe".
 */
const SOURCE_MAX = 10;

/** Whether all states that a sentence names are in its dateline: "BOISE, Idaho - The President …". */
const namesNoPlace = ({ tokens }: Document, { sentence, topicAt }: Clause): boolean =>
  statesIn(tokens, sentence, topicAt).every(
    (state) => isDateline(tokens, state, sentence.from) || isSourceState(tokens, state, sentence),
  );

/**
 * Matches a state that is only part of a source's name: "According to the Office of Idaho Governor
 * Ann Poe".
 */
const isSourceState = (
  tokens: Document['tokens'],
  { from }: StateName,
  sentence: Sentence,
): boolean =>
  tokens
    .slice(Math.max(sentence.from, from - SOURCE_MAX), from)
    .some(({ text }) => text === 'according');

/** Matches phrases that mean the whole state: "across the Commonwealth", "throughout the state". */
const isAcrossState = ({ tokens }: Document, { sentence: { from, to } }: Clause): boolean =>
  tokens
    .slice(from, to)
    .some(
      ({ text }, i) =>
        /^(across|throughout|in)$/.test(text) &&
        tokens[from + i + 1]?.text === 'the' &&
        /^(state|commonwealth|territory|island)$/.test(tokens[from + i + 2]?.text ?? '') &&
        tokens[from + i + 3]?.text !== 'of',
    );

/** Whether a sentence first mentions the whole country and then gives an order for one state. */
function isOrderedBehind(document: Document, { sentence, topicAt }: Clause): boolean {
  const { tokens } = document;
  const nation = nationIn(tokens, sentence);
  const state = statesIn(tokens, sentence, topicAt).at(-1)?.from ?? -1;
  const isOrdered = (from: number, to: number): boolean =>
    tokens.slice(from, to).some(({ text }) => /^(order|direct)(s|ed|ing)$/.test(text));
  return isOrdered(nation, state);
}

/** Matches a list of governors who give orders: "The governors of Alabama, Idaho and Texas". */
const namesGovernors = ({ tokens }: Document, { sentence: { from, to } }: Clause): boolean => {
  let several = false;
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text;
    if (word === 'governor' || word === 'gov') return false;
    if (word === 'governors') several = true;
  }
  return several;
};

/** Matches phrases that mean the whole country, such as "throughout the United States". */
export const isNational = ({ tokens }: Document, { sentence }: Clause): boolean =>
  nationIn(tokens, sentence) !== -1;

/**
 * Returns the index of a phrase such as "throughout the United States" in a sentence; -1 if there
 * is none.
 */
function nationIn(tokens: Document['tokens'], sentence: Sentence): number {
  for (let at = sentence.from; at < sentence.to; at++) {
    if (!/^(throughout|across)$/.test(tokens[at]?.text ?? '')) continue;
    let next = at + 1;
    if (tokens[next]?.text === '\n') next++;
    if (tokens[next]?.text === 'the') next++;
    if (tokens[next]?.text === '\n') next++;
    if (/^(united|u\.s\.|nation|country|us)$/.test(tokens[next]?.text ?? '')) return at;
  }
  return -1;
}

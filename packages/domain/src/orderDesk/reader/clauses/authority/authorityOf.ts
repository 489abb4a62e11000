import type { Party } from '../../parties/authorities.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import type { Clause, Document } from '../document/document.ts';
import type { Draft, Stated } from '../drafts/draft.ts';
import { addresseesIn } from './addressees.ts';
import { localGiver } from './localGivers.ts';
import { referentOf } from './referents.ts';

/**
 * Returns the authority that gives an order in a document, and the sentence that mentions this
 * authority.
 */
export function authorityOf(
  document: Document,
  { clauses, headings, order, kind }: Draft,
  isOnly: boolean,
): (Stated<Party> & { isDoubtful?: boolean }) | null {
  // "They return to half-staff in accordance with the President's proclamation" is not about a
  // full-staff day.
  const isOfHalf = (clause: Clause): boolean =>
    kind === 'full' &&
    order !== null &&
    clause.mentions.some(({ position, mode }) => position !== 'full' && mode !== 'order');
  const links = [...clauses, ...headings].filter(
    (clause) => clause.followsPresident && !isOfHalf(clause),
  );
  const linked = links.find((clause) => !isJoint(document, clause));
  // For example: "Per Governor Poe's order and the proclamation from the White House"
  const [joint] = links;
  if (joint && !linked) return { value: 'president', sentence: joint.sentence, isDoubtful: true };
  const named = order && (subjectOf(document, order) ?? subjectBelow(document, order, clauses));
  const district = clauses
    .map((clause) => subjectOf(document, clause))
    .find((subject) => subject?.value === 'mayor-dc');
  // "Mayor Prather Orders …" above "(Washington, DC) - Mayor Prather ordered …" is the mayor of
  // D.C.
  const own = named?.value === 'city' && district ? district : named;
  if (order && own && !linked && isDisputed(document, clauses, order, own.value))
    return { value: 'other', sentence: own.sentence };
  const holder =
    ownOrDistrict(document, order, own) ??
    contextOf(document, order ?? clauses[0] ?? null, [...headings, ...clauses]) ??
    referentOf(document, order ?? clauses[0] ?? null) ??
    (order === null ? authorOf(document) : null);
  if (holder?.value === 'other') return holder;
  if (holder?.value === 'president' && !linked && document.isOfInstitution())
    return { value: 'other', sentence: holder.sentence };
  // The text around an order names the President, but the order itself names a governor.
  const isRival =
    holder?.value === 'president' &&
    !linked &&
    named?.value !== 'president' &&
    [order, clauses[0]].some((one) => one?.parties.some(({ party }) => party === 'governor'));
  if (holder && isRival) return { ...holder, isDoubtful: true };
  // If the text says "WHEREAS, the President has ordered …", it is unclear whether the governor's
  // order is separate or carries out the President's.
  const isRecited = holder?.value === 'governor' && document.clauses.some(recitesPresident);
  if (isRecited && !linked) return { ...holder, isDoubtful: true };
  if (linked && (holder?.value === 'city' || holder?.value === 'county'))
    return { ...holder, isDoubtful: true };
  const first = order ?? clauses[0];
  const local = linked ? localGiver(document, first ? [linked, first] : [linked]) : null;
  if (local) return { ...local, isDoubtful: true };
  // For example: "Lucas County has lowered its flags, as ordered by Governor Poe"
  const follower = holder?.value === 'governor' && order ? localGiver(document, [order]) : null;
  if (follower && order?.sentence === holder?.sentence) return { ...follower, isDoubtful: true };
  if (linked && (holder === null || holder.value === 'governor' || holder.value === 'president'))
    return { value: 'president', sentence: linked.sentence };
  // A presidential order that is mentioned next to a full-staff day is a separate order.
  if (holder?.value === 'governor' && isOnly && kind === 'half') {
    const next = document.clauses.find(
      (clause) => clause.followsPresident && isBehind(clause, clauses),
    );
    if (next) return { value: 'president', sentence: next.sentence };
  }
  return holder;
}

/**
 * For a headline that does not mention an official's title, such as "Poe orders flags lowered",
 * returns the authority that gives the order in the text below.
 */
function subjectBelow(
  document: Document,
  { sentence }: Clause,
  clauses: readonly Clause[],
): Stated<Party> | null {
  if (!sentence.isHeading) return null;
  const below = clauses.find(
    (clause) =>
      !clause.sentence.isHeading &&
      clause.sentence.from > sentence.from &&
      clause.mentions.some(({ mode }) => mode === 'order'),
  );
  return below ? subjectOf(document, below) : null;
}

/**
 * Returns the authority that issued a statement, if the document mentions no other authority:
 * "Governor Poe issued the following statement on the death of Officer Roe".
 */
function authorOf({ tokens, clauses }: Document): Stated<Party> | null {
  const own = clauses.filter(({ isForeign }) => !isForeign);
  const offices = new Set(own.flatMap(({ parties }) => parties.map(({ party }) => party)));
  const [office] = offices;
  const author = own.find(
    ({ parties, sentence: { from, to } }) =>
      parties.length > 0 &&
      tokens
        .slice(from, to)
        .some(
          ({ text }, i) =>
            text === 'statement' &&
            tokens
              .slice(Math.max(from, from + i - STATEMENT_MAX), from + i)
              .some(({ text: verb }) => /^(issued|issues|released|releases|made)$/.test(verb)),
        ),
  );
  return author && offices.size === 1 && (office === 'governor' || office === 'president')
    ? { value: office, sentence: author.sentence }
    : null;
}

/** Maximum number of words from "issued" to "statement", as in "issued the following statement". */
const STATEMENT_MAX = 4;

/**
 * Returns the Mayor of the District of Columbia if a sentence is about the District's flags but
 * says only "Mayor": "Mayor Poe ordered flags lowered at all District government buildings".
 * Otherwise, returns the given authority.
 */
function ownOrDistrict(
  { tokens }: Document,
  order: Clause | null,
  own: Stated<Party> | null,
): Stated<Party> | null {
  if (own?.value !== 'city' || !order) return own;
  const { sentence, topicAt } = order;
  for (let at = sentence.from; at < sentence.to; at++) {
    const isDistrict =
      tokens[at]?.text === 'district' &&
      tokens[at]?.cap &&
      !/^(school|park|fire)$/.test(tokens[at - 1]?.text ?? '');
    const next = tokens[at + 1]?.text ?? '';
    const isDc = /^(dc|d\.c\.)$/.test(tokens[at]?.text ?? '') && /^(flags?|government)$/.test(next);
    const isOwned =
      isDistrict && /^(of|government|flags?|buildings?|facilities|agencies)$/.test(next);
    if ((isDc || isOwned) && topicAt(at).topic === 'flag')
      return { value: 'mayor-dc', sentence: own.sentence };
  }
  return own;
}

/**
 * Whether a heading and a sentence mention different authorities, as in "Mayor orders …" above "the
 * Governor has ordered …".
 */
const isDisputed = (
  document: Document,
  clauses: readonly Clause[],
  order: Clause,
  party: Party,
): boolean =>
  clauses.some((clause) => {
    if (clause.sentence.isHeading === order.sentence.isHeading) return false;
    const other = subjectOf(document, clause)?.value;
    return other !== undefined && other !== party && !isMayor(other, party);
  });

/** Whether both authorities are mayors, including the Mayor of Washington, D.C. */
const isMayor = (one: Party, other: Party): boolean =>
  [one, other].every((party) => party === 'city' || party === 'mayor-dc');

/** Matches a sentence that cites two orders, one from a governor and one from the President. */
const isJoint = ({ tokens }: Document, { parties }: Clause): boolean =>
  parties.some(({ party, at }, i) => {
    const next = parties[i + 1];
    const both = [party, next?.party];
    if (!next || !both.includes('governor') || !both.includes('president')) return false;
    const between = tokens.slice(at + 1, next.at);
    const isOwn = between.some(({ text }) => /^(order|directive|proclamation)$/.test(text));
    const isAnd = between.some(({ text }) => text === 'and');
    return (
      isOwn &&
      isAnd &&
      between.every(({ text, kind, cap }) => kind !== 'word' || cap || JOINT.test(text))
    );
  });
const JOINT = /^(order|orders|directive|proclamation|and|the|a|from|of|by|executive|'s|own|with)$/;

const recitesPresident = ({ isRecital, mentions, parties }: Clause): boolean =>
  isRecital &&
  mentions.some(({ mode }) => mode === 'order') &&
  parties.some(({ party }) => party === 'president');

/** Whether a sentence follows an order's last sentence, in the same paragraph or the next one. */
function isBehind({ sentence }: Clause, clauses: readonly Clause[]): boolean {
  const last = clauses.at(-1)?.sentence;
  return (
    last !== undefined && sentence.from > last.from && sentence.paragraph <= last.paragraph + 1
  );
}

/** Returns the authority that, according to a sentence, gives the order. */
export function subjectOf({ tokens }: Document, clause: Clause): Stated<Party> | null {
  const mention = clause.mentions.find(({ mode }) => mode === 'order');
  const verb = mention?.verb ?? -1;
  if (verb === -1) return null;
  const { parties, sentence, topicAt } = clause;
  const usable = parties.filter(
    ({ at }) => ['flag', 'other'].includes(topicAt(at).topic) || isIn(tokens, at),
  );
  // For example: "By order of the Governor", "ordered by", "at the direction of".
  const next = tokens[verb + 1]?.text;
  if (next === 'of' || next === 'by' || next === ':' || next === 'from') {
    const behind = parties.find(({ at }) => at > verb && at <= verb + 8);
    if (behind) return { value: behind.party, sentence };
    // For example: "by order of the city"
    const owner = tokens[verb + 2]?.text === 'the' ? (tokens[verb + 3]?.text ?? '') : '';
    if (/^(city|town|village|council)$/.test(owner)) return { value: 'city', sentence };
    if (owner === 'county') return { value: 'county', sentence };
  }
  // For example: "has been extended through sunset on May 10 by Governor Ann Poe"
  const isPassive = /^(been|is|are|was|were)$/.test(tokens[verb - 1]?.text ?? '');
  const agent = isPassive
    ? parties.find(({ at }) => at > verb && isBehindBy(tokens, at))
    : undefined;
  if (agent) return { value: agent.party, sentence };
  const isOwner = (at: number): boolean => tokens[at + 1]?.text === "'s";
  const before =
    usable.findLast(({ at }) => at < verb && !isOwner(at)) ??
    usable.findLast(({ at }) => at < verb);
  if (before) {
    const isShared = usable.some(
      ({ party, at }) => party !== before.party && isJoined(tokens, at, before.at),
    );
    return { value: isShared ? 'other' : before.party, sentence };
  }
  const any = parties.findLast(({ at }) => at < verb && isIn(tokens, at));
  const giver = any ?? parties.find(({ at }) => at > verb && isSpeaker(tokens, at, sentence));
  return giver ? { value: giver.party, sentence } : null;
}

/** Matches an official after "by": "by Governor Ann Poe", "by the Ohio Governor". */
function isBehindBy(tokens: Document['tokens'], at: number): boolean {
  let by = at - 1;
  while (tokens[by]?.cap || /^(the|acting)$/.test(tokens[by]?.text ?? '')) by--;
  return tokens[by]?.text === 'by';
}

/** Matches the speaker named after a quotation: '"I have ordered …," Governor Ann Poe said'. */
function isSpeaker(tokens: Document['tokens'], at: number, { from, to }: Sentence): boolean {
  if (tokens[at - 1]?.text !== '"') return false;
  const isFirst = tokens.slice(from, at).some(({ text, cap }) => text === 'i' && cap);
  return (
    isFirst &&
    tokens
      .slice(at, Math.min(to, at + 8))
      .some(({ text }) => /^(said|says|announced|wrote|stated)$/.test(text))
  );
}

/** Matches two officials who give an order together: "Mayor Lee and Governor Poe". */
function isJoined(tokens: Document['tokens'], first: number, second: number): boolean {
  let hasAnd = false;
  for (let at = first + 1; at < second; at++) {
    const token = tokens[at];
    if (token?.text === 'and') hasAnd = true;
    else if (token?.kind === 'word' && !token.cap && !/^(of|the|both)$/.test(token.text))
      return false;
  }
  return hasAnd;
}

/**
 * Matches an official in a standard phrase: "vested in me as Governor", "I, John Doe, Governor of",
 * "an order signed by Gov. Poe".
 */
function isIn(tokens: Document['tokens'], at: number): boolean {
  let by = at - 1;
  // For example: "signed by Ohio Governor Ann Poe"
  while (tokens[by]?.cap) by--;
  if (tokens[by]?.text === 'by' && /^(signed|issued|given)$/.test(tokens[by - 1]?.text ?? ''))
    return true;
  for (let i = at - 1; i >= Math.max(0, at - 6); i--) {
    const word = tokens[i]?.text ?? '';
    if (word === 'as' || (word === 'i' && tokens[i]?.cap)) return true;
  }
  return tokens[at - 1]?.text === 'the';
}

/**
 * Returns the authority mentioned in the text around an order, if exactly one of those mentioned
 * there could have given the order.
 */
function contextOf(
  document: Document,
  order: Clause | null,
  near: readonly Clause[],
): Stated<Party> | null {
  const addressees = addresseesIn(document);
  const find = (clauses: readonly Clause[]): Stated<Party> | null => {
    const parties = new Map<Party, Sentence>();
    for (const { parties: found, sentence, topicAt, isForeign } of clauses)
      for (const { party, at } of isForeign || addressees.has(sentence) ? [] : found) {
        if (isHonoree(document.tokens, sentence, party, at) || plansOrder(document.tokens, at))
          continue;
        if (['flag', 'other'].includes(topicAt(at).topic) || isIn(document.tokens, at))
          parties.set(party, sentence);
      }
    if (parties.has('mayor-dc')) parties.delete('city');
    const [only] = parties;
    return parties.size === 1 && only ? { value: only[0], sentence: only[1] } : null;
  };
  const isSpoken = order !== null && (isFirstPerson(document, order) || recitesOwn(document));
  const sender = isSpoken ? senderOf(document) : null;
  return (
    sender ??
    find(near) ??
    (isSpoken || isOrdered(order)
      ? (find(document.clauses) ?? (isSpoken ? speakerOf(document) : signerOf(document)))
      : null)
  );
}

/** Maximum number of lines at the end of a letter that are searched for its signature. */
const SIGNATURE_MAX = 4;

/**
 * Returns the governor who signs a letter: "Ann Poe" above "Governor of Iowa" on the last lines.
 */
function signerOf({ tokens, clauses }: Document): Stated<Party> | null {
  if (clauses.some(({ parties }) => parties.some(({ party }) => party === 'president')))
    return null;
  const isName = ({ from, to, isHeading }: Sentence): boolean =>
    isHeading &&
    to - from >= 2 &&
    tokens.slice(from, to).every(({ cap, text }) => cap || text === '.');
  for (
    let index = clauses.length - 1;
    index >= Math.max(1, clauses.length - SIGNATURE_MAX);
    index--
  ) {
    const [name, office] = [clauses[index - 1]?.sentence, clauses[index]?.sentence];
    const isGovernor = office?.isHeading && tokens[office.from]?.text === 'governor';
    if (
      isGovernor &&
      name &&
      isName(name) &&
      (office.to - office.from === 1 || tokens[office.from + 1]?.text === 'of')
    )
      return { value: 'governor', sentence: office };
  }
  return null;
}

/** Matches an official who has not given the order yet: "The President will order all flags". */
export function plansOrder(tokens: Document['tokens'], at: number): boolean {
  let verb = at + 1;
  while (tokens[verb]?.cap || tokens[verb]?.text === '.') verb++;
  if (!/^(will|would|may|might|could|should)$/.test(tokens[verb]?.text ?? '')) return false;
  return [1, 2].some((far) =>
    /^(order|direct|proclaim|issue|sign|announce)$/.test(tokens[verb + far]?.text ?? ''),
  );
}

/** Returns the authority in the "FROM:" row of a memo, as in "FROM: Governor Poe". */
function senderOf({ tokens, clauses }: Document): Stated<Party> | null {
  for (const { parties, sentence } of clauses) {
    const { from } = sentence;
    if (tokens[from]?.text !== 'from' || tokens[from + 1]?.text !== ':') continue;
    const sender = parties.find(({ at }) => at <= from + 4);
    if (sender) return { value: sender.party, sentence };
  }
  return null;
}

/**
 * Returns the authority that "I" or "FROM:" refers to, as in "I, Ann Poe, Governor of Iowa" or
 * "FROM: Governor Poe". Null if there is none, or more than one.
 */
function speakerOf({ tokens, clauses }: Document): Stated<Party> | null {
  const parties = new Map<Party, Sentence>();
  for (const { parties: found, sentence } of clauses) {
    const isSender =
      tokens[sentence.from]?.text === 'from' && tokens[sentence.from + 1]?.text === ':';
    for (const { party, at } of found)
      if (isSender ? at <= sentence.from + 3 : isBehindI(tokens, sentence.from, at))
        parties.set(party, sentence);
  }
  const [only] = parties;
  return parties.size === 1 && only ? { value: only[0], sentence: only[1] } : null;
}

/** Matches the title of the person who is speaking: "I, Ann Poe, Governor", "in me as Governor". */
function isBehindI(tokens: Document['tokens'], from: number, at: number): boolean {
  for (let i = at - 1; i >= from; i--) {
    const token = tokens[i];
    if (token?.text === 'i' && token.cap) return true;
    if (token?.text === 'as') return tokens[i - 1]?.text === 'me';
    if (token?.kind === 'word' && !token.cap && token.text !== 'the') return false;
  }
  return false;
}

/** Matches the honored person's name in a heading: "Flag Order - Bishop Sanna". */
const isHonoree = (
  tokens: Document['tokens'],
  { isHeading }: Sentence,
  party: Party,
  at: number,
): boolean => party === 'other' && isHeading && /^[-:|]$/.test(tokens[at - 1]?.text ?? '');

/**
 * Matches a sentence in which the author reports an earlier order of their own: "On August 15, I
 * directed that flags …".
 */
const recitesOwn = ({ tokens, clauses }: Document): boolean =>
  clauses.some(({ isRecital, mentions }) =>
    mentions.some(
      ({ verb }) =>
        isRecital &&
        /^(directed|ordered)$/.test(tokens[verb]?.text ?? '') &&
        [1, 2].some((back) => tokens[verb - back]?.text === 'i' && tokens[verb - back]?.cap),
    ),
  );

const isOrdered = (order: Clause | null): boolean =>
  order?.mentions.some(({ mode }) => mode === 'order') ?? false;

function isFirstPerson({ tokens }: Document, { sentence }: Clause): boolean {
  for (let at = sentence.from; at < sentence.to; at++)
    if (tokens[at]?.text === 'hereby' || (tokens[at]?.text === 'i' && tokens[at]?.cap)) return true;
  return false;
}

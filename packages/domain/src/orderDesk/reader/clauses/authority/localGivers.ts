import { behindName, type Party } from '../../parties/authorities.ts';
import { stateAt } from '../../places/states.ts';
import type { Token } from '../../text/token.ts';
import type { Clause, Document } from '../document/document.ts';
import type { Stated } from '../drafts/draft.ts';

/**
 * Returns the county or city that says it lowers its own flags: "In accordance with the President's
 * proclamation, Lucas County has lowered its flags"; null if there is none.
 */
export function localGiver({ tokens }: Document, clauses: readonly Clause[]): Stated<Party> | null {
  for (const clause of clauses) {
    const giver = giverIn(tokens, clause);
    if (giver && giver.party !== 'other') return { value: giver.party, sentence: clause.sentence };
  }
  return null;
}

/**
 * Returns the county, city or institution that lowers its own flags: "Lucas County" in "Lucas
 * County has ordered", "the Port of Elm" in "the Port of Elm will fly its flags at half-staff".
 */
export function giverIn(
  tokens: readonly Token[],
  { sentence, mentions }: Clause,
): { party: Party; from: number; to: number } | null {
  const mention = mentions.find(({ position }) => position !== 'full');
  if (!mention) return null;
  for (let at = sentence.from; at < mention.from; at++) {
    const word = tokens[at]?.text ?? '';
    const local = PARTIES.get(word);
    const isBody = BODIES.test(word);
    if (!local && !isBody && !INSTITUTIONS.test(word)) continue;
    const subject = subjectAt(tokens, at, sentence.from);
    if (!subject || (isBody && !isOfOwnFlags(tokens, subject.to, sentence.to))) continue;
    return { party: local ?? 'other', ...subject };
  }
  return null;
}

const PARTIES: ReadonlyMap<string, Party> = new Map([
  ['county', 'county'],
  ['parish', 'county'],
  ['borough', 'county'],
  ['city', 'city'],
  ['town', 'city'],
  ['township', 'city'],
  ['village', 'city'],
]);

const INSTITUTIONS =
  /^(district|schools?|university|college|academy|port|airport|hospital|library|museum|corp|inc|company)$/;

/**
 * Words for parts of a government, such as "department". Such a body is considered the source of an
 * order only if it lowers its own flags, because it may just be passing on an order for all flags
 * of a state.
 */
const BODIES = /^(department|agency|authority|commission)$/;

/**
 * Verbs that can follow the name of a county or city that lowers its flags: "lowers", "ordered".
 */
const VERB = /^(lowers|lowered|flies|orders|ordered|directs|directed)$/;

/**
 * Matches the verb in phrases such as "has also lowered", "is flying" or "will fly", but not in "is
 * reminded".
 */
function isVerb(tokens: readonly Token[], at: number): boolean {
  if (!/^(has|have|is|are|will|shall|hereby)$/.test(tokens[at]?.text ?? ''))
    return VERB.test(tokens[at]?.text ?? '');
  let verb = at + 1;
  while (/^(also|now|today|hereby|be|immediately)$/.test(tokens[verb]?.text ?? '')) verb++;
  return /^(lower(s|ed|ing)?|fly|flies|flying|flown|order(s|ed|ing)?|direct(s|ed|ing)?|display(ed|ing)?|observ(e|ed|ing)|placed)$/.test(
    tokens[verb]?.text ?? '',
  );
}

/**
 * Number of words, starting with the verb, that are searched for "flags", as in "will fly its U.S.
 * flags".
 */
const FLAGS_MAX = 6;

/**
 * Matches a verb followed by the subject's own flags: "will fly its flags", "is lowering their
 * flag".
 */
function isOfOwnFlags(tokens: readonly Token[], verb: number, to: number): boolean {
  const words = tokens.slice(verb, Math.min(to, verb + FLAGS_MAX)).map(({ text }) => text);
  const own = words.findIndex((word) => word === 'its' || word === 'their');
  return own !== -1 && words.slice(own).some((word) => /^flags?$/.test(word));
}

/**
 * Given the index of a noun, returns the whole subject that it belongs to in a main clause, such as
 * "the City of Lima, Ohio" in ", the City of Lima, Ohio, has ordered"; null if the noun is not part
 * of a subject.
 */
function subjectAt(
  tokens: readonly Token[],
  noun: number,
  from: number,
): { from: number; to: number } | null {
  const isOf = /^(of|in|at)$/.test(tokens[noun + 1]?.text ?? '');
  let to = isOf ? behindName(tokens, noun + 2) : noun + 1;
  if (tokens[to]?.text === '.') to++;
  const state = tokens[to]?.text === ',' ? stateAt(tokens, to + 1) : null;
  if (state) to = state.to;
  const verb = state && tokens[to]?.text === ',' ? to + 1 : to;
  if (!isVerb(tokens, verb)) return null;
  let first = noun;
  while (first > from && (tokens[first - 1]?.cap || tokens[first - 1]?.text === '.')) first--;
  const isNamed = tokens[noun]?.cap === true || tokens[first - 1]?.text === 'the';
  if (tokens[first - 1]?.text === 'the') first--;
  const isMain = first <= from || /^[,;:-]$/.test(tokens[first - 1]?.text ?? '');
  return isNamed && isMain ? { from: first, to } : null;
}

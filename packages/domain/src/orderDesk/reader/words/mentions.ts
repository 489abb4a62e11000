import { isNameOfPerson } from '../text/names.ts';
import type { Sentence } from '../text/sentences.ts';
import type { Token } from '../text/token.ts';
import { behindAside } from './asides.ts';
import {
  CALL,
  HYPOTHETICALS,
  NEGATIONS,
  ORDER_VERBS,
  ORDER_WORDS,
  POSITION_STAFF,
  REQUEST_VERBS,
} from './lexicon.ts';

/**
 * How a sentence mentions a flag position.
 * - `order`: someone orders the position.
 * - `state`: the sentence says that flags are or will be in that position.
 * - `request`: someone asks for the position.
 * - `none`: the position is denied, hypothetical, or part of someone else's order.
 */
export type Mode = 'order' | 'state' | 'request' | 'none';

/** A phrase in a sentence that says what position flags are in or move to. */
export interface Mention {
  from: number;
  to: number;
  /** `half`: half-staff; `full`: full-staff; `lowered`: lowered, without saying how far. */
  position: 'half' | 'full' | 'lowered';
  mode: Mode;
  /** Index of the verb that orders the position; -1 if there is none. */
  verb: number;
}

/** Returns the flag positions that a sentence mentions. */
export function mentionsIn(tokens: readonly Token[], sentence: Sentence): Mention[] {
  const mentions: Mention[] = [];
  let mode: Mode = 'state';
  let verb = -1;
  let hasFlag = false;
  for (let at = sentence.from; at < sentence.to; at++) {
    const token = tokens[at];
    if (!token || token.kind === 'break') continue;
    const word = token.text;
    const behind = behindAside(tokens, at);
    if (behind > at) {
      at = behind - 1;
      continue;
    }
    if (token.kind === 'mark') {
      if (word === ';') {
        mode = 'state';
        verb = -1;
      }
      continue;
    }
    if (word === 'flag' || word === 'flags' || word === 'colors') hasFlag = true;
    const position = positionAt(tokens, at);
    if (position && GOODS.test(tokens[position.to]?.text ?? '')) {
      at = position.to - 1;
      continue;
    }
    if (position) {
      const isName = ATTRIBUTED.test(tokens[position.to]?.text ?? '');
      mentions.push({
        from: at,
        to: position.to,
        position: position.position,
        mode:
          isName && mode === 'order' && !CHANGES.test(tokens[verb]?.text ?? '') ? 'state' : mode,
        verb,
      });
      at = position.to - 1;
      continue;
    }
    if (/^lower(ed|ing|s)?$/.test(word) && isFlagNear(tokens, sentence, at, hasFlag)) {
      mentions.push({ from: at, to: at + 1, position: 'lowered', mode, verb });
      continue;
    }
    // In "flags, which the Governor had ordered lowered, will return to full-staff", the main
    // clause goes on.
    if (
      /^(will|should|are)$/.test(word) &&
      tokens[at - 1]?.text === ',' &&
      hadOrdered(tokens, verb)
    )
      mode = 'state';
    // "The half-staff order has been canceled".
    const changed = mentions.at(-1);
    if (
      changed?.mode === 'state' &&
      CHANGES.test(word) &&
      /^(been|is|was|hereby)$/.test(tokens[at - 1]?.text ?? '') &&
      ATTRIBUTED.test(tokens[changed.to]?.text ?? '')
    ) {
      changed.mode = 'order';
      changed.verb = at;
      continue;
    }
    const isPlan =
      (/^(will|should|must|shall)$/.test(word) && ORDER_WORDS.has(tokens[at + 1]?.text ?? '')) ||
      (word === 'have' && tokens[at - 1]?.text === 'to') ||
      isInfinitive(tokens, at);
    if (isNameOfPerson(tokens, at)) continue;
    // "A post claims that the Governor ordered …"
    const isClaim =
      CLAIMS.test(word) && /^(that|the|governor|gov|flags|:)$/.test(tokens[at + 1]?.text ?? '');
    if (
      isClaim ||
      isPlan ||
      isNegation(tokens, at) ||
      HYPOTHETICALS.has(word) ||
      isPermission(tokens, at)
    ) {
      mode = 'none';
    } else if (isRequest(tokens, at) || isCall(tokens, at)) {
      if (mode !== 'none') mode = 'request';
    } else if (isWhenever(tokens, at, sentence.from)) {
      mode = 'none';
    } else if (isOrderVerb(tokens, at, sentence) || isDirection(tokens, at)) {
      // In "The Secretary announced that Governor Poe has ordered", the later verb gives the order.
      if (mode === 'order' && tokens[verb]?.text.startsWith('announc')) verb = at;
      if (mode === 'state' || (mode === 'request' && isNewClause(tokens, at))) {
        mode = 'order';
        verb = at;
        // In "Half-staff flags have been ordered", the position comes first.
        const last = mentions.at(-1);
        if (last?.mode === 'state' && (isPassive(tokens, at) || isPhrase(tokens, at))) {
          last.mode = 'order';
          last.verb = at;
        }
      }
    }
  }
  return mentions;
}

/** Things for sale, such as "a half-staff kit". */
const GOODS = /^(kit|kits|bracket|brackets|ribbon|ribbons|pulley|accessories)$/;

const CLAIMS =
  /^(claim|claims|claimed|claiming|alleges|alleged|alleging|pretends|pretended|heard|hear|dreamed|dreamt)$/;

const hadOrdered = (tokens: readonly Token[], verb: number): boolean =>
  /^(had|previously|earlier)$/.test(tokens[verb - 1]?.text ?? '');

/** Verbs whose object is an earlier order. */
const CHANGES = /^(exten|shorten|rescind|cancel|revoke|ended$|ends$|ending$)/;

/** Nouns that "half-staff" modifies, as in "the current half-staff period". */
const ATTRIBUTED =
  /^(period|kit|kits|order|orders|notice|notices|alert|directive|proclamation|status|mourning)$/;

const ONE_WORD = new Set(
  'halfstaff halfstaffed halfmast halfmasted fullstaff fullstaffed fullmast fullmasted'.split(' '),
);

/** Recognizes phrases such as "half-staff", "full mast" and "halfstaff". */
export function positionAt(
  tokens: readonly Token[],
  at: number,
): { position: 'half' | 'full'; to: number } | null {
  const word = tokens[at]?.text ?? '';
  if (word === 'half' || word === 'full') {
    let next = at + 1;
    if (word === 'full' && tokens[next]?.text === 'height')
      return { position: 'full', to: next + 1 };
    if (tokens[next]?.text === '-') next++;
    if (tokens[next]?.text === '\n') next++;
    if (tokens[next]?.text === '-') next++;
    if (!POSITION_STAFF.has(tokens[next]?.text ?? '')) return null;
    return { position: word, to: next + 1 };
  }
  if (
    word === 'normal' &&
    /^(protocols?|position|operations?|status)$/.test(tokens[at + 1]?.text ?? '')
  )
    return { position: 'full', to: at + 2 };
  if (ONE_WORD.has(word))
    return { position: word.startsWith('half') ? 'half' : 'full', to: at + 1 };
  return null;
}

/**
 * Number of words on either side of "lowered" within which a flag counts as the object being
 * lowered.
 */
const NEAR = 8;
function isFlagNear(
  tokens: readonly Token[],
  { to }: Sentence,
  at: number,
  hasFlag: boolean,
): boolean {
  if (hasFlag || tokens[at - 1]?.text === 'them') return true;
  for (let i = at + 1; i < Math.min(to, at + NEAR); i++) {
    const word = tokens[i]?.text;
    if (word === 'flag' || word === 'flags') return true;
  }
  return false;
}

function isNegation(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text ?? '';
  if (!NEGATIONS.has(word)) return false;
  const next = tokens[at + 1]?.text ?? '';
  // Excludes "No later than", "not only", "without delay" and "No. 12"; "instead of flowers" is
  // rare.
  if (word === 'no') return !/^(later|earlier|less|objection)$/.test(next) && next !== '.';
  if (word === 'not') return !/^(only|later|just|merely|limited)$/.test(next);
  if (word === 'without') return !/^(delay|exception)$/.test(next);
  return true;
}

/** Recognizes rules and questions: "may be flown", "can be flown", "should the flag be flown". */
function isPermission(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'word') return false;
  if (token.text === 'can') return true;
  if (token.text === 'should' && tokens[at + 1]?.text === 'have') return true;
  // "may be returned to full-staff at sunset" is the end of an order.
  if (token.text === 'may' && tokens[at + 1]?.text === 'be')
    return !/^(returned|raised|restored)$/.test(tokens[at + 2]?.text ?? '');
  if (token.text === 'may') return tokens[at + 1]?.kind === 'word' && !token.cap;
  return token.text === 'should' && token.cap;
}

/** Excludes "at the request of the family". */
function isRequest(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text ?? '';
  if (!REQUEST_VERBS.has(word)) return false;
  const isNoun = tokens[at - 1]?.text === "'s" || tokens[at + 1]?.text === 'of';
  return !(word === 'request' && isNoun);
}

function isCall(tokens: readonly Token[], at: number): boolean {
  if (!CALL.has(tokens[at]?.text ?? '')) return false;
  return /^(on|upon|for)$/.test(tokens[at + 1]?.text ?? '');
}

/** Recognizes something that has not happened: "want the governor to order flags lowered". */
const isInfinitive = (tokens: readonly Token[], at: number): boolean =>
  /^(order|direct|proclaim|command)$/.test(tokens[at]?.text ?? '') &&
  tokens[at - 1]?.text === 'to' &&
  !/^(orders?|directive|proclamation)$/.test(tokens[at - 2]?.text ?? '');

/** Maximum number of words in a title and name ("Governor Jane Doe") before the verb. */
const OFFICE_MAX = 5;

/**
 * Recognizes a rule, which is not an order: "when the governor orders flags lowered", "each time an
 * order".
 */
function isWhenever(tokens: readonly Token[], at: number, from: number): boolean {
  if (!/^(orders|directs|announces|order|issues)$/.test(tokens[at]?.text ?? '')) return false;
  for (let i = at - 1; i >= Math.max(from, at - OFFICE_MAX); i--) {
    if (/^(when|whenever|anytime)$/.test(tokens[i]?.text ?? '')) return true;
    if (/^(each|every|any)$/.test(tokens[i]?.text ?? '')) return tokens[i + 1]?.text === 'time';
  }
  return false;
}

/** Maximum number of words between "I" and its verb. */
const FIRST_PERSON_MAX = 40;

/** Whether the word at `at` is a verb that gives an order. */
function isOrderVerb(tokens: readonly Token[], at: number, { from, to }: Sentence): boolean {
  const word = tokens[at]?.text ?? '';
  // "has ended the half-staff order early"
  if (/^(ended|ends|ending)$/.test(word) && isOfFlags(tokens, at))
    return tokens.slice(at, to).some(({ text }) => text === 'early' || text === 'earlier');
  if (ORDER_VERBS.has(word))
    return !isNoun(tokens, at) && !isAboutIt(tokens, at) && !permits(tokens, at);
  if (
    /^(extended|extends|extending|shortened|shortens|shortening|rescinded|rescinds|canceled|cancelled|cancels|revoked|revokes)$/.test(
      word,
    )
  )
    return isOfFlags(tokens, at);
  if (!ORDER_WORDS.has(word)) return false;
  const before = tokens[at - 1]?.text ?? '';
  if (/^(hereby|do|i|we|also|further|therefore)$/.test(before)) return true;
  const next = tokens[at + 1]?.text ?? '';
  // "I, the Governor of Ohio, direct that".
  if (/^(that|all|the|flags|and|as|:)$/.test(next) && before === ',') {
    for (let i = at - 2; i >= Math.max(from, at - FIRST_PERSON_MAX); i--)
      if (tokens[i]?.text === 'i' && tokens[i]?.cap) return true;
  }
  if (word === 'direct' && before === 'and')
    return isOrderVerb(tokens, at - 2, { from, to } as Sentence);
  // "By order of the Governor", "under an order of".
  if (word === 'order' && tokens[at + 1]?.text === 'of')
    return /^(by|per|on|under)$/.test(before) || at === from;
  if (word === 'order' && (before === 'by' || before === 'per')) return true;
  if (/^(order|proclamation)$/.test(word) && isIssued(tokens, at)) return true;
  if (word === 'proclamation') return isByProclamation(tokens, at);
  return false;
}

/**
 * Recognizes phrases such as "at the direction of", "by direction of" and "has received notice from
 * the Governor".
 */
export const isDirection = (tokens: readonly Token[], at: number): boolean => {
  const word = tokens[at]?.text ?? '';
  const next = tokens[at + 1]?.text;
  if (word === 'direction') return next === 'of';
  if (!/^(notice|notification|word|instructions?|direction|directive)$/.test(word)) return false;
  if (next !== 'from') return false;
  // "notice from the United States President", "word from Illinois Governor Dan Poe"
  for (let office = at + 2; office < at + 2 + OFFICE_MAX; office++) {
    const token = tokens[office];
    if (/^(governor|gov|president)$/.test(token?.text ?? '')) return true;
    if (token?.kind !== 'break' && token?.text !== 'the' && token?.cap !== true) return false;
  }
  return false;
};

/** Maximum number of words between "extended" and the thing it refers to. */
const OBJECT_MAX = 6;

/**
 * Recognizes phrases such as "has extended the half-staff order" and "extends the lowering of
 * flags".
 */
function isOfFlags(tokens: readonly Token[], at: number): boolean {
  const isActive = tokens[at]?.text.endsWith('ing') === true;
  const before = tokens[at - 1]?.text ?? '';
  if (!isActive && /^(been|is|was|were|are|be|being|not)$/.test(before)) return false;
  // "has extended her order lowering flags in Iowa to half-staff"
  const isOrder = [2, 3].some((next) =>
    /^(order|period|directive|proclamation|lowering)$/.test(tokens[at + next]?.text ?? ''),
  );
  for (let i = at + 1; i <= at + (isOrder ? 2 * OBJECT_MAX : OBJECT_MAX); i++) {
    if (positionAt(tokens, i)) return true;
    if (tokens[i]?.kind !== 'word') return false;
  }
  return false;
}

/** Recognizes "signed an executive order for all flags to be flown" and "issued an order that". */
function isIssued(tokens: readonly Token[], at: number): boolean {
  let next = at + 1;
  // "signed an executive order April 14 for all flags"
  while (tokens[next]?.kind === 'number' || (tokens[next]?.cap && next < at + 4)) next++;
  if (!/^(for|that|to)$/.test(tokens[next]?.text ?? '')) return false;
  for (let i = at - 1; i >= at - 4; i--) {
    const word = tokens[i]?.text ?? '';
    if (/^(signed|signs|issued|issues)$/.test(word)) return tokens[i - 1]?.text !== 'be';
    if (!/^(a|an|the|executive|formal|presidential|flag|new)$/.test(word)) return false;
  }
  return false;
}

/** Recognizes "by order of the Governor" or "as ordered by" after the ordered position. */
const isByProclamation = (tokens: readonly Token[], at: number): boolean => {
  const before = tokens[at - 1]?.text ?? '';
  const far = tokens[at - 2]?.text ?? '';
  if (before === 'by' && /^(of|by)$/.test(tokens[at + 1]?.text ?? '')) return true;
  return before === 'presidential' && (far === 'by' || tokens[at - 3]?.text === 'by');
};

const isPhrase = (tokens: readonly Token[], at: number): boolean =>
  /^(of|by)$/.test(tokens[at + 1]?.text ?? '') &&
  /^(order|direction|ordered|directed|proclaimed|proclamation)$/.test(tokens[at]?.text ?? '');

/**
 * Recognizes a verb that does not refer to the position after it: "ordered it", "then directed 30
 * days of half-staff".
 */
const isAboutIt = (tokens: readonly Token[], at: number): boolean => {
  if (tokens[at - 1]?.text === 'then') return true;
  if (!/^(it|this)$/.test(tokens[at + 1]?.text ?? '')) return false;
  // "ordered it to half-staff"
  return !/^(to|lowered|flown|at|be)$/.test(tokens[at + 2]?.text ?? '');
};

/** Recognizes a permission: "authorizes any jurisdiction to fly the flag at half-staff". */
const permits = (tokens: readonly Token[], at: number): boolean =>
  /^authoriz/.test(tokens[at]?.text ?? '') &&
  /^(any|other|others|individual|local|agencies|municipalities|jurisdictions)$/.test(
    tokens[at + 1]?.text ?? '',
  );

/** Recognizes phrases such as "executive orders", "flag orders" and "orders are". */
function isNoun(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text;
  if (word !== 'orders' && word !== 'mandates' && word !== 'commands') return false;
  const before = tokens[at - 1]?.text ?? '';
  const next = tokens[at + 1]?.text ?? '';
  return (
    /^(executive|flag|the|of|these|his|her|such|those|recent|past|other|all|any|staff|federal|active|current|previous|new|future|special|similar)$/.test(
      before,
    ) || /^(are|is|were|was|from|of|may|can|will)$/.test(next)
  );
}

/** Recognizes phrases such as "... asks people to reflect, and has ordered flags ...". */
function isNewClause(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text ?? '';
  if (before === 'and' && /^(ordered|directed)$/.test(tokens[at]?.text ?? '')) return true;
  return (
    /^(has|have|also|hereby)$/.test(before) &&
    /^(and|also|i|governor|he|she)$/.test(tokens[at - 2]?.text ?? '')
  );
}

const isPassive = (tokens: readonly Token[], at: number): boolean =>
  /^(been|is|are|was|were|as)$/.test(tokens[at - 1]?.text ?? '');

import type { Sentence } from '../sentences/sentences.ts';
import { isNameOfPerson } from '../text/names.ts';
import type { Token } from '../text/token.ts';
import { behindAside } from './asides.ts';
import { formerPlanIn } from './asideTimes.ts';
import { isCancelVerb } from './cancelVerbs.ts';
import { CHANGE_VERBS } from './changeVerbs.ts';
import { CALL, HYPOTHETICALS, NEGATIONS, ORDER_WORDS, REQUEST_VERBS } from './lexicon.ts';
import {
  isDirection,
  isFlagOrder,
  isNewClause,
  isOrderVerb,
  isPassive,
  isPhrase,
  isThisIs,
  OFFICE_MAX,
} from './orderVerbs.ts';
import { positionAt } from './positions.ts';

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

/**
 * Returns the flag positions that a sentence mentions.
 * @param isBehindFlags whether the previous sentence is about flags, so that "they" may mean the
 * flags
 */
export function mentionsIn(
  tokens: readonly Token[],
  sentence: Sentence,
  isBehindFlags = false,
): Mention[] {
  const mentions: Mention[] = [];
  let mode: Mode = 'state';
  let verb = -1;
  let hasFlag = false;
  const plan = formerPlanIn(tokens, sentence);
  for (let at = sentence.from; at < sentence.to; at++) {
    const token = tokens[at];
    if (!token || token.kind === 'break') continue;
    if (plan && at >= plan.from && at < plan.to) continue;
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
    if (/^(flags?|colors)$/.test(word) && !isWarning(tokens, at)) hasFlag = true;
    const position = positionAt(tokens, at);
    if (position && (isForSale(tokens, position.to) || (!hasFlag && isOfStaffing(tokens, at)))) {
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
          mode === 'order' &&
          ((isName && !changes(tokens, verb)) || isInEffect(tokens, at, position.to))
            ? 'state'
            : mode,
        verb,
      });
      at = position.to - 1;
      continue;
    }
    // "has rescinded the flag order that she issued on Friday" refers to half-staff without naming
    // it.
    if (mode === 'order' && isFlagOrder(tokens, at) && changes(tokens, verb)) {
      mentions.push({ from: at, to: at + 2, position: 'half', mode, verb });
      at++;
      continue;
    }
    const isOfThey = isBehindFlags && areLowered(tokens, at, sentence.from);
    if (
      /^lower(ed|ing|s)?$/.test(word) &&
      (isOfThey || isFlagNear(tokens, sentence, at, hasFlag))
    ) {
      mentions.push({ from: at, to: at + 1, position: 'lowered', mode, verb });
      continue;
    }
    if (hasFlag && isDown(tokens, at)) {
      mentions.push({ from: at, to: at + 1, position: 'lowered', mode, verb });
      continue;
    }
    // In "flags, which the Governor had ordered lowered, will return to full-staff", the main
    // clause continues after the comma.
    if (
      /^(will|should|are)$/.test(word) &&
      tokens[at - 1]?.text === ',' &&
      hadOrdered(tokens, verb)
    )
      mode = 'state';
    // "The half-staff order has been canceled" mentions the order before the verb.
    const changed = mentions.at(-1);
    if (
      changed?.mode === 'state' &&
      changes(tokens, at) &&
      /^(been|is|was|hereby)$/.test(tokens[at - 1]?.text ?? '') &&
      ATTRIBUTED.test(tokens[changed.to]?.text ?? '')
    ) {
      changed.mode = 'order';
      changed.verb = at;
      continue;
    }
    const isPlan =
      (/^(will|should|must|shall)$/.test(word) && ORDER_WORDS.has(tokens[at + 1]?.text ?? '')) ||
      (word === 'have' && tokens[at - 1]?.text === 'to' && !isOfOrder(tokens, at - 2)) ||
      // For example: "To be signed by Governor Poe: order lowering flags"
      (/^(signed|issued|approved)$/.test(word) && isToBe(tokens, at)) ||
      isInfinitive(tokens, at);
    if (isNameOfPerson(tokens, at)) continue;
    // "A post claims that the Governor ordered …" is not an order.
    const isClaim =
      CLAIMS.test(word) && /^(that|the|governor|gov|flags|:)$/.test(tokens[at + 1]?.text ?? '');
    if (
      isClaim ||
      isPlan ||
      isNegation(tokens, at) ||
      HYPOTHETICALS.has(word) ||
      (isPermission(tokens, at) && !isAuthorized(tokens, at, sentence.from))
    ) {
      mode = 'none';
    } else if (isAuthorized(tokens, at, sentence.from)) {
      mode = 'order';
      verb = at;
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
  if (isCalledFalse(tokens, sentence)) for (const mention of mentions) mention.mode = 'none';
  return mentions;
}

/** Matches a rumor: "Reports that the Governor ordered flags lowered are false". */
function isCalledFalse(tokens: readonly Token[], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++) {
    if (!/^(is|are|was|were)$/.test(tokens[at]?.text ?? '')) continue;
    const [next, far] = [tokens[at + 1]?.text ?? '', tokens[at + 2]?.text ?? ''];
    if (/^(false|untrue|fake|fabricated|incorrect|inaccurate|unfounded)$/.test(next)) return true;
    if (next === 'not' && /^(true|accurate|correct)$/.test(far)) return true;
  }
  return false;
}

/**
 * Matches an aside about flags that are already lowered: "flags, currently at half-staff for Judge
 * Roe,".
 */
function isInEffect(tokens: readonly Token[], at: number, end: number): boolean {
  const first = tokens[at - 1]?.text === 'at' ? at - 2 : at - 1;
  if (tokens[end]?.text === 'since')
    return tokens[at - 1]?.text === 'at' && tokens[first]?.text === ',';
  // For example: "flags, which are at half-staff until Sunday,"
  const isWhich =
    /^(are|is)$/.test(tokens[first]?.text ?? '') &&
    /^(which|that)$/.test(tokens[first - 1]?.text ?? '') &&
    tokens[first - 2]?.text === ',';
  return (
    isWhich ||
    (/^(currently|already|still)$/.test(tokens[first]?.text ?? '') &&
      tokens[first - 1]?.text === ',')
  );
}

/**
 * Nouns for goods, which show that flags are for sale, as in "a half-staff kit" and "half-staff
 * flag kits".
 */
const GOODS = /^(kits?|brackets?|ribbons?|pulleys?|accessories|bows?|mounts?|sets|poles|products)$/;

const isForSale = (tokens: readonly Token[], at: number): boolean =>
  GOODS.test(tokens[at]?.text ?? '') ||
  (/^(flags?|mourning)$/.test(tokens[at]?.text ?? '') && GOODS.test(tokens[at + 1]?.text ?? ''));

/** Matches "half staff" used for a shortage of employees: "the branch runs at half staff". */
const isOfStaffing = (tokens: readonly Token[], at: number): boolean =>
  tokens[at + 1]?.text !== '-' &&
  [2, 3, 4].some((back) =>
    /^(run|runs|running|ran|operate|operates|operating|operated|work|works|working|function|functions|functioning|open|opens|staffed|play|plays)$/.test(
      tokens[at - back]?.text ?? '',
    ),
  );

/** Whether the words before a token are "to be". */
const isToBe = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.text === 'be' && tokens[at - 2]?.text === 'to';

/** Matches a warning of fire weather: "a red flag warning". */
const isWarning = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.text === 'red' &&
  /^(warnings?|watch|conditions?|day|alert)$/.test(tokens[at + 1]?.text ?? '');

const CLAIMS =
  /^(claim|claims|claimed|claiming|alleges|alleged|alleging|pretends|pretended|heard|hear|dreamed|dreamt)$/;

const hadOrdered = (tokens: readonly Token[], verb: number): boolean =>
  /^(had|previously|earlier)$/.test(tokens[verb - 1]?.text ?? '');

/** Matches a verb that changes or ends an earlier order, such as "extends" or "rescinds". */
const changes = (tokens: readonly Token[], at: number): boolean =>
  CHANGE_VERBS.has(tokens[at]?.text ?? '') ||
  /^(extend|shorten|lengthen|renew|prolong|ended|ends|ending)$/.test(tokens[at]?.text ?? '') ||
  isCancelVerb(tokens, at);

/** Nouns that "half-staff" modifies, as in "the current half-staff period". */
const ATTRIBUTED =
  /^(period|kit|kits|order|orders|notice|notices|alert|directive|proclamation|status|mourning)$/;

/** Matches flags that "remain down", "are to stay down" or "came down at sunrise". */
function isDown(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.text !== 'down') return false;
  const verb = tokens[at - 1]?.text ?? '';
  if (/^(remain|remains|stay|stays|kept)$/.test(verb)) return true;
  return (
    /^(come|comes|came|go|goes|went)$/.test(verb) &&
    tokens[at + 1]?.text === 'at' &&
    /^(sunrise|dawn|sunup)$/.test(tokens[at + 2]?.text ?? '')
  );
}

/** Matches phrases such as "they will be lowered" or "they are to stay lowered". */
const areLowered = (tokens: readonly Token[], at: number, from: number): boolean =>
  tokens[at]?.text === 'lowered' &&
  /^(be|kept|stay|remain)$/.test(tokens[at - 1]?.text ?? '') &&
  tokens.slice(Math.max(from, at - NEAR), at).some(({ text }) => text === 'they');

/** Maximum number of words between "lowered" and its subject, "flag" or "flags". */
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
    if (/^flags?$/.test(word ?? '') && !isWarning(tokens, i)) return true;
  }
  return false;
}

function isNegation(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text ?? '';
  if (!NEGATIONS.has(word)) return false;
  const next = tokens[at + 1]?.text ?? '';
  // Excludes "No later than", "not only", "without delay" and "No. 12". Ignores "instead of
  // flowers", because it is rare.
  if (word === 'no') return !/^(later|earlier|less|objection)$/.test(next) && next !== '.';
  if (word === 'not') return !/^(only|later|just|merely|limited)$/.test(next);
  // For example: "will instead stay at half-staff"
  if (word === 'instead') return !/^(stay|remain|be|continue|return|fly)$/.test(next);
  // For example: "acts without reason"
  if (word === 'without')
    return [1, 2, 3].some((far) =>
      /^(orders?|authorization|authority|approval|permission|proclamation|directive|lowering|being)$/.test(
        tokens[at + far]?.text ?? '',
      ),
    );
  return true;
}

/**
 * Matches words that express permission, a condition or a question: "may be flown", "can be flown",
 * "should the flag be flown".
 */
function isPermission(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'word') return false;
  if (token.text === 'can') return true;
  if (token.text === 'should' && tokens[at + 1]?.text === 'have') return true;
  // "may be returned to full-staff at sunset" is the end of an order.
  if (token.text === 'may' && tokens[at + 1]?.text === 'be')
    return !/^(returned|raised|restored)$/.test(tokens[at + 2]?.text ?? '');
  if (token.text === 'may') return tokens[at + 1]?.kind === 'word' && !token.cap;
  return token.text === 'should' && token.cap && !token.upper;
}

/**
 * Matches permission to lower the flags at certain places. Some governors word an order like this:
 * "Pursuant to Chapter 3100, flags at all buildings in Perry County may be lowered immediately".
 */
const isAuthorized = (tokens: readonly Token[], may: number, from: number): boolean =>
  /^(pursuant|under)$/.test(tokens[from]?.text ?? '') &&
  tokens[may]?.text === 'may' &&
  isImmediate(tokens, may) &&
  tokens.slice(from, may).some(({ text }) => /^(chapter|section|statutes?|code)$/.test(text));

/**
 * Matches phrases such as "may be lowered to half-staff immediately", "may immediately be lowered"
 * or "may be flown at half-staff, effective immediately".
 */
function isImmediate(tokens: readonly Token[], may: number): boolean {
  const isNow = (at: number): boolean => {
    const first = tokens[at]?.text === ',' ? at + 1 : at;
    const last = tokens[first]?.text === 'effective' ? first + 1 : first;
    return tokens[last]?.text === 'immediately';
  };
  const be = isNow(may + 1) ? may + 2 : may + 1;
  if (tokens[be]?.text !== 'be') return false;
  const verb = isNow(be + 1) ? be + 2 : be + 1;
  if (!/^(lowered|flown|displayed)$/.test(tokens[verb]?.text ?? '')) return false;
  if (be > may + 1 || verb > be + 1 || isNow(verb + 1)) return true;
  const half = /^(to|at)$/.test(tokens[verb + 1]?.text ?? '') ? positionAt(tokens, verb + 2) : null;
  return half?.position === 'half' && isNow(half.to);
}

/**
 * Whether a word makes a request. Excludes "at the request of the family" and "following a request
 * by the Adjutant General".
 */
function isRequest(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text ?? '';
  if (!REQUEST_VERBS.has(word)) return false;
  // In "The Governor wants flags lowered", the wish is an order; in "They want the Governor to lower
  // flags", it is not.
  if (word.startsWith('want'))
    return [2, 3, 4, 5, 6].some(
      (far) =>
        tokens[at + far]?.text === 'to' &&
        /^(order|lower|direct|fly|have|put|announce)$/.test(tokens[at + far + 1]?.text ?? ''),
    );
  const isNoun =
    /^('s|a|the|this|his|her|their)$/.test(tokens[at - 1]?.text ?? '') ||
    tokens[at + 1]?.text === 'of';
  return !(/^(request|urging)$/.test(word) && isNoun);
}

function isCall(tokens: readonly Token[], at: number): boolean {
  if (!CALL.has(tokens[at]?.text ?? '')) return false;
  return /^(on|upon|for)$/.test(tokens[at + 1]?.text ?? '');
}

/**
 * Matches an order that someone wants but that is not being given: "want the governor to order
 * flags lowered".
 */
const isInfinitive = (tokens: readonly Token[], at: number): boolean =>
  /^(order|direct|proclaim|command)$/.test(tokens[at]?.text ?? '') &&
  tokens[at - 1]?.text === 'to' &&
  !isThisIs(tokens, at - 2) &&
  !isOfOrder(tokens, at - 2);

/** Matches a noun for an order that has been given: "the President's order to have all flags …". */
const isOfOrder = (tokens: readonly Token[], at: number): boolean =>
  /^(orders?|directive|proclamation)$/.test(tokens[at]?.text ?? '');

/**
 * Matches a general rule, which is not an order: "when the governor orders flags lowered", "each
 * time an order".
 */
function isWhenever(tokens: readonly Token[], at: number, from: number): boolean {
  if (!/^(orders|directs|announces|order|issues)$/.test(tokens[at]?.text ?? '')) return false;
  for (let i = at - 1; i >= Math.max(from, at - OFFICE_MAX); i--) {
    if (/^(when|whenever|anytime)$/.test(tokens[i]?.text ?? '')) return true;
    if (/^(each|every|any)$/.test(tokens[i]?.text ?? '')) return tokens[i + 1]?.text === 'time';
  }
  return false;
}

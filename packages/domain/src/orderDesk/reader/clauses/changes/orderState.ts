import { partiesIn } from '../../parties/authorities.ts';
import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { datePhraseAt } from '../../when/datePhrases.ts';
import { isCancelVerb, isNegated } from '../../words/cancelVerbs.ts';
import { CEREMONIES } from '../../words/lexicon.ts';
import type { Document } from '../document/document.ts';
import type { OrderGroup } from '../drafts/draft.ts';
import { isOfOtherNumber } from './orderNumbers.ts';

/**
 * What a document says about an order besides its terms. `cancelled`: the order was canceled.
 * `suspended`: it is in doubt whether the order is in effect. `undated`: the days of the order have
 * not been set yet. `void`: the document was sent by mistake.
 */
export type OrderState = 'cancelled' | 'suspended' | 'undated' | 'void';

/**
 * Returns what a sentence near an order says about the order, such as "The order was called off".
 */
export function stateOfOrder(
  document: Document,
  group: OrderGroup,
): { value: OrderState; sentence: Sentence } | null {
  const { sentences, isOnly, evidence } = group;
  const { tokens, clauses } = document;
  const first = Math.min(...sentences.map(({ from }) => from));
  const last = sentences.reduce((one, other) => (other.from > one.from ? other : one));
  for (const clause of clauses) {
    const { sentence } = clause;
    if (clause.isForeign || clause.isQuoted || clause.isRecital) continue;
    const isNear =
      sentence.from >= first && (sentence.from <= last.from || isBeside(sentence, last));
    if (!isOnly && !isNear) continue;
    const value = stateIn(
      tokens,
      { ...sentence, from: behindLabel(tokens, sentence) },
      evidence.some((one) => one.sentence === sentence && one.date !== null),
    );
    if (value && !isOfOtherNumber(document, group, sentence)) return { value, sentence };
  }
  return null;
}

const isBeside = ({ from, paragraph }: Sentence, last: Sentence): boolean =>
  from > last.from && paragraph === last.paragraph;

function stateIn(tokens: readonly Token[], sentence: Sentence, isOwn: boolean): OrderState | null {
  const { to } = sentence;
  if (isMistake(tokens, sentence)) return 'void';
  if (disregards(tokens, sentence)) return 'cancelled';
  if (isStamp(tokens, sentence)) return stampOf(tokens, sentence);
  if (isOnOpenDate(tokens, sentence)) return 'undated';
  if (!isOwn && movesEnd(tokens, sentence)) return 'suspended';
  const active = activeStateIn(tokens, sentence);
  if (active) return active;
  const subject = subjectIn(tokens, sentence);
  if (subject === null) return null;
  for (let at = subject.to; at < to; at++) {
    const token = tokens[at];
    if (/^([,;]|if|unless|until|till|when|whether|should)$/.test(token?.text ?? '')) break;
    if (subject.isOrder && isPassive(tokens, at) && isCancelVerb(tokens, at)) return 'cancelled';
    if (isOutOfForce(tokens, at)) return 'suspended';
    if (isMoved(tokens, at, to, isOwn)) return 'suspended';
    if (subject.isDate && isPending(tokens, at, to)) return 'undated';
  }
  return null;
}

/**
 * Matches a request to ignore an order: "Please disregard yesterday's order to lower flags on May
 * 6".
 */
function disregards(tokens: readonly Token[], { from, to }: Sentence): boolean {
  const words = tokens.slice(from, to).map(({ text }) => text);
  const verb = words.findIndex((word) => /^(disregard|ignore)$/.test(word));
  if (verb === -1 || verb > 1 || words.includes('instead')) return false;
  const noun = words.findIndex((word, i) => i > verb && ORDER.test(word));
  return (
    noun !== -1 &&
    noun - verb <= OBJECT_MAX &&
    words[noun + 1] === 'to' &&
    /^(lower|fly|put|place|display)$/.test(words[noun + 2] ?? '')
  );
}

/**
 * Matches an update saying that an order's end has moved: "Update: the Governor's office says the
 * end has been pushed to sunset May 7".
 */
const movesEnd = (tokens: readonly Token[], { from, to }: Sentence): boolean =>
  tokens.slice(from, to).some(({ text }, i) => {
    const at = from + i;
    const verb = tokens[at + 2]?.text === 'been' ? at + 3 : at + 2;
    return (
      /^(end|ending)$/.test(text) &&
      /^(the|its)$/.test(tokens[at - 1]?.text ?? '') &&
      /^(has|was|is)$/.test(tokens[at + 1]?.text ?? '') &&
      /^(pushed|moved|changed|set|delayed|postponed)$/.test(tokens[verb]?.text ?? '')
    );
  });

const STAMP =
  /^(rescinded|cancelled|canceled|revoked|withdrawn|void|voided|superseded|expired|suspended|postponed)$/;
/** Maximum number of words in a stamp such as "RESCINDED May 7, 2026". */
const STAMP_MAX = 7;

/** Matches a stamp on a document: "RESCINDED", "Withdrawn May 7, 2026". */
function isStamp(tokens: readonly Token[], { from, to }: Sentence): boolean {
  let at = from;
  while (/^(update|status|notice|note|this|order|\*|:|-|\(|>)$/.test(tokens[at]?.text ?? '')) at++;
  if (!STAMP.test(tokens[at]?.text ?? '') || !tokens[at]?.cap || to - at > STAMP_MAX) return false;
  const rest = tokens.slice(at + 1, to);
  return (
    rest.every(({ kind, text }) => kind !== 'word' || /^(on|by|effective|of)$/.test(text)) ||
    datePhraseAt(tokens, tokens[at + 1]?.text === 'on' ? at + 2 : at + 1) !== null
  );
}

const stampOf = (tokens: readonly Token[], { from, to }: Sentence): OrderState =>
  tokens.slice(from, to).some((_, i) => isCancelVerb(tokens, from + i)) ? 'cancelled' : 'suspended';

/**
 * Matches a sentence that withdraws a document: "This notice was sent in error", "Please disregard
 * this order".
 */
function isMistake(tokens: readonly Token[], { from, to }: Sentence): boolean {
  const words = tokens.slice(from, to).map(({ text }) => text);
  if (words.some((word) => /^(if|correct|corrected|instead|not)$/.test(word))) return false;
  const isText = (at: number): boolean =>
    /^(this|the|above)$/.test(words[at] ?? '') &&
    [1, 2, 3].some((next) =>
      /^(notice|message|mail|email|alert|announcement|release|post|order|report|notification)$/.test(
        words[at + next] ?? '',
      ),
    );
  const sent = words.findIndex((word) => /^(sent|issued|posted|published|released)$/.test(word));
  const [next = '', far = ''] = words.slice(sent + 1);
  const isError =
    (next === 'in' && far === 'error') ||
    (next === 'by' && far === 'mistake') ||
    next === 'erroneously';
  if (sent !== -1 && isError) return isText(0);
  const disregard = words.findIndex((word) => /^(disregard|ignore)$/.test(word));
  return (
    disregard !== -1 && disregard <= 1 && words[disregard + 1] === 'this' && isText(disregard + 1)
  );
}

const STOPS = /^(block|halt|stay|suspend|revers|paus|postpon|delay)(s|es|ed|ing)?$/;

/**
 * Matches a sentence that cancels an order: "The Governor called it off", "She has reversed the
 * order", "A judge blocked it".
 */
function activeStateIn(tokens: readonly Token[], sentence: Sentence): OrderState | null {
  const { from, to } = sentence;
  const isOffice =
    /^(she|he|they)$/.test(tokens[from]?.text ?? '') || partiesIn(tokens, sentence).length > 0;
  for (let at = from + 1; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    const next = tokens[at + 1]?.text ?? '';
    if (/^(if|unless|until|till|when|whether|should)$/.test(word)) return null;
    if (isOffice && word.startsWith('revers') && next === 'course') return 'suspended';
    if (isOffice && word === 'changed' && tokens[at + 2]?.text === 'mind') return 'suspended';
    if (word === 'not' && /^(be|go)$/.test(next) && endsWithAfterAll(tokens, at, to))
      return 'suspended';
    if (isOffice && /^(will|to)$/.test(word) && isOfDates(tokens, at + 1, to)) return 'undated';
    const isCancel = isOffice && isCancelVerb(tokens, at);
    if (!(isCancel || STOPS.test(word)) || isPassive(tokens, at) || isNegated(tokens, at)) continue;
    const object = tokens.slice(at + 1, at + OBJECT_MAX);
    const noun = object.findIndex(({ text }) => ORDER.test(text));
    const isThis = /^(the|this|that|her|his)$/.test(next);
    const isOrder = isThis && noun !== -1 && noun <= 2 && !object.some(isOfAnother);
    if (isOrder || (isCancel && /^(it|this)$/.test(next)))
      return isCancel ? 'cancelled' : 'suspended';
  }
  return null;
}

/** Matches a planned lowering that has been canceled: "will not be lowered after all". */
const endsWithAfterAll = (tokens: readonly Token[], from: number, to: number): boolean =>
  tokens
    .slice(from, to)
    .some(({ text }, i) => text === 'after' && tokens[from + i + 1]?.text === 'all') &&
  tokens.slice(from, to).some(({ text }) => /^(lowered|flown|half|down)$/.test(text));

/** Matches dates that are still unknown: "will announce the exact dates later". */
function isOfDates(tokens: readonly Token[], verb: number, to: number): boolean {
  if (!/^(set|announce|determine|release|decide|share)$/.test(tokens[verb]?.text ?? ''))
    return false;
  for (let at = verb + 1; at < Math.min(to, verb + OBJECT_MAX); at++) {
    const word = tokens[at]?.text ?? '';
    if (/^(dates?|days?)$/.test(word)) return !CEREMONIES.has(tokens[at + 3]?.text ?? '');
    if (!MODIFIER.test(word)) return false;
  }
  return false;
}

/** Maximum number of words from a verb to its object, as in "withdrew the half-staff order". */
const OBJECT_MAX = 6;

const ORDER = /^(order|directive|proclamation|lowering|notice|announcement)$/;
const DATES = /^(dates?|days?|schedule|times?|hours|period)$/;
const MODIFIER =
  /^(the|this|that|her|his|its|their|a|an|half|staff|mast|-|flag|executive|exact|final|new|actual|specific|governor|governors|'s|lowering|of|for|all|planned|official|and|both|start|end|details|about|above|below|listed|flags?|order|which|on)$/;

/**
 * Words that show that a different order is meant, as in "the earlier order" and "the old order".
 */
const isOfAnother = ({ text }: Token): boolean =>
  /^(earlier|previous|prior|first|last|old|other|president|president's|former|monday|ban)$/.test(
    text,
  );

/**
 * Returns the index of the token after a label such as "UPDATE:" or "Note -"; the start of the
 * sentence if there is no label.
 */
function behindLabel(tokens: readonly Token[], { from, to }: Sentence): number {
  let at = from;
  while (/^(update|updated|note|correction|important|\*)$/.test(tokens[at]?.text ?? '')) at++;
  if (datePhraseAt(tokens, at)) at = datePhraseAt(tokens, at)?.to ?? at;
  const isLabel = at > from && /^[:-]$/.test(tokens[at]?.text ?? '');
  return isLabel && at + 1 < to ? at + 1 : from;
}

/** Maximum number of words in a subject such as "The exact dates of the lowering". */
const SUBJECT_MAX = 9;

/**
 * Returns the grammatical subject of a sentence if the subject is the order or its dates; null
 * otherwise.
 */
function subjectIn(
  tokens: readonly Token[],
  { from, to }: Sentence,
): { to: number; isOrder: boolean; isDate: boolean } | null {
  const first = from;
  let at = from;
  let isOrder = false;
  let isDate = false;
  for (; at < Math.min(to, first + SUBJECT_MAX); at++) {
    const token = tokens[at];
    const word = token?.text ?? '';
    if (token && isOfAnother(token)) return null;
    if (CEREMONIES.has(word)) return null;
    if (DATES.test(word)) isDate = true;
    else if (ORDER.test(word)) isOrder = true;
    else if (!MODIFIER.test(word)) break;
  }
  const isThis = /^(it|this|that)$/.test(tokens[first]?.text ?? '') && at === first + 1;
  if (isThis) return null;
  return isOrder || isDate ? { to: at, isOrder: isOrder && !isDate, isDate } : null;
}

const isPassive = (tokens: readonly Token[], at: number): boolean => {
  let before = at - 1;
  while (/^(now|hereby|since|also|officially|therefore|today)$/.test(tokens[before]?.text ?? ''))
    before--;
  return /^(is|are|was|were|been|being)$/.test(tokens[before]?.text ?? '');
};

/**
 * Matches words that end or suspend an order: "is suspended", "was reversed", "is no longer in
 * effect", "will not take place".
 */
function isOutOfForce(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text ?? '';
  const next = tokens[at + 1]?.text ?? '';
  if (
    isPassive(tokens, at) &&
    /^(suspended|reversed|lifted|terminated|superseded|replaced|pulled|blocked|struck|stayed|paused|halted|dropped|enjoined|invalidated|overruled)$/.test(
      word,
    )
  )
    return true;
  if (word === 'on') return next === 'hold';
  if (word === 'no') return next === 'longer';
  if (word === 'never') return /^(took|takes?|went)$/.test(next);
  if (word !== 'not') return false;
  const far = tokens[at + 2]?.text ?? '';
  if (next === 'take') return /^(effect|place)$/.test(far);
  return /^(valid|go|happen|proceed)$/.test(next) || (next === 'in' && far === 'effect');
}

/**
 * Matches the postponement of an order: "has been postponed", "was moved". Does not match if the
 * new date can be parsed.
 */
function isMoved(tokens: readonly Token[], at: number, to: number, isRead: boolean): boolean {
  if (!/^(postponed|delayed|moved|rescheduled|changed)$/.test(tokens[at]?.text ?? '')) return false;
  if (!isPassive(tokens, at)) return false;
  for (let i = at; i < to; i++) if (datePhraseAt(tokens, i)) return !isRead;
  return true;
}

/**
 * Matches a day that is not known yet: "on a date still to be set", "When flags will be lowered
 * will be announced".
 */
function isOnOpenDate(tokens: readonly Token[], { from, to }: Sentence): boolean {
  if (isOfCeremony(tokens, { from, to })) return false;
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (!/^(date|dates|day|days)$/.test(word) || CEREMONIES.has(tokens[at - 1]?.text ?? ''))
      continue;
    let next = at + 1;
    while (/^(which|that|is|are|still|yet|,)$/.test(tokens[next]?.text ?? '')) next++;
    const isBe = tokens[next]?.text === 'to' && tokens[next + 1]?.text === 'be';
    const isOpenEnd = /^(until|till)$/.test(tokens[at - 2]?.text ?? '');
    if (isBe && !isOpenEnd && SETTLED.test(tokens[next + 2]?.text ?? '')) return true;
  }
  const words = tokens.slice(from, to).map(({ text }) => text);
  const will = words.lastIndexOf('will');
  return (
    words[0] === 'when' &&
    words.some((word) => /^(flags?|they|lowered|lowering)$/.test(word)) &&
    words[will + 1] === 'be' &&
    SETTLED.test(words[will + 2] ?? '')
  );
}

/**
 * Matches a sentence that mentions a ceremony but no flags: "A celebration of life will be held on
 * a date to be announced."
 */
const isOfCeremony = (
  tokens: readonly Token[],
  { from, to }: Pick<Sentence, 'from' | 'to'>,
): boolean => {
  const words = tokens.slice(from, to).map(({ text }) => text);
  return (
    words.some((word) => CEREMONIES.has(word)) &&
    !words.some((word) => ORDER.test(word) || /^(flags?|half|lower|lowered)$/.test(word))
  );
};

const SETTLED =
  /^(announced|determined|set|finalized|confirmed|decided|released|known|scheduled|available|shared|provided|published|final|certain|changed|revised|moved)$/;

/**
 * Matches details that are not known yet: "will be announced", "have not been set", "are to be
 * determined", "will follow".
 */
function isPending(tokens: readonly Token[], at: number, to: number): boolean {
  const word = tokens[at]?.text ?? '';
  if (/^(tbd|tba|pending)$/.test(word)) return true;
  const isOpen =
    /^(will|not|yet|may)$/.test(word) ||
    (word === 'to' && /^(be|come)$/.test(tokens[at + 1]?.text ?? ''));
  if (!isOpen) return false;
  for (let i = at + 1; i < Math.min(to, at + PENDING_MAX); i++) {
    const verb = tokens[i]?.text ?? '';
    if (SETTLED.test(verb) || /^(follow|come|change)$/.test(verb)) return true;
  }
  return false;
}

/** Maximum number of words from "will" to "announced", as in "will soon be announced". */
const PENDING_MAX = 6;

import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';

const PLAY = /^(material|materials|exercise|exercises|scenario|order|text|document|only|[:.-])$/;
/** Nouns for the thing being tested, as in "This is a test of the notification system". */
const TESTED = /^(system|notifications?|alerts?|list|network|procedures?)$/;

/**
 * Matches a sentence saying that the document is not a real order: "This is only a test", "Not for
 * release".
 */
function isTest(tokens: readonly Token[], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    const next = tokens[at + 1]?.text ?? '';
    const isFirst = at === from;
    if (
      isFirst &&
      /^(exercise|template)$/.test(word) &&
      /^(exercise|text|message|begins|[.:-])$/.test(next)
    )
      return true;
    if (
      isFirst &&
      /^(training|tabletop|mock|practice|drill|scenario)$/.test(word) &&
      PLAY.test(next)
    )
      return true;
    if (word === 'cut' && next === 'to' && tokens[at + 2]?.text === ':') return true;
    const isModel = /^(sample|suggested|proposed|example|model|draft)$/.test(word);
    if (
      isFirst &&
      isModel &&
      /^(proclamation|order|notice|text|release|language|wording|copy|only|[:-])$/.test(next)
    )
      return true;
    if (word === 'this' && next === 'is' && isPlay(tokens, at + 2)) return true;
    if (!isFirst && isPlaceholder(tokens, at)) return true;
    if (isNoDirective(tokens, { from, to }, at)) return true;
    if (word === 'test' && /^(message|only|mail|email|notice)$/.test(next)) return true;
    if (word === 'a' && next === 'test' && tokens[at - 1]?.text === 'only') return true;
    if (
      word === 'not' &&
      next === 'for' &&
      /^(release|publication)$/.test(tokens[at + 2]?.text ?? '')
    )
      return true;
  }
  return false;
}

/**
 * Matches a statement that the document isn't an order: "(for planning; not a directive)", "This
 * calendar is not an order".
 */
function isNoDirective(
  tokens: readonly Token[],
  { from, to }: Pick<Sentence, 'from' | 'to'>,
  not: number,
): boolean {
  if (tokens[not]?.text !== 'not' || !/^(a|an)$/.test(tokens[not + 1]?.text ?? '')) return false;
  if (!/^(order|directive|proclamation)$/.test(tokens[not + 2]?.text ?? '')) return false;
  const end = tokens[not + 3];
  if (not + 3 < to && !/^[).;:!]$/.test(end?.text ?? '')) return false;
  if (not === from) return true;
  return tokens
    .slice(from, not)
    .some(({ text }) => /^(calendar|sheet|list|schedule|planning|planner|table|chart)$/.test(text));
}

/**
 * Matches words for a drill or a test, such as "only a drill" and "a test of the notification
 * system".
 */
function isPlay(tokens: readonly Token[], from: number): boolean {
  let at = from;
  while (/^(only|just|a|an|training)$/.test(tokens[at]?.text ?? '')) at++;
  const isNoun =
    /^(drill|test|exercise|simulation|rehearsal|joke|parody|sample|template|draft)$/.test(
      tokens[at]?.text ?? '',
    );
  if (at === from || !isNoun) return false;
  const next = tokens[at + 1]?.text ?? '.';
  if (next === 'of') return tokens.slice(at + 2, at + 8).some(({ text }) => TESTED.test(text));
  return /^([.,;:!]|only|and)$/.test(next);
}

/**
 * Matches a blank in a template: "Governor [NAME] has ordered", "[insert date]". The parser treats
 * the brackets as spaces.
 */
const isPlaceholder = (tokens: readonly Token[], at: number): boolean => {
  const token = tokens[at];
  if (token?.text === 'insert')
    return /^(name|date|state|title|reason|city|county|here)$/.test(tokens[at + 1]?.text ?? '');
  const isGap = token?.upper === true && /^(name|honoree|weekday)$/.test(token.text);
  return isGap && tokens[at - 1]?.upper === false && tokens[at + 1]?.text !== ':';
};

const STORIES =
  /^(play|simulation|scenario|series|musical|opera|movie|film|game|novel|book|script|sketch|skit|comic)$/;

/**
 * Matches a mention of fiction: "a novel", "a work of fiction", "the short story", "In the video
 * game".
 */
function isFiction(tokens: readonly Token[], { from, to }: Sentence): boolean {
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    const before = tokens[at - 1]?.text ?? '';
    const next = tokens[at + 1]?.text ?? '';
    if (word === 'work' && next === 'of' && tokens[at + 2]?.text === 'fiction') return true;
    if (/^(fictional|fictitious|screenplay|teleplay|satire|satirical|parody)$/.test(word))
      return true;
    // For example: "In the play, the Governor orders flags to half-staff"
    const isIn = before === 'the' && tokens[at - 2]?.text === 'in' && next === ',';
    if (isIn && STORIES.test(word)) return true;
    if (word === 'april' && /^fools?$/.test(next)) return true;
    if (isOfStage(tokens, at)) return true;
    if (/^(fanfic|fanfiction|roleplay|larp)$/.test(word)) return true;
    if (/^(mock|model)$/.test(word) && /^(legislature|congress|government|senate|un)$/.test(next))
      return true;
    if (word === 'video' && /^(game|games)$/.test(next)) return before === 'the' || before === 'a';
    if (word === 'story' && /^(short|my)$/.test(before)) return true;
    const isOnly = before === 'a' && /^(only|just)$/.test(tokens[at - 2]?.text ?? '');
    if (word === 'story' && isOnly) return true;
    const isKind = /^(flash|fan|short|historical|serial|serialized)$/.test(before);
    if (word === 'fiction' && isKind) return true;
    if (word === 'excerpt' && next === 'from' && isWorkBehind(tokens, at + 2)) return true;
    if (!WORKS.test(word) || tokens[at]?.cap) continue;
    if (isSubtitle(tokens, at)) return true;
    if (/^(this|the)$/.test(before) && next === "'s") return true;
  }
  return false;
}

const WORKS = /^(novel|novella|play|musical|movie|sitcom|drama|serial|screenplay)$/;

/** Maximum number of adjectives before the genre, as in "a one-act radio play". */
const ADJECTIVES_MAX = 4;

/**
 * Matches a work of fiction by the genre after its title: "The Long Halyard, a novel", "The Last
 * Ferry - a serial novel", but not "the author of a novel".
 */
function isSubtitle(tokens: readonly Token[], noun: number): boolean {
  if (tokens[noun + 1]?.kind === 'word' && !AFTER_WORK.test(tokens[noun + 1]?.text ?? ''))
    return false;
  for (let at = noun - 1; at >= noun - 1 - ADJECTIVES_MAX; at--) {
    const token = tokens[at];
    if (/^(a|an)$/.test(token?.text ?? '')) return /^([,(:-]|\n)$/.test(tokens[at - 1]?.text ?? '');
    if (token?.text !== '-' && (token?.kind !== 'word' || token.cap)) return false;
  }
  return false;
}
const AFTER_WORK = /^(by|in|of|set|from|about|for|chapter|part|episode|will|that|which)$/;

/**
 * Matches a phrase after "excerpt from" that refers to a work of fiction: "the novel", "her new
 * novel".
 */
const isWorkBehind = (tokens: readonly Token[], at: number): boolean =>
  [0, 1, 2, 3].some((next) => WORKS.test(tokens[at + next]?.text ?? ''));

/**
 * Matches parts of a play or screenplay: "ACT ONE, SCENE 3", "a play in two acts", "INT. GOVERNOR'S
 * OFFICE - NIGHT".
 */
function isOfStage(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.text;
  if (word === 'scene') return tokens[at - 1]?.text === ',' && tokens[at - 3]?.text === 'act';
  if (word === 'acts')
    return tokens[at - 2]?.text === 'in' && tokens[at]?.cap === tokens[at - 1]?.cap;
  const isSlug = word === 'int' || word === 'ext';
  if (!isSlug || !tokens[at]?.upper || tokens[at + 1]?.text !== '.') return false;
  for (let i = at + 2; i < at + 12; i++)
    if (/^(day|night|morning|evening|later|continuous)$/.test(tokens[i]?.text ?? '')) return true;
  return false;
}

/** Maximum number of words in a sentence such as "That claim is not true." */
const UNTRUE_MAX = 14;

/** Matches a sentence that denies the one before it: "That is not true.", "Verdict: False". */
function isUntrue(tokens: readonly Token[], { from, to }: Sentence): boolean {
  const first = tokens[from]?.text ?? '';
  if (/^(verdict|rating|ruling)$/.test(first)) {
    const far = tokens[from + 2]?.text ?? '';
    return tokens[from + 1]?.text === ':' && /^(false|fake|untrue|misleading|wrong)$/.test(far);
  }
  if (to - from > UNTRUE_MAX) return false;
  const isSaid = tokens.slice(from, to).some(({ text }) => /^(said|says|confirmed)$/.test(text));
  for (let at = from; isSaid && at + 2 < to; at++)
    if (
      /^(that|this|it)$/.test(tokens[at]?.text ?? '') &&
      /^(is|was)$/.test(tokens[at + 1]?.text ?? '') &&
      /^(false|incorrect|untrue|fake)$/.test(tokens[at + 2]?.text ?? '')
    )
      return true;
  if (!/^(that|this|it|which|both|the|these|those|they|such)$/.test(first)) return false;
  for (let at = from + 1; at < to; at++) {
    if (!/^(is|was|are|were)$/.test(tokens[at - 1]?.text ?? '')) continue;
    const word = tokens[at]?.text ?? '';
    if (/^(false|fake|untrue|fabricated|satire)$/.test(word)) return true;
    if (word === 'not') return /^(true|real|genuine|accurate)$/.test(tokens[at + 1]?.text ?? '');
  }
  return false;
}

/** Whether a document says that its own content is not real: "This is only a test". */
export function isDenied(tokens: readonly Token[], sentences: readonly Sentence[]): boolean {
  return sentences.some((sentence) => {
    const { from, to } = sentence;
    const first = tokens[from]?.text ?? '';
    const second = tokens[from + 1]?.text ?? '';
    if (isTest(tokens, sentence) || isFiction(tokens, sentence)) return true;
    if (isUntrue(tokens, sentence)) return true;
    if (first === 'fact' && /^(check|-|checked)$/.test(second)) return true;
    if (
      /^(false|fake|hoax|satire|fiction)$/.test(first) &&
      (second === '.' || second === ':' || to - from <= 3)
    )
      return true;
    return tokens.slice(from, to).some(({ text }) => text === 'hoax' || text === 'debunked');
  });
}

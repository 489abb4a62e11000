import type { Sentence } from '../sentences/sentences.ts';
import type { Token } from '../text/token.ts';
import { GOVERNMENT, isEvery, PART_WORDS, type TopicAt, WITHIN } from './placeWords.ts';
import { type StateName, stateAt } from './states.ts';

const OF_WORDS = new Set(
  (
    'state commonwealth territory governor people flag flags governors republic banner all borders ' +
    'boundaries limits breadth entirety whole'
  ).split(' '),
);

/**
 * Returns the states whose flags a sentence is about, and the states of the governors whom it
 * mentions.
 */
export function statesIn(
  tokens: readonly Token[],
  sentence: Sentence,
  topicAt: TopicAt,
): StateName[] {
  const found: StateName[] = [];
  let listOpen = false;
  for (let at = sentence.from; at < sentence.to; at++) {
    const state = stateAt(tokens, at);
    if (!state) {
      const word = tokens[at]?.text ?? '';
      if (!/^(,|and|\n|&)$/.test(word)) listOpen = false;
      continue;
    }
    const { topic } = topicAt(at);
    const isAbout = topic === 'flag' || topic === 'other';
    if (isAbout && (isGoverned(tokens, state, sentence) || (listOpen && !state.short))) {
      found.push(state);
      listOpen = true;
    } else if (!state.short && (isOfGovernor(tokens, state) || isByGovernor(tokens, state))) {
      found.push(state);
      listOpen = true;
    } else if (!state.short && isNextGovernor(tokens, state, found.at(-1), sentence.from)) {
      found.push(state);
    } else listOpen = false;
    at = state.to - 1;
  }
  // For example: "WASHINGTON, D.C. - Oregon Governor Ann Poe ordered"
  const others = found.filter(({ code }) => code !== 'DC');
  const isPress =
    others.length > 0 && found[0]?.code === 'DC' && isDateline(tokens, found[0], sentence.from);
  return isPress ? others : found;
}

/** Matches the second governor in "Governors Ann Poe of Iowa and Bob Lee of Ohio". */
function isNextGovernor(
  tokens: readonly Token[],
  state: StateName,
  last: StateName | undefined,
  from: number,
): boolean {
  if (!last || tokens[state.from - 1]?.text !== 'of') return false;
  let at = state.from - 2;
  while (at > last.to && tokens[at]?.cap) at--;
  if (tokens[at]?.text === 'and' && tokens[at - 1]?.text === ',') at--;
  const isList = at === last.to && /^(and|,)$/.test(tokens[at]?.text ?? '');
  for (let i = last.from - 1; isList && i >= from; i--)
    if (tokens[i]?.text === 'governors') return true;
  return false;
}

/**
 * Matches phrases before a state's name such as "Governor of", "the Governor of the State of" or
 * "State of".
 */
function isOfGovernor(tokens: readonly Token[], { from, to }: StateName): boolean {
  let at = from - 1;
  const back = (...words: string[]): boolean => {
    while (tokens[at]?.text === '\n') at--;
    if (!words.includes(tokens[at]?.text ?? '')) return false;
    at--;
    return true;
  };
  const next = tokens[to]?.text ?? '';
  // "Attack in Reno, Nevada Governor's Circular"
  const isOfCity = tokens[from - 1]?.text === ',' && tokens[to + 1]?.text === "'s";
  if (/^(governor|gov)$/.test(next)) return tokens[from - 1]?.text !== 'former' && !isOfCity;
  if (next === "'s" && /^(governor|gov)$/.test(tokens[to + 1]?.text ?? '')) return true;
  back('u.s.', 'us');
  back('the');
  if (!back('of')) return false;
  // Not "the former Lieutenant Governor of Nebraska"
  if (back('governor', 'governors')) {
    if (tokens[at]?.text === '.') at--;
    return !/^(lieutenant|lt|deputy|former|late|past)$/.test(tokens[at]?.text ?? '');
  }
  // For example: "the Governor's Office of Colorado"
  if (back('office')) return tokens[at]?.text === "'s" && tokens[at - 1]?.text === 'governor';
  if (!back('state', 'commonwealth', 'territory')) return false;
  back('great');
  back('the');
  return back('of') && back('governor');
}

/**
 * Matches the state of a governor after "by", even if another person's name comes first: "has been
 * extended by Governor Ann Poe of Ohio".
 */
function isByGovernor(tokens: readonly Token[], { from }: StateName): boolean {
  if (tokens[from - 1]?.text !== 'of') return false;
  let at = from - 2;
  while (tokens[at]?.cap && !/^(governor|gov)$/.test(tokens[at]?.text ?? '')) at--;
  if (tokens[at]?.text === '.') at--;
  return /^(governor|gov)$/.test(tokens[at]?.text ?? '') && tokens[at - 1]?.text === 'by';
}

/** Words that are not part of a person's name, even in a document in capitals. */
const BEHIND =
  /^(shall|will|should|must|are|is|be|to|at|on|from|in|until|for|by|as|through|with|effective|immediately|beginning|today|who|which|that|fly|flown|lowered|has|have|orders?|ordered|directs?)$/;

function isGoverned(tokens: readonly Token[], state: StateName, { from, to }: Sentence): boolean {
  let before = state.from - 1;
  while (before >= from && tokens[before]?.text === '\n') before--;
  // For example: "in the U.S. Virgin Islands"
  const hasArticle = /^(VI|MP)$/.test(state.code);
  while (hasArticle && before > from && /^(the|u\.s\.|us)$/.test(tokens[before]?.text ?? ''))
    before--;
  const left = before >= from ? tokens[before] : undefined;
  const right = state.to < to ? tokens[state.to] : undefined;
  const further = tokens[state.to + 1];
  if (isDateline(tokens, state, from) || isOfOfficeholder(tokens, state, from)) return true;
  if (state.short && /^flags?$/.test(right?.text ?? '') && left?.text === 'and') return true;
  if (state.short) return left?.text === 'of' && tokens[before - 1]?.text === 'state';
  // Excludes "Camarillo, California", "Kansas City", "Georgia Wells" and "Virginia Street".
  const isPlaceOf =
    left?.text === ',' && tokens[before - 1]?.cap === true && !stateEndsAt(tokens, before);
  if (isPlaceOf) return false;
  const isGovernmentBehind = right !== undefined && GOVERNMENT.has(right.text);
  // "IN CALIFORNIA SHALL BE FLOWN"
  const isName = right?.kind === 'word' && right.cap && !(right.upper && BEHIND.test(right.text));
  if (isName && !isGovernmentBehind) return false;
  if (right?.text === '-' && further?.kind === 'word' && !right.spaced) return false;
  if (
    left?.kind === 'word' &&
    left.cap &&
    !/^(the|all|both|in|throughout|across|of|and|u\.s\.|acting|great|governor|for|that)$/.test(
      left.text,
    )
  )
    return isGovernmentBehind && left.text !== 'fort';
  if (left === undefined && right?.text === ':') return true;
  // For example: "CONNECTICUT - Governor Ann Poe"
  const isLabel = left?.kind !== 'word' && right?.text === '-' && right.spaced;
  if (isLabel && /^(governor|gov|acting)$/.test(further?.text ?? '')) return true;
  if (
    left?.text === ':' &&
    /^(state|states|where|location|jurisdiction|area)$/.test(tokens[before - 1]?.text ?? '')
  )
    return true;
  if (isGovernmentBehind && !/^(and|or)$/.test(right?.text ?? '')) {
    // Excludes "Ohio State University" and "New York State Police".
    if (
      right?.text === 'state' &&
      further?.kind === 'word' &&
      further.cap &&
      !GOVERNMENT.has(further.text)
    )
      return false;
    return true;
  }
  if (right?.text === "'s") return true;
  if (left?.kind === 'number' && isEvery(tokens, before - 1)) return true;
  if (left?.text === 'of') return isOfFlags(tokens, before - 1, from);
  if (isBesideNation(tokens, state, before)) return true;
  if (left?.text === 'and' || left?.text === ',') return left.text === 'and' && isGovernmentBehind;
  return left !== undefined && WITHIN.has(left.text);
}

/**
 * Matches flags of a state and of the United States: "Alaska and United States flags", "flags of
 * the U.S. and Nevada".
 */
function isBesideNation(tokens: readonly Token[], { to }: StateName, before: number): boolean {
  const isAnd = (at: number): boolean => /^(and|&)$/.test(tokens[at]?.text ?? '');
  if (isAnd(to)) {
    const flag = tokens[to + 1]?.text === 'united' ? to + 3 : to + 2;
    const isNation = /^(united|u\.s\.|us|american|national)$/.test(tokens[to + 1]?.text ?? '');
    if (isNation && /^flags?$/.test(tokens[flag]?.text ?? '')) return true;
  }
  if (!isAnd(before)) return false;
  // For example: "flags of the United States of America and Indiana"
  let flags = before - 1;
  while (/^(u\.s\.|us|united|states|america|nation|of|the)$/.test(tokens[flags]?.text ?? ''))
    flags--;
  return flags < before - 2 && /^flags?$/.test(tokens[flags]?.text ?? '');
}

/**
 * Matches a state that follows its governor's name: "Governor Ann Poe (Iowa)", "Gov. Ann Poe,
 * D-Iowa,".
 */
function isOfOfficeholder(tokens: readonly Token[], state: StateName, from: number): boolean {
  let at = state.from - 1;
  if (tokens[at]?.text === '-' && /^[rdi]$/.test(tokens[at - 1]?.text ?? '')) at -= 2;
  else if (tokens[at]?.text !== '(' || tokens[state.to]?.text !== ')') return false;
  if (/^[(,]$/.test(tokens[at]?.text ?? '')) at--;
  for (let back = 0; back < 4 && at >= from; back++, at--) {
    if (/^(governor|gov)$/.test(tokens[at]?.text ?? '')) return true;
    if (!tokens[at]?.cap && tokens[at]?.text !== '.') return false;
  }
  return false;
}

/**
 * Matches words that link a state to its flags or governor: "the State of", "flags of", "Governor
 * Hugh Mabry of".
 */
function isOfFlags(tokens: readonly Token[], at: number, from: number): boolean {
  let i = at;
  while (tokens[i]?.text === '\n') i--;
  // For example: "the flags of the United States and of New Mexico"
  while (i > from && /^(and|of|the|both|united|states|america|u\.s\.)$/.test(tokens[i]?.text ?? ''))
    i--;
  const word = tokens[i]?.text ?? '';
  if (OF_WORDS.has(word)) return true;
  // For example: "every part of Iowa", "all 99 counties of Iowa"
  if (PART_WORDS.test(word)) return isEvery(tokens, i - 1) || isEvery(tokens, i - 2);
  // For example: "the Governor's Office of Colorado"
  if (word === 'office' && tokens[i - 1]?.text === "'s") return tokens[i - 2]?.text === 'governor';
  // A name may stand between the title and the state.
  for (let back = 0; back < 4 && i >= from; back++, i--) {
    const token = tokens[i];
    if (/^(governors?|govs?)$/.test(token?.text ?? '')) return true;
    if (token?.kind === 'mark' ? token.text !== '.' : !token?.cap) return false;
  }
  return false;
}

/** Whether the comma directly follows the full name of a state, as in a list of states. */
function stateEndsAt(tokens: readonly Token[], comma: number): boolean {
  for (let at = comma - 1; at >= comma - 3; at--) {
    const state = stateAt(tokens, at);
    if (state && state.to === comma && !state.short) return true;
  }
  return false;
}

/**
 * Matches a state after a city in a dateline: "HONOLULU, HI -", "(COLUMBUS, Ohio)", "BISMARCK, N.D.
 * - May 4, 2021".
 */
export function isDateline(
  tokens: readonly Token[],
  { from, to }: StateName,
  first: number,
): boolean {
  if (tokens[from - 1]?.text !== ',' || from - first > 8) return false;
  for (let at = first; at < from - 1; at++) {
    const token = tokens[at];
    const isCity = token?.kind === 'word' ? token.cap : token?.kind !== 'opaque';
    // In "Gov. Ann Poe, MD, has ordered", "MD" is a doctor's title.
    if (!isCity || /^(governor|gov|mayor|president)$/.test(token?.text ?? '')) return false;
  }
  let next = to;
  if (tokens[next]?.text === '.') next++;
  // For example: "Albany, NY" alone on a line.
  if (tokens[next] === undefined || tokens[next]?.kind === 'break') return true;
  if (/^(governor|gov)$/.test(tokens[next]?.text ?? '') && tokens[next]?.cap) return true;
  return ['-', ')', ':', '('].includes(tokens[next]?.text ?? '') || tokens[next]?.text === ',';
}

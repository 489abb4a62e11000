import { stateAt } from '../../places/states.ts';
import { isSymbol } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { datePhraseAt } from '../../when/datePhrases.ts';
import { positionAt } from '../../words/positions.ts';
import { linksTitleAt } from './issueDates.ts';

/**
 * A line with at least this many tokens is treated as text that has lost its line breaks. Lines of
 * wrapped text are shorter.
 */
const FLAT_MIN = 45;

/**
 * Adds line breaks to a copied email or page that arrives as one long line, so that a title, a date
 * or a label does not become part of the next sentence. Adds them only where a new line is very
 * likely.
 */
export function withLineBreaks(tokens: readonly Token[]): readonly Token[] {
  const starts = new Set<number>();
  let from = 0;
  for (let at = 0; at <= tokens.length; at++) {
    if (at < tokens.length && tokens[at]?.kind !== 'break') continue;
    if (!isInCapitals(tokens, from, at)) {
      if (at - from >= FLAT_MIN) addStarts(starts, tokens, from, at);
      else addShortStarts(starts, tokens, from, at);
    }
    from = at + 1;
  }
  if (starts.size === 0) return tokens;
  return tokens.flatMap((token, at) => {
    const end = tokens[at - 1]?.end ?? 0;
    if (!starts.has(at)) return [token];
    // A single line break after "from" would not end the line.
    const isLink = isBehindLinksTitle(tokens, at) && tokens[at - 1]?.text !== 'from';
    const isInParagraph = tokens[at + 1]?.text === ':' || isLink;
    const text = isInParagraph ? '\n' : '\n\n';
    return [{ ...token, kind: 'break', text, start: end, end, value: -1 }, token];
  });
}

/**
 * Adds to `starts` the index of each token that probably began a new line before the line breaks
 * were lost.
 */
function addStarts(starts: Set<number>, tokens: readonly Token[], from: number, to: number): void {
  let line = from;
  for (let at = from + 1; at < to; at++) {
    if (beginsLine(tokens, at, line)) {
      starts.add(at);
      line = at;
    }
    const isDate = tokens[at]?.kind === 'number' || tokens[at]?.cap === true;
    const phrase = isDate ? datePhraseAt(tokens, at) : null;
    if (phrase?.date?.kind !== 'day' || phrase.date.year === null || phrase.to >= to) continue;
    if (isAlone(tokens, at, phrase.to)) starts.add(at);
    if (endsLine(tokens, at, phrase.to)) {
      starts.add(phrase.to);
      line = phrase.to;
    }
    at = phrase.to - 1;
  }
}

/** For a line that may be wrapped text, adds only the line breaks that are certain. */
function addShortStarts(
  starts: Set<number>,
  tokens: readonly Token[],
  from: number,
  to: number,
): void {
  addHeadline(starts, tokens, from, to);
  for (let at = from + 1; at < to; at++)
    if (isLinksTitle(tokens, at) || isBehindLinksTitle(tokens, at)) starts.add(at);
}

/**
 * Adds the line breaks around the date below a headline in a short text: "Governor Orders Flags to
 * Half-Staff May 4, 2026 Governor Ann Poe of Ohio has ordered".
 */
function addHeadline(
  starts: Set<number>,
  tokens: readonly Token[],
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    const position = positionAt(tokens, at);
    if (token?.kind !== 'word' || !(token.cap || GOES_ON.test(token.text))) return;
    if (!position) continue;
    const phrase = datePhraseAt(tokens, position.to);
    if (phrase?.date?.kind !== 'day' || phrase.date.year === null) return;
    if (!isOfficeGiving(tokens, phrase.to)) return;
    starts.add(position.to);
    starts.add(phrase.to);
    return;
  }
}

/**
 * Matches an official followed by a verb: "Governor Ann Poe of Ohio has", "Ohio Governor Ann Poe
 * today".
 */
function isOfficeGiving(tokens: readonly Token[], at: number): boolean {
  const office = stateAt(tokens, at)?.to ?? at;
  if (!OFFICE.test(tokens[office]?.text ?? '') || !tokens[at]?.cap) return false;
  const holder = tokens.slice(office + 1, office + 1 + HOLDER_MAX);
  const verb = holder.findIndex(({ cap, text }) => !cap && !/^(of|[.,])$/.test(text));
  return GIVES.test(holder[verb]?.text ?? '');
}

/** Whether a line is written in capitals. If so, capitals do not show where a sentence begins. */
function isInCapitals(tokens: readonly Token[], from: number, to: number): boolean {
  const words = tokens
    .slice(from, to)
    .filter(({ kind, text }) => kind === 'word' && text.length > 1);
  return 2 * words.filter(({ upper }) => upper).length > words.length;
}

/** Words that link a date to the text before it, such as "on" and "until". */
const BEFORE_DATE =
  /^(on|until|till|through|thru|from|to|by|of|and|or|beginning|starting|effective|ending|since|sunrise|sunset|noon|dated|is|was|for|before|after|the|at|between|updated|posted|published|date|issued|half|staff)$/;
const BEFORE_DATE_IN_TEXT = /^(today|tomorrow|day|this|yesterday|tonight)$/;

function isLinked(before: Token | undefined): boolean {
  if (before?.kind !== 'word' || BEFORE_DATE.test(before.text)) return true;
  return !before.cap && BEFORE_DATE_IN_TEXT.test(before.text);
}

/**
 * Matches a date that does not belong to a sentence, such as a date on its own line. No linking
 * word precedes such a date.
 */
function isAlone(tokens: readonly Token[], at: number, to: number): boolean {
  const before = tokens[at - 1];
  // For example: "Flags to Half-Staff August 18, 2026 Montpelier, Vt. -"
  if (before?.text === 'staff' && before.cap)
    return endsLine(tokens, at, to) || isDateline(tokens, to);
  return !isLinked(before) && (before?.cap === true || endsLine(tokens, at, to));
}

/**
 * Words that often begin a sentence. Within a sentence, they are capitalized only if they are part
 * of a title.
 */
const FIRST =
  /^(the|all|any|in|by|on|as|at|it|we|this|these|that|those|please|per|pursuant|following|when|while|if|effective|beginning|starting|today|individuals|residents|flags|date|a|an|out|last)$/;

/**
 * Words that introduce the date when a document was written. After such a date, any word may begin
 * a new line.
 */
const OF_TEXT = /^(date|dated|updated|posted|published|issued|:)$/;

/**
 * Matches a date that ended a line before the line breaks were lost: "May 4, 2026 Governor Poe has
 * ordered".
 */
function endsLine(tokens: readonly Token[], at: number, to: number): boolean {
  const next = tokens[to];
  // For example: "@SheriffsOffice · Oct 7, 2025 ⚫ Tomorrow, flags …"
  if (isSymbol(next) && tokens[at - 1]?.text === '\u00B7') return true;
  if (!next?.cap && next?.kind !== 'number') return false;
  const isDated = datePhraseAt(tokens, to)?.date?.kind === 'day';
  if (next.kind === 'number' || isDated) return isDated;
  const before = tokens[at - 1];
  return OF_TEXT.test(before?.text ?? '') || !isLinked(before) || FIRST.test(next.text);
}

/** Phrases that always begin a new paragraph, such as "for immediate release". */
const OPENINGS = [
  'for immediate release',
  'a proclamation',
  'as a mark of',
  'by the president of the united states',
  'by the authority vested',
  'in witness whereof',
  'now therefore',
  'now , therefore',
  'whereas',
  'posted by',
  'to the editor',
  'dear',
  'good morning',
  'good afternoon',
  'good evening',
  'sincerely',
  'published by',
  'you just read',
  'leave a reply',
  'leave a comment',
  'media contact',
  'press contact',
  'contact :',
  'start :',
  'end :',
  'from : sunrise',
  'from : immediately',
  'until :',
  'lower :',
  'lowered :',
  'lower flags :',
  'raise flags :',
  'flags down :',
  'flags up :',
  'return to full staff :',
  'return to full - staff :',
  'dates :',
  'day :',
  'beginning :',
  'ending :',
  'directed by :',
  'effective :',
  'expires :',
  'begins :',
  'ends :',
  'begin :',
  'duration :',
  'period :',
  'start date :',
  'end date :',
  'half - staff start date :',
  'half - staff end date :',
  'time :',
  'hours :',
  'when :',
  'where :',
  'location :',
  'honoree :',
  'posted :',
  'last updated',
  'service :',
  'ordered by :',
  'authority :',
  'white house press',
  'importance :',
  'subject :',
  'sent :',
  'cc :',
  'date :',
  'tribute :',
  'reason :',
  'background :',
  'related :',
  'photo :',
  'where the flag',
  'which flag',
  'date the flag',
  'date flag',
  'read more',
  'read the full',
  'comments (',
  'recent news',
  'related news',
  'more news',
  'latest news',
].map((words) => words.split(' '));

const OPENINGS_BY_FIRST = new Map<string, string[][]>();
for (const opening of OPENINGS) {
  const first = opening[0] ?? '';
  OPENINGS_BY_FIRST.set(first, [...(OPENINGS_BY_FIRST.get(first) ?? []), opening]);
}

/**
 * If a phrase that starts a new paragraph, such as "for immediate release", begins at a token,
 * returns its length in tokens; otherwise 0. If there are several such phrases, the longest one
 * counts.
 */
function openingAt(tokens: readonly Token[], at: number): number {
  const openings = OPENINGS_BY_FIRST.get(tokens[at]?.text ?? '') ?? [];
  return Math.max(
    0,
    ...openings
      .filter((words) => words.every((word, i) => tokens[at + i]?.text === word))
      .map((words) => words.length),
  );
}

const MAIL_ROW = /^(sent|from|subject|date|to|by|on|the|governor|flags|please)$/;

/** Matches a calendar link: "Next scheduled half-staff day: Memorial Day". */
const isCalendar = (tokens: readonly Token[], at: number): boolean =>
  /^(next|upcoming)$/.test(tokens[at]?.text ?? '') &&
  tokens[at]?.cap === true &&
  tokens.slice(at, at + 8).some(({ text }) => text === ':');

/**
 * Matches the beginning of the first reader comment below an article, directly after the title
 * "Comments (2)".
 */
const isBehindComments = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.text === ')' &&
  tokens[at - 3]?.text === '(' &&
  tokens[at - 4]?.text === 'comments';

/** Maximum number of words in a title such as "You may also like". */
const LINKS_TITLE_MAX = 4;

/**
 * Matches a title such as "Popular now" after the end of an article and before the first link: "…
 * for Judge Roe. Popular now Governor Poe orders".
 */
function isLinksTitle(tokens: readonly Token[], at: number): boolean {
  const length = linksTitleAt(tokens, at);
  const before = tokens[at - 1];
  const next = tokens[at + length];
  const isBehindText = before === undefined || before.kind === 'break' || ENDS.test(before.text);
  const isAbove = next?.kind === 'word' ? next.cap : next?.kind === 'number';
  const isInCapitals = tokens[at]?.upper === true && before?.upper === false;
  return length > 0 && (isBehindText || !before.cap || isInCapitals) && isAbove;
}

const ENDS = /^[.!?")]$/;

/** Whether a token begins the first link below a title such as "Popular now". */
function isBehindLinksTitle(tokens: readonly Token[], at: number): boolean {
  for (let length = 1; length <= LINKS_TITLE_MAX; length++)
    if (linksTitleAt(tokens, at - length) === length && isLinksTitle(tokens, at - length))
      return true;
  return false;
}

/** The end mark "###", used below the last line of a press release. */
const END_MARK = '###';

const isEndMark = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.text !== '#' &&
  tokens[at + END_MARK.length]?.text !== '#' &&
  [...END_MARK].every((mark, i) => tokens[at + i]?.text === mark);

/** Words that cannot end a title, such as "of" and "the". */
const GOES_ON =
  /^(a|an|the|of|to|in|on|at|by|for|from|and|or|with|until|through|that|as|is|are|be|was|were|his|her|their|our|this|than|said|says)$/;

/**
 * Whether a new line begins at a token.
 * @param line index of the token that begins the current line
 */
function beginsLine(tokens: readonly Token[], at: number, line: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (!token || !before || before.kind === 'break') return false;
  if (isDateline(tokens, at) || isBehindComments(tokens, at) || isCalendar(tokens, at)) return true;
  // For example: "Original message > Governor Poe is directing"
  if (token.text === '>')
    return before.text === 'message' || MAIL_ROW.test(tokens[at + 1]?.text ?? '');
  if (isEndMark(tokens, at) || isEndMark(tokens, at - END_MARK.length)) return true;
  if (isBehindLinksTitle(tokens, at)) return true;
  if (token.kind !== 'word' || !token.cap) return false;
  // For example: "Good morning, The flag notice"
  if (before.text === ',' && openingAt(tokens, at - 3) === 2 && tokens[at - 3]?.text === 'good')
    return true;
  if (isLinksTitle(tokens, at)) return true;
  // "Start Date:" in "Half-Staff Start Date:" does not begin another line.
  if (line + openingAt(tokens, line) > at) return false;
  if (openingAt(tokens, at) > 0) return !/^[,-]$/.test(before.text);
  if (before.kind !== 'word' || GOES_ON.test(before.text)) return false;
  // For example: "FLAG STATUS ALERT This is to advise"
  const isBehindTitleWords = before.upper && tokens[at - 2]?.upper === true && !token.upper;
  if ((!before.cap || isBehindTitleWords) && FIRST.test(token.text) && token.text.length > 1)
    return true;
  if (BEGINS.test(token.text) && !token.upper && NOW.test(tokens[at + 1]?.text ?? '')) return true;
  return isBehindCapitals(tokens, at) || isBehindTitle(tokens, at, line);
}

/** Words that begin the text after a title: "Beginning today", "Effective immediately". */
const BEGINS = /^(beginning|effective|starting)$/;
const NOW = /^(today|immediately|at|on)$/;

/** Minimum number of consecutive words in capitals that count as a title. */
const CAPITALS_MIN = 4;

/** Whether a token begins a title in capitals, or is the first word after one. */
function isBehindCapitals(tokens: readonly Token[], at: number): boolean {
  const isUpper = tokens[at]?.upper === true;
  const step = isUpper ? 1 : -1;
  let words = 0;
  for (let i = isUpper ? at : at - 1; words < CAPITALS_MIN; i += step) {
    const token = tokens[i];
    if (token?.kind === 'mark' && /^[,-]$/.test(token.text)) continue;
    if (token?.kind !== 'word' || !(token.upper || token.text.length === 1)) return false;
    words++;
  }
  return isUpper !== (tokens[at - 1]?.upper === true);
}

const NOT_A_TITLE =
  /^(acting|lieutenant|lt|former|first|deputy|vice|republican|democratic|democrat|nation|tribe|tribal|pueblo|district|county|parish|late|then|assistant|state|u\.s\.)$/;

/**
 * Maximum number of words from an official's title to the verb, as in "Governor Ann M. Poe today
 * ordered".
 */
const HOLDER_MAX = 7;
const OFFICE = /^(governor|gov|president|mayor)$/;
const GIVES = /^(has|have|today|ordered|orders|directed|directs|announced|announces|issued|is)$/;

/**
 * Matches an official at the beginning of the text below a title: "Governor Poe Orders Flags to
 * Half-Staff Governor Ann Poe today ordered".
 */
function isBehindTitle(tokens: readonly Token[], at: number, line: number): boolean {
  const before = tokens[at - 1];
  if (!before?.cap || NOT_A_TITLE.test(before.text)) return false;
  const office = stateAt(tokens, at)?.to ?? at;
  if (!OFFICE.test(tokens[office]?.text ?? '')) return false;
  if (office === at && stateEndsAt(tokens, at)) return false;
  const holder = tokens.slice(office + 1, office + HOLDER_MAX);
  const verb = holder.findIndex(({ cap, text }) => !cap && text !== '.');
  if (!GIVES.test(holder[verb]?.text ?? '')) return false;
  for (let i = at - 1; i >= line; i--) if (positionAt(tokens, i)) return true;
  return false;
}

const stateEndsAt = (tokens: readonly Token[], at: number): boolean =>
  [1, 2, 3].some((back) => stateAt(tokens, at - back)?.to === at);

/** Maximum number of words in a city's name. */
const CITY_MAX = 4;

/**
 * Matches a dateline in the middle of a line: "COLUMBUS, Ohio -", "(Washington, DC) -", "SACRAMENTO
 * -".
 */
function isDateline(tokens: readonly Token[], at: number): boolean {
  const first = tokens[at];
  const before = tokens[at - 1];
  const isBracket = first?.text === '(';
  const from = isBracket ? at + 1 : at;
  const city = tokens[from];
  if (!city?.cap || city.kind !== 'word' || before?.kind === 'mark') return false;
  if (GOES_ON.test(before?.text ?? '') || (before?.upper && !isBracket)) return false;
  let next = from + 1;
  while (next < from + CITY_MAX && city.upper && tokens[next]?.upper) next++;
  const state = tokens[next]?.text === ',' ? stateAt(tokens, next + 1) : null;
  if (!state && !city.upper) return false;
  next = state?.to ?? next;
  if (tokens[next]?.text === '.') next++;
  if (isBracket && tokens[next]?.text === ')') next++;
  return tokens[next]?.text === '-' && tokens[next]?.spaced === true;
}

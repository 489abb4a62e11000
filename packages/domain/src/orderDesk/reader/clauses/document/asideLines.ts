import type { Sentence } from '../../sentences/sentences.ts';
import type { Token } from '../../text/token.ts';
import { datePhraseAt } from '../../when/datePhrases.ts';
import { positionAt } from '../../words/positions.ts';

/**
 * Whether a line belongs to the surrounding web page rather than to the text itself: a link to
 * another article, a photo caption or a calendar of upcoming days.
 */
export const isAsideLine = (tokens: readonly Token[], sentence: Sentence): boolean =>
  isLink(tokens, sentence) || isCaption(tokens, sentence) || isCalendar(tokens, sentence);

const LINK =
  /^(related|previously|earlier|watch|listen|trending|recommended|archive|archives|previous|popular)$/;

/**
 * Matches a link to another article: "Related: Governor orders …", "Read more: …", "See also - …".
 */
function isLink(tokens: readonly Token[], { from, to }: Sentence): boolean {
  const words = tokens.slice(from, Math.min(to, from + 4)).map(({ text }) => text);
  const isMark = (at: number): boolean => /^[:|-]$/.test(words[at] ?? '');
  const [first = '', second = ''] = words;
  if (LINK.test(first))
    return isMark(1) || (/^(story|stories|article|news)$/.test(second) && isMark(2));
  if (/^(read|see|also|more|watch|learn)$/.test(first))
    return /^(more|also|next|read|see|news|stories|here)$/.test(second) && isMark(2);
  return false;
}

/**
 * Matches a photo caption: "Photo: Flags fly at half-staff at the Capitol on May 5, 2020 (Staff)".
 */
function isCaption(tokens: readonly Token[], { from, to }: Sentence): boolean {
  const [first, second] = [tokens[from]?.text ?? '', tokens[from + 1]?.text ?? ''];
  if (/^(photo|image|picture|caption|pictured|file)$/.test(first))
    return /^[:|-]$/.test(second) || second === 'photo' || second === 'by' || second === 'credit';
  const last = tokens.slice(Math.max(from, to - 8), to).map(({ text }) => text);
  if (last.some((text, i) => text === 'photo' && /^[(/]$/.test(last[i - 1] ?? ''))) return true;
  return isScene(tokens, from, to);
}

/**
 * Matches a description of a photo: "Flags fly at half-staff outside the Statehouse on May 5,
 * 2020".
 */
function isScene(tokens: readonly Token[], from: number, to: number): boolean {
  let isFlying = false;
  let isDated = false;
  for (let at = from; at < to; at++) {
    const word = tokens[at]?.text ?? '';
    if (
      /^(will|shall|should|must|be|are|all|during|hours|throughout|across|effective|immediately|sunrise|sunset|noon|until|till|through|from|to|ordered|orders|today)$/.test(
        word,
      )
    )
      return false;
    if (
      /^flags?$/.test(tokens[at - 1]?.text ?? '') &&
      /^(fly|flies|hang|hangs|wave|waves|flutters?)$/.test(word)
    )
      isFlying = positionAt(tokens, at + 2) !== null;
    const date = datePhraseAt(tokens, at)?.date;
    if (date?.kind === 'day' && date.year !== null) isDated = true;
  }
  return isFlying && isDated;
}

/**
 * Matches an announcement of the next half-staff day: "Next half-staff day: Patriot Day, September
 * 11".
 */
function isCalendar(tokens: readonly Token[], { from, to }: Sentence): boolean {
  if (!/^(next|upcoming|coming|future)$/.test(tokens[from]?.text ?? '')) return false;
  for (let at = from + 1; at < Math.min(to, from + LABEL_MAX); at++)
    if (/^[:-]$/.test(tokens[at]?.text ?? '') && tokens[at]?.spaced !== (tokens[at]?.text === ':'))
      return true;
  return false;
}

/** Maximum number of tokens in a label such as "Next half-staff day:". */
const LABEL_MAX = 9;

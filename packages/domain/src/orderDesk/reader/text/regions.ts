import type { Span } from './textMap.ts';

/**
 * Words that appear only in documents about flags at half-staff or full-staff, in all spellings.
 */
const MENTION =
  /(?:half|full)[\s-]{0,4}(?:staff|mast|height)|media\s{1,4}asta|flags?\b[^.]{0,80}lower|lower(?:ed|ing|s)?\b[^.]{0,80}flag|flags?\b[^.]{0,80}normal/gi;
/** Number of characters to parse before and after each mention of flags. */
const MARGIN = 2500;
/**
 * Number of characters to parse at the beginning of a document, which contains the letterhead and
 * the dateline.
 */
const HEAD = 2000;
/**
 * Maximum number of mentions of flags whose surroundings are parsed. Real texts about flag orders
 * contain fewer.
 */
const MENTIONS_MAX = 120;
/**
 * Maximum number of characters by which the parsed part of a document may grow or shrink so that it
 * begins and ends at a paragraph or word boundary.
 */
const SNAP_MAX = 400;

/**
 * Returns the parts of a document that may be about half-staff orders, from first to last and
 * without overlaps.
 */
export function regionsOf(text: string): Span[] {
  const regions: Span[] = [];
  MENTION.lastIndex = 0;
  let mentions = 0;
  for (let match = MENTION.exec(text); match; match = MENTION.exec(text)) {
    if (++mentions > MENTIONS_MAX) break;
    if (regions.length === 0 && match.index > HEAD + MARGIN)
      regions.push({ start: 0, end: endNear(text, HEAD) });
    const start = startNear(text, match.index - MARGIN);
    const end = endNear(text, match.index + match[0].length + MARGIN);
    const last = regions.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else regions.push({ start, end });
  }
  return regions;
}

function startNear(text: string, at: number): number {
  if (at <= 0) return 0;
  for (let i = at; i > Math.max(0, at - SNAP_MAX); i--) if (text.charCodeAt(i) === 0x0a) return i;
  for (let i = at; i > Math.max(0, at - SNAP_MAX); i--) if (text.charCodeAt(i) === 0x20) return i;
  return at;
}

function endNear(text: string, at: number): number {
  if (at >= text.length) return text.length;
  for (let i = at; i < Math.min(text.length, at + SNAP_MAX); i++)
    if (text.charCodeAt(i) === 0x0a) return i;
  for (let i = at; i < Math.min(text.length, at + SNAP_MAX); i++)
    if (text.charCodeAt(i) === 0x20) return i;
  return at;
}

import { isPlainText } from '../../../fields.ts';

/** One item of a source's list. */
export interface Entry {
  /** What identifies it within the source: the feed's ID, or the link. */
  key: string;
  title: string;
  /** The address that people open; null if there is none. */
  link: string | null;
  /** The address of the text; null if `content` is all there is. */
  document: string | null;
  /** When it was published, in epoch milliseconds; null if unknown. */
  publishedAt: number | null;
  /** The text in the list itself, as HTML; empty if there is none. */
  content: string;
}

/** Maximum number of entries that are read from one list. */
export const ENTRIES_MAX = 200;
const TITLE_MAX = 500;
const LINK_MAX = 2000;

/** Returns a title as one line of limited length; "(untitled)" stands for an empty one. */
export function titleOf(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]+/gu, ' ').trim();
  return line.slice(0, TITLE_MAX) || '(untitled)';
}

/** Returns a link as an absolute URL; null if it is not one that the server may open. */
export function linkOf(href: string, base: string): string | null {
  const address = href.trim();
  const url = address === '' ? null : URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  url.hash = '';
  return url.href.length <= LINK_MAX && isPlainText(url.href) ? url.href : null;
}

/** Returns a date of any common format in epoch milliseconds; null if it is not a date. */
export function timeOf(text: string): number | null {
  const at = Date.parse(text.trim());
  return Number.isNaN(at) ? null : at;
}

/** Thrown if a source's list has another format than its definition says. */
export class UnreadableList extends Error {
  override readonly name = 'UnreadableList';
}

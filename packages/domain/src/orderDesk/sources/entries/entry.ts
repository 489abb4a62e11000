import { isPlainText } from '../../../fields.ts';

/** One entry in the list of documents that an order source publishes. */
export interface ListedEntry {
  /** Identifies the entry within its order source: usually its ID in the feed, or its link. */
  key: string;
  title: string;
  /** The URL of the entry for users to open; null if there is none. */
  link: string | null;
  /** The URL of the entry's full text; null if `content` is the full text. */
  document: string | null;
  /**
   * The time when the entry was published or last updated, in epoch milliseconds; null if unknown.
   * If the source later lists a newer time, the entry is read again.
   */
  publishedAt: number | null;
  /** The text of the entry in the source's list, as HTML; empty if there is none. */
  content: string;
  /**
   * The entry's text for comparison. If it changes, the source has corrected the entry, and the
   * entry is read again. Null if the source lists corrections as new entries.
   */
  wording: string | null;
}

/** Maximum number of entries that are read from one list. */
export const ENTRIES_MAX = 200;
const TITLE_MAX = 500;
const LINK_MAX = 2000;

/** Returns the title of an entry as one line of limited length; "(untitled)" if it is empty. */
export function titleOf(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]+/gu, ' ').trim();
  return line.slice(0, TITLE_MAX) || '(untitled)';
}

/**
 * Returns a link as an absolute URL; null if the server cannot open it, for example because it is
 * not HTTP.
 */
export function linkOf(href: string, base: string): string | null {
  const address = href.trim();
  const url = address === '' ? null : URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  url.hash = '';
  return url.href.length <= LINK_MAX && isPlainText(url.href) ? url.href : null;
}

/**
 * Maximum number of characters of a feed entry that are compared to find out whether the entry
 * changed.
 */
const WORDING_MAX = 100_000;

/**
 * Joins the strings of an entry into one. Each run of white space becomes one space, and each
 * string is cut to a maximum length.
 */
export const wordingOf = (...texts: string[]): string =>
  texts.map((text) => text.slice(0, WORDING_MAX).replaceAll(/\s+/g, ' ').trim()).join('\n');

/** Parses a date in any common format. Returns epoch milliseconds; null if it is not a date. */
export function timeOf(text: string): number | null {
  const at = Date.parse(text.trim());
  return Number.isNaN(at) ? null : at;
}

/**
 * Thrown if an order source's list does not have the format that the source's definition specifies.
 */
export class UnreadableList extends Error {
  override readonly name = 'UnreadableList';
}

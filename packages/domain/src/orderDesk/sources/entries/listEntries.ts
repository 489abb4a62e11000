import { htmlText } from '../../document/htmlText.ts';
import type { AskedSource, SourceDefinition } from '../definition.ts';
import { type ListedEntry, titleOf } from './entry.ts';
import { feedEntries } from './feedEntries.ts';
import { jsonEntries } from './jsonEntries.ts';
import { pageEntries } from './pageEntries.ts';
import { termsIn } from './termsIn.ts';

/**
 * Returns the entries that an order source lists, in the order of its list.
 * @param text the source's document
 * @param base the URL of the document, for resolving relative links
 * @throws UnreadableList if the document does not have the format that the definition specifies
 */
export function listEntries(source: AskedSource, text: string, base: string): ListedEntry[] {
  switch (source.kind) {
    case 'feed':
      return feedEntries(text, base);
    case 'json':
      return jsonEntries(text, source, base);
    case 'page':
      return source.links === null
        ? [wholePage(source, text)]
        : pageEntries(text, source.links, base);
  }
}

/** Whether Halyard reads entries with this title, according to the source's definition. */
export function isWantedTitle({ titleContains }: SourceDefinition, title: string): boolean {
  const lower = title.toLowerCase();
  return (
    titleContains.length === 0 || titleContains.some((text) => lower.includes(text.toLowerCase()))
  );
}

/**
 * Returns the page as a single entry. The entry's key is derived from the orders on the page. As a
 * result, a new draft is created when the orders change, but not when only the date on the page
 * changes.
 */
function wholePage({ name, url }: AskedSource, html: string): ListedEntry {
  return {
    key: `page ${termsIn(htmlText(html))}`,
    title: titleOf(name),
    link: url,
    document: null,
    publishedAt: null,
    content: html,
    wording: null,
  };
}

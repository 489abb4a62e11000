import { htmlText } from '../../document/htmlText.ts';
import type { AskedSource, SourceDefinition } from '../definition.ts';
import { type Entry, titleOf } from './entry.ts';
import { feedEntries } from './feedEntries.ts';
import { jsonEntries } from './jsonEntries.ts';
import { pageEntries } from './pageEntries.ts';
import { termsIn } from './termsIn.ts';

/**
 * Returns the entries that a source lists, in its own order.
 * @param text the source's document
 * @param base the address of the document, to which its links are relative
 * @throws UnreadableList if the document has another format than the definition says
 */
export function listEntries(source: AskedSource, text: string, base: string): Entry[] {
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

/** Whether the source's definition asks to read an entry with this title. */
export function isWantedTitle({ titleContains }: SourceDefinition, title: string): boolean {
  const lower = title.toLowerCase();
  return (
    titleContains.length === 0 || titleContains.some((text) => lower.includes(text.toLowerCase()))
  );
}

/**
 * Returns the page as its own entry. Its key follows from the orders in it, so that the page makes a
 * new draft when they change, and none when only the date of the day does.
 */
function wholePage({ name, url }: AskedSource, html: string): Entry {
  return {
    key: `page ${termsIn(htmlText(html))}`,
    title: titleOf(name),
    link: url,
    document: null,
    publishedAt: null,
    content: html,
  };
}

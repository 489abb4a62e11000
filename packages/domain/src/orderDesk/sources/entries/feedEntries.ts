import { Parser } from 'htmlparser2';
import { htmlText } from '../../document/htmlText.ts';
import {
  ENTRIES_MAX,
  type ListedEntry,
  linkOf,
  timeOf,
  titleOf,
  UnreadableList,
  wordingOf,
} from './entry.ts';

/**
 * Maximum nesting depth of XML elements in a feed. Limited because parsing time grows with the
 * depth.
 */
const DEPTH_MAX = 100;
/** Maximum length of the text of one XML element in a feed, in characters. */
const TEXT_MAX = 1_000_000;

/**
 * Maps each element that is read from an RSS item or Atom entry to the field that stores its value.
 */
const MEANING: Readonly<
  Record<string, 'id' | 'title' | 'link' | 'published' | 'updated' | 'content'>
> = {
  guid: 'id',
  id: 'id',
  title: 'title',
  link: 'link',
  pubdate: 'published',
  'dc:date': 'published',
  published: 'published',
  updated: 'updated',
  'atom:updated': 'updated',
  'dcterms:modified': 'updated',
  description: 'content',
  summary: 'content',
  content: 'content',
  'content:encoded': 'content',
};
type Meaning = (typeof MEANING)[string];

/**
 * Returns the entries of an RSS 2.0, RSS 1.0 or Atom feed. Does not expand entities that the feed
 * itself defines. @throws UnreadableList for any other document
 */
export function feedEntries(xml: string, base: string): ListedEntry[] {
  const entries: ListedEntry[] = [];
  let isFeed = false;
  let depth = 0;
  /** The nesting depth of the feed item that is being read; 0 if there is none. */
  let itemAt = 0;
  let item: Partial<Record<Meaning, string>> = {};
  let open: Meaning | null = null;
  let text = '';
  const parser = new Parser(
    {
      onopentag(prefixed, attributes) {
        const name = prefixed.toLowerCase();
        depth += 1;
        if (depth > DEPTH_MAX) throw new UnreadableList('nested too deeply');
        if (depth === 1) isFeed = name === 'rss' || name === 'feed' || name === 'rdf:rdf';
        if (itemAt === 0) {
          if (name !== 'item' && name !== 'entry') return;
          itemAt = depth;
          item = {};
        } else if (depth === itemAt + 1) {
          open = MEANING[name] ?? null;
          text = '';
          if (open === 'link' && attributes.href !== undefined) {
            if ((attributes.rel ?? 'alternate') === 'alternate') item.link ??= attributes.href;
            open = null;
          }
        }
      },
      ontext(part) {
        if (open !== null && text.length < TEXT_MAX) text += part;
      },
      onclosetag() {
        if (itemAt !== 0 && depth === itemAt + 1 && open !== null) {
          // An entry may have both a summary and content; the longest text counts as the content.
          if (open !== 'content') item[open] ??= text.trim();
          else if (text.length > (item.content?.length ?? 0)) item.content = text.trim();
          open = null;
        } else if (depth === itemAt) {
          if (entries.length < ENTRIES_MAX) entries.push(entryOf(item, base));
          itemAt = 0;
        }
        depth -= 1;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  if (!isFeed) throw new UnreadableList('not a feed');
  return entries;
}

function entryOf(item: Partial<Record<Meaning, string>>, base: string): ListedEntry {
  const link = item.link === undefined ? null : linkOf(item.link, base);
  const title = titleOf(item.title ?? '');
  return {
    key: item.id || link || `${title}\n${item.published ?? item.updated ?? ''}`,
    title,
    link,
    document: link,
    publishedAt: latestOf(item.published, item.updated),
    content: item.content ?? '',
    wording: wordingOf(title, link ?? '', plainText(item.content ?? '')),
  };
}

/**
 * Returns the text of an entry without HTML tags. The tags may differ from one request to the next,
 * for example because of a view counter.
 */
function plainText(html: string): string {
  try {
    return htmlText(html);
  } catch {
    return html;
  }
}

/** Returns the latest of several times; null if none of the strings is a time. */
function latestOf(...texts: (string | undefined)[]): number | null {
  const times = texts.flatMap((text) => (text === undefined ? [] : (timeOf(text) ?? [])));
  return times.length === 0 ? null : Math.max(...times);
}

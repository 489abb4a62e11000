import { Parser } from 'htmlparser2';
import { DEPTH_MAX } from '../../document/htmlText.ts';
import { ENTRIES_MAX, type ListedEntry, linkOf, titleOf, UnreadableList } from './entry.ts';

/**
 * Returns a page's links to URLs that begin with `links`, in page order. Each URL is returned once,
 * with its first link text.
 * @param links the beginning of an absolute URL, or of a URL path
 * @throws UnreadableList for a page that is built to exhaust parsers
 */
export function pageEntries(html: string, links: string, base: string): ListedEntry[] {
  const titles = new Map<string, string>();
  let open: string | null = null;
  let depth = 0;
  const parser = new Parser({
    onopentag(name, { href }) {
      depth += 1;
      if (depth > DEPTH_MAX) throw new UnreadableList('nested too deeply');
      if (name !== 'a') return;
      const link = href === undefined ? null : linkOf(href, base);
      const isNew = link !== null && !titles.get(link)?.trim();
      open = isNew && beginsWith(link, links) ? link : null;
      if (open !== null) titles.set(open, '');
    },
    ontext(text) {
      if (open !== null) titles.set(open, `${titles.get(open) ?? ''}${text}`.slice(0, 1000));
    },
    onclosetag(name) {
      depth -= 1;
      if (name === 'a') open = null;
    },
  });
  parser.end(html);
  return Array.from(titles)
    .slice(0, ENTRIES_MAX)
    .map(([link, title]) => ({
      key: link,
      title: titleOf(title),
      link,
      document: link,
      publishedAt: null,
      content: '',
      wording: titleOf(title),
    }));
}

function beginsWith(link: string, links: string): boolean {
  if (/^https?:\/\//i.test(links)) return link.startsWith(links) && link !== links;
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`.startsWith(links) && pathname !== links;
}

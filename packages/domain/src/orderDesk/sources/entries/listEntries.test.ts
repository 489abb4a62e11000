import { describe, expect, test } from 'vitest';
import { type AskedSource, sourceDefinition } from '../definition.ts';
import { FEDERAL_SOURCES } from '../federal.ts';
import { UnreadableList } from './entry.ts';
import { isWantedTitle, listEntries } from './listEntries.ts';

const BASE = 'https://governor.example.gov/feed/';
const define = (given: Record<string, unknown>) =>
  sourceDefinition.parse({ name: 'Governor', url: BASE, ...given }) as AskedSource;
const feed = define({ kind: 'feed' });

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>News</title><link>https://governor.example.gov/</link><atom:link href="/feed" rel="self"/>
<item><title>Flags at half-staff &amp; more</title><link>/news/1?utm=a#top</link><guid>g-1</guid>
<pubDate>Mon, 04 May 2026 12:00:00 GMT</pubDate><description><![CDATA[<p>Short</p>]]></description>
<media:title>A picture</media:title></item>
<item><link>javascript:alert(1)</link><description>No title</description></item>
</channel></rss>`;

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>
<entry><id>tag:1</id><title type="html">Order</title><link rel="enclosure" href="/a.mp3"/>
<link rel="alternate" href="https://governor.example.gov/order"/><updated>2026-05-04T12:00:00Z</updated>
<summary>Short</summary><content type="html">&lt;p&gt;The whole text&lt;/p&gt;</content></entry></feed>`;

describe('reading a feed', () => {
  test('returns the items of an RSS feed, and makes their links absolute', () => {
    expect(listEntries(feed, RSS, BASE)).toEqual([
      {
        key: 'g-1',
        title: 'Flags at half-staff & more',
        link: 'https://governor.example.gov/news/1?utm=a',
        document: 'https://governor.example.gov/news/1?utm=a',
        publishedAt: Date.UTC(2026, 4, 4, 12),
        content: '<p>Short</p>',
        wording: 'Flags at half-staff & more\nhttps://governor.example.gov/news/1?utm=a\nShort',
      },
      {
        key: '(untitled)\n',
        title: '(untitled)',
        link: null,
        document: null,
        publishedAt: null,
        content: 'No title',
        wording: '(untitled)\n\nNo title',
      },
    ]);
  });

  test('returns the entries of an Atom feed, each with its longest text', () => {
    expect(listEntries(feed, ATOM, BASE)).toMatchObject([
      {
        key: 'tag:1',
        link: 'https://governor.example.gov/order',
        publishedAt: Date.UTC(2026, 4, 4, 12),
        content: '<p>The whole text</p>',
      },
    ]);
  });

  test("uses the later of an entry's publication and update times", () => {
    const atom = (times: string) => `<feed><entry><id>1</id>${times}</entry></feed>`;
    const published = '<published>2026-05-04T12:00:00Z</published>';
    const updated = '<updated>2026-05-05T12:00:00Z</updated>';
    const timeOf = (times: string) => listEntries(feed, atom(times), BASE)[0]?.publishedAt;
    expect(timeOf(published)).toBe(Date.UTC(2026, 4, 4, 12));
    expect(timeOf(published + updated)).toBe(Date.UTC(2026, 4, 5, 12));
    expect(timeOf(updated + published)).toBe(Date.UTC(2026, 4, 5, 12));
  });

  test('returns only entries whose title contains one of the given phrases, ignoring case', () => {
    const flags = define({ kind: 'feed', titleContains: ['HALF-STAFF', 'flag status'] });
    expect(isWantedTitle(flags, 'Flags at Half-Staff today')).toBe(true);
    expect(isWantedTitle(flags, 'Roads')).toBe(false);
    expect(isWantedTitle(feed, 'Roads')).toBe(true);
  });

  test('returns at most 200 entries', () => {
    const items = '<item><title>x</title><link>/1</link></item>'.repeat(5000);
    expect(listEntries(feed, `<rss><channel>${items}</channel></rss>`, BASE)).toHaveLength(200);
  });

  test.each([
    ['a web page', '<!doctype html><html><body><p>Moved</p></body></html>'],
    ['JSON', '{"items": []}'],
    ['an empty file', ''],
    ['a million nested elements', `<rss>${'<item>'.repeat(1_000_000)}`],
  ])('rejects %s', (_what, text) => {
    expect(() => listEntries(feed, text, BASE)).toThrow(UnreadableList);
  });

  test('does not expand XML entities that a feed defines', () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>
<rss><channel><item><title>&b;</title><link>/1</link></item></channel></rss>`;
    expect(listEntries(feed, bomb, BASE)[0]?.title).toBe('&b;');
  });

  test('removes from titles any characters that would break a line or reverse the text direction', () => {
    const odd =
      '<rss><channel><item><title>Flags\n\u202eat\u0000 half</title></item></channel></rss>';
    expect(listEntries(feed, odd, BASE)[0]?.title).toBe('Flags at half');
  });
});

describe('reading a web page', () => {
  const HTML = `<nav><a href="/news/">News</a></nav><ul>
<li><a href="/news/2026/one"><b>Flags</b> at half-staff</a> <a href="/news/2026/one#more">more</a>
<li><a href="/news/2026/two">Roads</a><li><a href="https://other.example.com/news/2026/x">x</a>
<li><a href="/about">About</a></ul>`;

  test('returns each link whose path begins with a given path, and returns it only once', () => {
    const page = define({ kind: 'page', links: '/news/2026/' });
    expect(listEntries(page, HTML, BASE).map(({ link, title }) => [link, title])).toEqual([
      ['https://governor.example.gov/news/2026/one', 'Flags at half-staff'],
      ['https://governor.example.gov/news/2026/two', 'Roads'],
      ['https://other.example.com/news/2026/x', 'x'],
    ]);
  });

  test('returns only the links whose URLs begin with a given URL', () => {
    const page = define({ kind: 'page', links: 'https://governor.example.gov/news/2026/' });
    expect(listEntries(page, HTML, BASE)).toHaveLength(2);
  });

  test('returns a page without links as one entry, which changes only when the orders on the page change', () => {
    const page = define({ kind: 'page' });
    const keyOf = (html: string) => listEntries(page, html, BASE)[0]?.key;
    const order = (until: string) =>
      `<p>Governor Ann Bell of Ohio ordered flags statewide to half-staff until sunset on ${until}.</p>`;
    const first = keyOf(order('May 8, 2026'));
    expect(keyOf(`<p>Today is Monday.</p>${order('May 8, 2026')}`)).toBe(first);
    expect(keyOf(order('May 9, 2026'))).not.toBe(first);
    expect(keyOf('<p>Flags are at full staff.</p>')).not.toBe(first);
  });
});

describe('reading a JSON document', () => {
  const json = define({ kind: 'json', list: 'data.items', title: 'name', link: 'url' });
  const list = (items: unknown) => JSON.stringify({ data: { items } });

  test('returns the objects in its list', () => {
    expect(listEntries(json, list([{ name: 'Order', url: '/1' }]), BASE)).toMatchObject([
      { title: 'Order', link: 'https://governor.example.gov/1', publishedAt: null },
    ]);
    expect(listEntries(json, list([]), BASE)).toEqual([]);
  });

  test.each([
    ['no list', list({ name: 'Order' })],
    ['entries without a link', list([{ name: 'Order', href: '/1' }])],
    ['an inherited property in place of the list', JSON.stringify({ data: {} })],
    ['invalid JSON', '<html>'],
  ])('rejects a document with %s', (_what, text) => {
    expect(() => listEntries(json, text, BASE)).toThrow(UnreadableList);
  });

  test('supports the format of the Federal Register', () => {
    const source = FEDERAL_SOURCES['federal-register'] as AskedSource;
    const text = JSON.stringify({
      count: 1,
      results: [
        {
          title: 'Announcing the Death of Dana Whitlock',
          html_url: 'https://www.federalregister.gov/documents/2026/05/04/2026-1/death',
          body_html_url: 'https://www.federalregister.gov/documents/full_text/html/2026-1.html',
          publication_date: '2026-05-04',
        },
      ],
    });
    expect(listEntries(source, text, source.url)).toMatchObject([
      {
        link: 'https://www.federalregister.gov/documents/2026/05/04/2026-1/death',
        document: 'https://www.federalregister.gov/documents/full_text/html/2026-1.html',
        publishedAt: Date.UTC(2026, 4, 4),
      },
    ]);
  });
});

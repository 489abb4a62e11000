import { expect, test } from 'vitest';
import { HELP_PAGES } from '../../web/src/help/helpPages.ts';
import { markdownFor } from './markdown.ts';
import { parsePages, problemsOf, problemsOfContents } from './problems.ts';
import { addressOf, type Repository, relative, repository } from './repository.ts';

/** Returns a repository with these files. */
const made = (files: Record<string, string>): Repository => ({
  pages: new Set(Object.keys(files).filter((file) => file.endsWith('.md'))),
  read: (file) => files[file] ?? '',
  kindOf: (file) => {
    if (file in files) return 'file';
    return Object.keys(files).some((one) => one.startsWith(`${file}/`)) ? 'folder' : null;
  },
});
const parsed = (files: Record<string, string>) => {
  const mine = made(files);
  return { mine, pages: parsePages(mine, markdownFor(mine)) };
};
const problems = (text: string, others: Record<string, string> = {}) => {
  const { mine, pages } = parsed({ 'docs/a.md': `# A\n\n${text}`, ...others });
  return problemsOf(mine, pages);
};
const html = (page: string, files: Record<string, string>) =>
  markdownFor(made(files)).render(files[page]!, { source: page });

test('no link, anchor or picture in the documentation is broken', () => {
  const real = repository();
  const pages = parsePages(real, markdownFor(real));
  expect(pages.size).toBeGreaterThan(40);
  expect([...pages.values()].flatMap(({ links }) => links).length).toBeGreaterThan(300);
  expect(problemsOf(real, pages)).toEqual([]);
});

test('every page is listed in the navigation or in the README of its folder', () => {
  const real = repository();
  expect(problemsOfContents(parsePages(real, markdownFor(real)))).toEqual([]);
});

test('the navigation check reports a page that is missing from the navigation', () => {
  const { pages } = parsed({ 'docs/lost.md': '# Lost' });
  expect(problemsOfContents(pages)).toContain('docs/lost.md is not in apps/docs/src/contents.ts');
});

const B = { 'docs/b.md': '# B\n\n## One `two` & 3\n\n## Again\n\n## Again\n', 'deploy/x.conf': '' };

test.each([
  ['[b](b.md)'],
  ['[b](b.md#one-two--3)'],
  ['[b](b.md#again-1)'],
  ['[own](#a)'],
  ['[a file](../deploy/x.conf)'],
  ['[a folder](../deploy)'],
  ['[elsewhere](https://example.org/none.md#x)'],
  ['`[code](none.md)`'],
  ['one<br>two'],
])('the link check accepts %s', (text) => expect(problems(text, B)).toEqual([]));

test.each([
  ['[gone](c.md)', 'docs/a.md: c.md does not exist'],
  ['[gone](../../b.md)', 'docs/a.md: ../../b.md does not exist'],
  ['[dead](b.md#two)', 'docs/a.md: b.md#two names no heading of docs/b.md'],
  ['[dead](#none)', 'docs/a.md: #none names no heading of docs/a.md'],
  ['![x](none.png)', 'docs/a.md: the picture none.png does not exist'],
  [
    '![x](https://example.org/x.png)',
    'docs/a.md: the picture https://example.org/x.png is not in docs/',
  ],
  ['x <b style="color:red">y</b>', 'docs/a.md: <b style="color:red"> is HTML'],
])('the link check reports the problem in %s', (text, problem) =>
  expect(problems(text, B)).toContain(problem),
);

test('the documentation site keeps links to its pages and files, and shows links to folders as plain text', () => {
  const files = {
    'README.md': '# H\n\n[b](docs/b.md#again) [d](docs/d)',
    'docs/d/README.md': '# D\n\n[up](../b.md) [conf](../../deploy/x.conf) [folder](../../deploy)',
    ...B,
  };
  expect(html('README.md', files)).toContain(
    '<a href="b.html#again">b</a> <a href="d/index.html">',
  );
  const page = html('docs/d/README.md', files);
  expect(page).toContain('<a href="../b.html">up</a>');
  expect(page).toContain('<a href="../files/deploy/x-conf.html">conf</a> folder');
});

test('each page has one URL on the documentation site, and links between pages are relative', () => {
  expect(addressOf('README.md')).toBe('index.html');
  expect(addressOf('docs/reference/README.md')).toBe('reference/index.html');
  expect(addressOf('CHANGELOG.md')).toBe('changelog.html');
  expect(relative('decisions/0001.html', 'index.html')).toBe('../index.html');
  const addresses = [...repository().pages].map(addressOf);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('every help section that the console links to exists', () => {
  const real = repository();
  const pages = parsePages(real, markdownFor(real));
  const known = new Set(
    Array.from(pages, ([page, { headings }]) =>
      headings.map(({ anchor }) => `${page}#${anchor}`),
    ).flat(),
  );
  const sections = Object.values(HELP_PAGES);
  expect(sections.length).toBeGreaterThan(10);
  expect(sections.filter((section) => !known.has(`docs/${section}`))).toEqual([]);
});

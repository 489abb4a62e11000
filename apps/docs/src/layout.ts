import { CONTENTS, type Entry, LISTED_BY_README } from './contents.ts';
import type { Heading } from './markdown.ts';
import { addressOf, relative } from './repository.ts';

/**
 * The URLs of the site's stylesheet, scripts, font and search index. Each URL contains a hash of
 * the file's content.
 */
export interface Assets {
  style: string;
  theme: string;
  script: string;
  font: string;
  index: string;
}

/** The data about a documentation page that the layout needs. */
export interface PageData {
  /**
   * The repository path of the Markdown page, or of the source file that the site shows as text.
   */
  source: string;
  /** The page's path on the documentation site. */
  address: string;
  title: string;
  summary: string;
  headings: readonly Heading[];
  assets: Assets;
  /** The page's content as HTML, set by Eleventy. */
  content: string;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The flag logo of the console (apps/web/src/components/brand/Logo.tsx). */
const LOGO =
  '<svg viewBox="0 0 24 24" fill="none" aria-hidden="true"><path d="M6 3v18" stroke="currentColor" stroke-width="2" stroke-linecap="round"/><path d="M9 5c3-1.5 6 1.5 10.5 0v8.5C15 15 12 12 9 13.5z" fill="currentColor"/></svg>';

const icon = (paths: string, name = '') =>
  `<svg${name} viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`;

const SUN = icon(
  '<circle cx="12" cy="12" r="4"/><path d="M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4"/>',
  ' class="sun"',
);
const MOON = icon('<path d="M21 12.8A9 9 0 1 1 11.2 3a7 7 0 0 0 9.8 9.8z"/>', ' class="moon"');
const MENU = icon('<path d="M4 6h16M4 12h16M4 18h16"/>');

/** The page that the server sends for URLs that don't exist. */
export const LOST = '404.html';

/**
 * Returns a relative link between two pages. The "not found" page gets an absolute link, because it
 * can be shown at any URL.
 */
const linkTo = (from: string, to: string): string =>
  from === LOST ? `/help/${to}` : relative(from, to);

/** The heading levels that a page's table of contents shows. */
const SHOWN_LEVELS = [2, 3];

/** Returns a complete HTML page of the documentation site, without inline scripts or styles. */
export function layout(data: PageData): string {
  const { address, title, summary, headings, assets, content } = data;
  const to = (file: string) => escapeHtml(linkTo(address, file));
  const shown = headings.filter(({ level }) => SHOWN_LEVELS.includes(level));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title === 'Halyard' ? 'Halyard help' : `${title} · Halyard help`)}</title>
<meta name="description" content="${escapeHtml(summary)}">
<meta name="theme-color" content="#f9fafb" data-light="#f9fafb" data-dark="#0d1117">
<link rel="icon" href="${to('favicon.svg')}" type="image/svg+xml">
<link rel="preload" href="${to(assets.font)}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${to(assets.style)}">
<script src="${to(assets.theme)}"></script>
<script src="${to(assets.script)}" type="module" data-index="${to(assets.index)}" data-root="${to('index.html')}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<button type="button" class="icon menu" aria-controls="contents" aria-expanded="false" aria-label="Contents">${MENU}</button>
<a class="brand" href="${to('index.html')}">${LOGO}<span>Halyard help</span></a>
<search class="search">
<input type="search" placeholder="Search" aria-label="Search the help" aria-controls="results" autocomplete="off" spellcheck="false">
<div id="results" class="results" hidden><p role="status"></p><ul></ul></div>
</search>
<button type="button" class="icon theme" aria-label="Switch between the light and the dark theme">${SUN}${MOON}</button>
</header>
<div class="frame">
<nav id="contents" class="contents" aria-label="Contents">
${contents(data)}
</nav>
<main id="main" tabindex="-1">
<article>
${content}
</article>
${neighbors(data)}
</main>
${shown.length > 1 ? onThisPage(shown) : ''}
</div>
</body>
</html>
`;
}

const addressOfEntry = ({ page, anchor }: Entry): string =>
  addressOf(page) + (anchor === undefined ? '' : `#${anchor}`);

/**
 * Whether a navigation entry is highlighted: it links to the current page, or to the README that
 * lists the current page.
 */
function isCurrent(entry: Entry, source: string): boolean {
  if (entry.anchor !== undefined) return false;
  const folder = LISTED_BY_README.find((one) => source.startsWith(`${one}/`));
  return entry.page === (folder === undefined ? source : `${folder}/README.md`);
}

function contents({ source, address }: PageData): string {
  const item = (entry: Entry) => {
    const current = isCurrent(entry, source) ? ' aria-current="page"' : '';
    const href = escapeHtml(linkTo(address, addressOfEntry(entry)));
    return `<li><a href="${href}"${current}>${escapeHtml(entry.title)}</a></li>`;
  };
  return CONTENTS.map(
    ({ title, entries }) => `<h2>${title}</h2>\n<ul>\n${entries.map(item).join('\n')}\n</ul>`,
  ).join('\n');
}

const onThisPage = (headings: readonly Heading[]): string =>
  `<nav class="sections" aria-labelledby="on-this-page">
<h2 id="on-this-page">On this page</h2>
<ul>
${headings
  .map(
    ({ level, text, anchor }) =>
      `<li class="level-${level}"><a href="#${anchor}">${escapeHtml(text)}</a></li>`,
  )
  .join('\n')}
</ul>
</nav>`;

/** Returns links to the previous page and the next page in the navigation. */
function neighbors({ source, address }: PageData): string {
  const pages = CONTENTS.flatMap(({ entries }) => entries).filter(
    ({ anchor }) => anchor === undefined,
  );
  const at = pages.findIndex(({ page }) => page === source);
  if (at === -1) return '';
  const link = (entry: Entry | undefined, rel: 'prev' | 'next', word: string) =>
    entry
      ? `<a rel="${rel}" href="${escapeHtml(linkTo(address, addressOfEntry(entry)))}"><span>${word}</span> ${escapeHtml(entry.title)}</a>`
      : '';
  return `<nav class="neighbors" aria-label="Pages before and after">
${link(pages[at - 1], 'prev', 'Previous')}
${link(pages[at + 1], 'next', 'Next')}
</nav>`;
}

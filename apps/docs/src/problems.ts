import type MarkdownIt from 'markdown-it';
import { CONTENTS, LISTED_BY_README } from './contents.ts';
import { targetOf } from './links.ts';
import { imageFileOf, type Parsed, parse } from './markdown.ts';
import type { Repository } from './repository.ts';

/** Parses all Markdown pages of the documentation site. */
export const parsePages = (repository: Repository, markdown: MarkdownIt): Map<string, Parsed> =>
  new Map(
    Array.from(repository.pages, (page) => [page, parse(markdown, repository.read(page))] as const),
  );

/**
 * Finds dead links and dead anchors in the documentation, and content that the site cannot show:
 * external pictures and HTML.
 * @returns one sentence per problem
 */
export function problemsOf(repository: Repository, pages: ReadonlyMap<string, Parsed>): string[] {
  const problems: string[] = [];
  const hasAnchor = (page: string, anchor: string) =>
    pages.get(page)?.headings.some((heading) => heading.anchor === anchor);
  for (const [page, { links, images, foreignHtml, title }] of pages) {
    if (title === '') problems.push(`${page} has no title`);
    for (const href of links) {
      const target = targetOf(repository, page, href);
      if (target.kind === 'missing') problems.push(`${page}: ${href} does not exist`);
      if (
        target.kind === 'page' &&
        target.anchor !== null &&
        !hasAnchor(target.page, target.anchor)
      )
        problems.push(`${page}: ${href} names no heading of ${target.page}`);
    }
    for (const src of images) {
      if (/^[a-z]+:/i.test(src)) problems.push(`${page}: the picture ${src} is not in docs/`);
      else if (repository.kindOf(imageFileOf(page, src)) !== 'file')
        problems.push(`${page}: the picture ${src} does not exist`);
    }
    for (const html of foreignHtml) problems.push(`${page}: ${html} is HTML`);
  }
  return problems;
}

/**
 * Finds documentation pages that are missing from the navigation, and navigation entries whose page
 * does not exist.
 */
export function problemsOfContents(pages: ReadonlyMap<string, Parsed>): string[] {
  const entries = CONTENTS.flatMap((section) => section.entries);
  const listed = new Set(entries.map(({ page }) => page));
  const dead = entries.filter(
    ({ page, anchor }) =>
      !pages.has(page) ||
      (anchor !== undefined && !pages.get(page)?.headings.some((each) => each.anchor === anchor)),
  );
  const unlisted = [...pages.keys()].filter(
    (page) => !listed.has(page) && !LISTED_BY_README.some((folder) => page.startsWith(folder)),
  );
  return [
    ...dead.map(({ page, anchor }) => `${page}#${anchor ?? ''} does not exist`),
    ...unlisted.map((page) => `${page} is not in apps/docs/src/contents.ts`),
  ];
}

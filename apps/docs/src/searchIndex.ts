import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS, type SearchedSection } from './client/searchOptions.ts';
import { CONTENTS } from './contents.ts';
import type { Parsed } from './markdown.ts';
import { addressOf } from './repository.ts';

const forEngineers = new Set(
  CONTENTS.filter(({ title }) => title === 'For engineers').flatMap(({ entries }) =>
    entries.map(({ page }) => page),
  ),
);

/**
 * Whether a documentation page is for people who use or operate Halyard. Search results list these
 * pages before pages for engineers.
 */
const isForUsers = (page: string): boolean =>
  !forEngineers.has(page) && !page.startsWith('docs/decisions/');

/**
 * Returns the search index of all sections of the documentation as JSON for `MiniSearch.loadJSON`.
 */
export function searchIndex(pages: ReadonlyMap<string, Parsed>): string {
  const index = new MiniSearch<SearchedSection>(SEARCH_OPTIONS);
  for (const [page, { title, sections }] of pages) {
    const address = addressOf(page);
    for (const [n, { heading, text }] of sections.entries())
      index.add({
        id: n === 0 ? address : `${address}#${heading.anchor}`,
        page: title,
        heading: heading.text,
        text: text.replaceAll(/\s+/g, ' ').trim(),
        weight: isForUsers(page) ? 3 : 1,
      });
  }
  return JSON.stringify(index);
}

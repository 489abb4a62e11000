import type { Options } from 'minisearch';

/** A section of a page as the search sees it. */
export interface SearchedSection {
  /** The address, relative to the top of the site. */
  id: string;
  /** The title of the page. */
  page: string;
  heading: string;
  text: string;
  /** Multiplies the score. */
  weight: number;
}

/** The index is made and read with the same options. */
export const SEARCH_OPTIONS: Options<SearchedSection> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading', 'text', 'weight'],
  searchOptions: {
    boost: { heading: 4, page: 3 },
    combineWith: 'AND',
    prefix: true,
    // From five letters on, one wrong letter is found.
    fuzzy: (term) => (term.length > 4 ? 1 : false),
    boostDocument: (_id, _term, stored) => Number(stored?.weight ?? 1),
  },
};

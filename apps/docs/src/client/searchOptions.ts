import type { Options } from 'minisearch';

/** A section of a documentation page, as stored in the search index. */
export interface SearchedSection {
  /** The section's URL on the documentation site, relative to the site's root. */
  id: string;
  /** The title of the documentation page that contains the section. */
  page: string;
  heading: string;
  text: string;
  /**
   * The factor by which this section's search scores are multiplied, so that some pages rank above
   * others.
   */
  weight: number;
}

/**
 * The options of the search index. The build that creates the index and the page that loads it must
 * use the same options.
 */
export const SEARCH_OPTIONS: Options<SearchedSection> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['page', 'heading', 'text', 'weight'],
  searchOptions: {
    boost: { heading: 4, page: 3 },
    combineWith: 'AND',
    prefix: true,
    // Words of five or more letters match with one wrong letter.
    fuzzy: (term) => (term.length > 4 ? 1 : false),
    boostDocument: (_id, _term, stored) => Number(stored?.weight ?? 1),
  },
};

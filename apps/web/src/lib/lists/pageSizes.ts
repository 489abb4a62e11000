export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;

/** The parameters of the call for a list whose URL has none. */
export const FIRST_PAGE = { page: '1', limit: String(DEFAULT_PAGE_SIZE) } as const;

/**
 * The parameters for the first flags in the wrong position of both kinds, with their numbers. A
 * longer list is fetched by kind, page by page.
 */
export const FIRST_WRONG_POSITIONS = { page: '1', limit: '20' } as const;

/** The parameters of a call whose result is used only for its total. */
export const ONLY_TOTAL = { page: '1', limit: '1' } as const;

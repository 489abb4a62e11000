export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;

/** The parameters for the first page of a list whose URL contains no page or page size. */
export const FIRST_PAGE = { page: '1', limit: String(DEFAULT_PAGE_SIZE) } as const;

/**
 * Parameters that fetch the first flags in the wrong position of both kinds, with the number of
 * flags of each kind. The rest of a longer list is fetched by kind, page by page.
 */
export const FIRST_WRONG_POSITIONS = { page: '1', limit: '20' } as const;

/** The parameters for a call that needs only the total number of records. */
export const ONLY_TOTAL = { page: '1', limit: '1' } as const;

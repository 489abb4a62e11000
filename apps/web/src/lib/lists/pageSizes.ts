export const PAGE_SIZES = [10, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;

/** The query parameters for the first page of a list, with the default page size. */
export const FIRST_PAGE = { page: '1', limit: String(DEFAULT_PAGE_SIZE) } as const;

/**
 * The query parameters for the first page of flags in the wrong position. The response also
 * contains the counts of all such flags.
 */
export const FIRST_WRONG_POSITIONS = { page: '1', limit: '20' } as const;

/** The query parameters for a call that is made only to get the total number of records. */
export const ONLY_TOTAL = { page: '1', limit: '1' } as const;

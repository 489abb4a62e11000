import { listPageQuery } from '@/lib/api/listPages.ts';
import { FIRST_WRONG_POSITIONS } from '@/lib/lists/pageSizes.ts';

/**
 * Fetches how many of the user's flags are in the wrong position, and the first of them. Refetched
 * whenever it is shown, because the result changes with time.
 */
export const wrongPositionsQuery = () => listPageQuery('wrongPositions', FIRST_WRONG_POSITIONS);

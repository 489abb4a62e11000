import { listPageQuery } from '@/lib/api/listPages.ts';
import { FIRST_WRONG_POSITIONS } from '@/lib/lists/pageSizes.ts';

/**
 * Fetches the number of the user's flags that are in the wrong position, and the first few of these
 * flags. Refetched whenever the data is shown, because the result changes with time.
 */
export const wrongPositionsQuery = () => listPageQuery('wrongPositions', FIRST_WRONG_POSITIONS);

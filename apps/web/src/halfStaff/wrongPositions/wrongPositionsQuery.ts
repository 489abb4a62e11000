import { listPageQuery } from '@/lib/api/listPages.ts';
import { FIRST_WRONG_POSITIONS } from '@/lib/lists/pageSizes.ts';

/**
 * Fetches the number of flags in the wrong position that the user may see, and the first of them.
 * Reloads whenever it is shown, because it changes over time.
 */
export const wrongPositionsQuery = () => listPageQuery('wrongPositions', FIRST_WRONG_POSITIONS);

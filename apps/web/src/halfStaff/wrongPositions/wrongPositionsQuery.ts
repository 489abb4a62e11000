import { listPageQuery } from '@/lib/api/listPages.ts';
import { FIRST_WRONG_POSITIONS } from '@/lib/lists/pageSizes.ts';

/**
 * Fetches how many of the user's flags are in the wrong position, and the first such flags. Reloads
 * whenever it is shown, because it changes over time.
 */
export const wrongPositionsQuery = () => listPageQuery('wrongPositions', FIRST_WRONG_POSITIONS);

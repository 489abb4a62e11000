import { listPageQuery } from '@/lib/api/listPages.ts';
import { FIRST_PAGE } from './pageSizes.ts';

/**
 * Fetches the first flags in the dashboard's order, which is also what its list fetches first, so
 * that this costs no further call.
 */
export const firstFlagsQuery = () =>
  listPageQuery('listFlags', { ...FIRST_PAGE, sort: 'company', counts: 'true' });

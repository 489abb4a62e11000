import { listPageQuery } from '@/lib/api/listPages.ts';
import { FIRST_PAGE } from './pageSizes.ts';

/**
 * Fetches the first flags in the dashboard's order. The dashboard's list fetches the same page
 * first, so this needs no additional call.
 */
export const firstFlagsQuery = () =>
  listPageQuery('listFlags', { ...FIRST_PAGE, sort: 'company', counts: 'true' });

import { listPageQuery } from '@/lib/api/listPages.ts';
import { FIRST_PAGE } from './pageSizes.ts';

/**
 * Fetches the first page of flags in the dashboard's order. The dashboard's list uses the same
 * query.
 */
export const firstFlagsQuery = () =>
  listPageQuery('listFlags', { ...FIRST_PAGE, sort: 'company', counts: 'true' });

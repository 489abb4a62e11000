import { listPageQuery } from '@/lib/api/listPages.ts';
import { FIRST_PAGE } from './pageSizes.ts';

/**
 * Fetches the first page of flags, sorted as on the dashboard. The dashboard's list uses the same
 * query.
 */
export const firstFlagsQuery = () =>
  listPageQuery('listFlags', { ...FIRST_PAGE, sort: 'company', counts: 'true' });

import { listPageQuery, type PageQuery } from '@/lib/api/listPages.ts';
import { locationAlertsPage, OUTAGES_PAGE, PROBLEMS_PAGE } from './alertPages.ts';

/** Fetches the most urgent open alerts, and the total number of open alerts. */
export const problemsQuery = () => listPageQuery('listAlerts', PROBLEMS_PAGE);

/** Fetches the most urgent open alerts at a location, and the total number of open alerts there. */
export function locationAlertsQuery(locationId: string) {
  const query = locationAlertsPage(locationId) as PageQuery<'listAlerts'>;
  // Without the placeholder, because another location's alerts must not stay on screen.
  const { placeholderData: _, ...options } = listPageQuery('listAlerts', query);
  return options;
}

/**
 * Fetches the first groups of poles that went offline together, and the total number of such
 * groups.
 */
export const outagesQuery = () => listPageQuery('listOutages', OUTAGES_PAGE);

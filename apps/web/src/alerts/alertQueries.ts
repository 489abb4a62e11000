import { listPageQuery, type PageQuery } from '@/lib/api/listPages.ts';
import { locationAlertsPage, OUTAGES_PAGE, PROBLEMS_PAGE } from './alertPages.ts';

/** Fetches the poles with the most urgent open alerts, and the number of poles with open alerts. */
export const problemsQuery = () => listPageQuery('listAlerts', PROBLEMS_PAGE);

/** Fetches a location's poles with open alerts, most urgent first, and their number. */
export function locationAlertsQuery(locationId: string) {
  const query = locationAlertsPage(locationId) as PageQuery<'listAlerts'>;
  // Without the placeholder, because another location's alerts must not stay on screen.
  const { placeholderData: _, ...options } = listPageQuery('listAlerts', query);
  return options;
}

/**
 * Fetches the first page of outages (groups of poles that went offline together) and the total
 * number of outages.
 */
export const outagesQuery = () => listPageQuery('listOutages', OUTAGES_PAGE);

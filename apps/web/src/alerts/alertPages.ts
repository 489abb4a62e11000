/**
 * Maximum number of rows in the dashboard's list of problems, including the row with the number of
 * further problems.
 */
export const PROBLEM_ROWS = 4;
/** Maximum number of problems on a location's page. */
const LOCATION_PROBLEMS = 50;

/** The query parameters for the dashboard's problems: the most urgent open alerts. */
export const PROBLEMS_PAGE = { page: '1', limit: String(PROBLEM_ROWS) } as const;

/** The query parameters for the open alerts on a location's page, the most urgent first. */
export const locationAlertsPage = (locationId: string) => ({
  page: '1',
  limit: String(LOCATION_PROBLEMS),
  location: locationId,
});

/** Maximum number of outages that the dashboard lists. */
const OUTAGES_SHOWN = 3;

/** The query parameters for the outages on the dashboard. */
export const OUTAGES_PAGE = { page: '1', limit: String(OUTAGES_SHOWN) } as const;

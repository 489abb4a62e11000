/**
 * Maximum number of rows in the dashboard's list of problems. Includes the row that says how many
 * more poles have problems.
 */
export const PROBLEM_ROWS = 4;
/** Maximum number of poles in the list of problems on a location's page. */
const LOCATION_PROBLEMS = 50;

/** The query parameters for the dashboard's problems: the poles with the most urgent open alerts. */
export const PROBLEMS_PAGE = { page: '1', limit: String(PROBLEM_ROWS), perPole: 'true' } as const;

/** The query parameters for the poles with open alerts on a location's page, most urgent first. */
export const locationAlertsPage = (locationId: string) => ({
  page: '1',
  limit: String(LOCATION_PROBLEMS),
  perPole: 'true',
  location: locationId,
});

/** Maximum number of outages that the dashboard lists. */
const OUTAGES_SHOWN = 3;

/** The query parameters for the outages on the dashboard. */
export const OUTAGES_PAGE = { page: '1', limit: String(OUTAGES_SHOWN) } as const;

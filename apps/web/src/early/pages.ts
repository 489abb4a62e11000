import { may, type Page, type SessionUser } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import { locationAlertsPage, OUTAGES_PAGE, PROBLEMS_PAGE } from '@/alerts/alertPages.ts';
import { addressOf } from '@/lib/api/addresses.ts';
import { FIRST_PAGE, FIRST_WRONG_POSITIONS, ONLY_TOTAL } from '@/lib/lists/pageSizes.ts';
import { laterCode } from '@/lib/page/laterCode.ts';

export interface PageFiles {
  /** The page's path. PAGE_ROLES in the domain package lists the roles that may open each page. */
  path: Page;
  /** The page's window title; null if the page sets the title itself. */
  title: string | null;
  load: () => Promise<{ default: ComponentType }>;
  /**
   * Returns the URLs that the page fetches first.
   * @param id the ID in the page's path, or '' if it has none
   */
  calls: (user: SessionUser, id: string) => string[];
  /**
   * Whether the URLs to fetch depend on the page's query string. If they do, nothing is fetched
   * early for a URL with a query string.
   */
  readsSearch: boolean;
}

const NO_CALLS = () => [];

const page = (
  path: Page,
  title: string | null,
  load: PageFiles['load'],
  calls: PageFiles['calls'] = NO_CALLS,
  readsSearch = false,
): PageFiles => ({ path, title, load, calls, readsSearch });

type PagedCall =
  | 'listAlerts'
  | 'listCompanies'
  | 'listFlags'
  | 'listLocations'
  | 'listOrders'
  | 'listUsers';
/** Returns the URL of the first page of a list that the server searches and sorts. */
const firstPage = (name: PagedCall, more = {}) =>
  addressOf(name, { query: { ...FIRST_PAGE, ...more } });
/** Returns the URL that requests the first page of flags and the counts of all flags. */
const firstFlags = (more = {}) => firstPage('listFlags', { ...more, counts: 'true' });
const total = (name: PagedCall) => addressOf(name, { query: ONLY_TOTAL });

/** The pages for signed-in users, each with a function that loads its code. */
export const PAGES: readonly PageFiles[] = [
  page(
    '/',
    t`Dashboard`,
    () => import('@/dashboard/DashboardPage.tsx'),
    (user) => [
      firstFlags({ sort: 'company' }),
      addressOf('halfStaffToday'),
      addressOf('halfStaffNow'),
      addressOf('federalHolidays'),
      addressOf('listAlerts', { query: PROBLEMS_PAGE }),
      addressOf('listOutages', { query: OUTAGES_PAGE }),
      addressOf('wrongPositions', { query: FIRST_WRONG_POSITIONS }),
      ...(may(user, 'order.approveSecond') ? [addressOf('listSecondApprovals')] : []),
      ...(may(user, 'orderSource.manage') ? [addressOf('listSourceDrafts')] : []),
      ...(may(user, 'setUpList.read') ? [addressOf('getSetUpList')] : []),
      ...(may(user, 'company.read') ? [total('listCompanies')] : []),
      ...(may(user, 'location.read') ? [total('listLocations')] : []),
    ],
    true,
  ),
  page(
    '/companies',
    t`Companies`,
    () => import('@/companies/CompaniesPage.tsx'),
    () => [firstPage('listCompanies')],
    true,
  ),
  page(
    '/companies/:id',
    null,
    () => import('@/companies/CompanyPage.tsx'),
    (_user, companyId) => [
      addressOf('getCompany', { params: { id: companyId } }),
      firstPage('listLocations', { company: companyId }),
      firstFlags({ company: companyId }),
      firstPage('listUsers', { company: companyId }),
    ],
  ),
  page(
    '/locations',
    t`Locations`,
    () => import('@/locations/LocationsPage.tsx'),
    () => [firstPage('listLocations')],
    true,
  ),
  page(
    '/locations/:id',
    null,
    () => import('@/locations/LocationPage.tsx'),
    (user, id) => [
      firstFlags({ location: id }),
      ...(may(user, 'location.read') ? [addressOf('getLocation', { params: { id } })] : []),
      addressOf('listAlerts', { query: locationAlertsPage(id) }),
    ],
  ),
  page(
    '/employees',
    t`Employees`,
    () => import('@/employees/EmployeesPage.tsx'),
    () => [firstPage('listUsers')],
    true,
  ),
  page(
    '/flags',
    t`Flags`,
    () => import('@/flags/page/FlagsPage.tsx'),
    () => [firstFlags()],
    true,
  ),
  page(
    '/flags/:id',
    null,
    () => import('@/polePage/PolePage.tsx'),
    (_user, id) => [
      addressOf('getFlag', { params: { id } }),
      addressOf('poleHalfStaff', { params: { id } }),
      addressOf('flagTimeline', { params: { id } }),
    ],
  ),
  page(
    '/half-staff',
    t`Half-Staff`,
    () => import('@/halfStaff/page/HalfStaffPage.tsx'),
    () => [
      addressOf('halfStaffOverview'),
      firstPage('listOrders'),
      addressOf('wrongPositions', { query: FIRST_WRONG_POSITIONS }),
      addressOf('engineStatus'),
    ],
  ),
  page(
    '/half-staff/proof',
    t`Compliance`,
    () => import('@/halfStaff/compliance/CompliancePage.tsx'),
  ),
  page('/memorial-day', t`Memorial Day`, () => import('@/memorialDay/MemorialDayPage.tsx')),
  page(
    '/activity',
    t`Activity`,
    () => import('@/activity/ActivityPage.tsx'),
    () => [addressOf('listActivity')],
    true,
  ),
  page('/import', t`Import`, () => import('@/importExport/ImportPage.tsx')),
  page(
    '/alerts',
    t`Alerts`,
    () => import('@/alerts/AlertsPage.tsx'),
    () => [firstPage('listAlerts'), firstPage('listAlerts', { state: 'ended' })],
    true,
  ),
  page(
    '/refused-devices',
    t`Rejected devices`,
    () => import('@/refusedDevices/RefusedDevicesPage.tsx'),
    () => [addressOf('listRefusedDevices')],
  ),
  page(
    '/integrations',
    t`Integrations`,
    () => import('@/integrations/IntegrationsPage.tsx'),
    (user) => [
      addressOf('listWebhooks'),
      ...(may(user, 'serviceAccount.manage') ? [addressOf('listServiceAccounts')] : []),
    ],
  ),
  page(
    '/settings',
    t`Settings`,
    () => import('@/settings/SettingsPage.tsx'),
    () => [addressOf('getSystemSettings')],
  ),
  page(
    '/profile',
    t`Profile`,
    () => import('@/profile/ProfilePage.tsx'),
    () => [
      addressOf('secondFactor'),
      addressOf('listSignInLinks'),
      addressOf('listSessions'),
      addressOf('listTokens'),
    ],
  ),
];

/** Returns the page at a path. `:id` matches any non-empty path segment. */
export const pageAt = (path: string): PageFiles | undefined =>
  PAGES.find((page) => {
    const parts = page.path.split('/');
    const given = path.split('/');
    const fits = (part: string, n: number) => part === given[n] || (part === ':id' && given[n]);
    return parts.length === given.length && parts.every(fits);
  });

/** Returns the ID in a path, which is its last part. */
export const idIn = (path: string): string => decodeURIComponent(path.split('/').at(-1) ?? '');

export const loadSignedIn = () => import('@/app/SignedIn.tsx');

/** Prefetches the console's code and the code of the page at a path. */
export function loadCode(path: string): Promise<unknown> {
  const page = pageAt(path);
  return Promise.all([laterCode(loadSignedIn).prefetch(), page && laterCode(page.load).prefetch()]);
}

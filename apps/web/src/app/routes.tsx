import { may, type Page, type SessionUser } from '@halyard/domain';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { lazyPage } from '@/components/lazyPart.tsx';
import {
  companiesQuery,
  federalHolidaysQuery,
  flagsQuery,
  halfStaffNowQuery,
  halfStaffTodayQuery,
  locationsQuery,
  usersQuery,
} from '@/lib/query.ts';

type FetchLists = (client: QueryClient, user: SessionUser) => void;

interface PageRoute {
  /** Also decides who may open it: `mayOpen` of the policy. */
  path: Page;
  /** Of the window; null where the page gives it itself. */
  title: string | null;
  component: ComponentType;
  /** Fetches its code ahead. */
  load: () => Promise<unknown>;
  /** Asks ahead for the lists that it shows. */
  fetchLists?: FetchLists | undefined;
}

const page = (
  path: Page,
  title: string | null,
  load: () => Promise<{ default: ComponentType }>,
  fetchLists?: FetchLists,
): PageRoute => ({ path, title, component: lazyPage(load), load, fetchLists });

const fetchDashboard: FetchLists = (client, user) => {
  void client.prefetchQuery(flagsQuery(user));
  void client.prefetchQuery(federalHolidaysQuery());
  void client.prefetchQuery(halfStaffNowQuery());
  void client.prefetchQuery(halfStaffTodayQuery());
  if (may(user, 'company.read')) void client.prefetchQuery(companiesQuery());
  if (may(user, 'location.read')) void client.prefetchQuery(locationsQuery(user));
};
const fetchCompanies: FetchLists = (client) => void client.prefetchQuery(companiesQuery());
const fetchLocations: FetchLists = (client, user) =>
  void client.prefetchQuery(locationsQuery(user));
const fetchEmployees: FetchLists = (client, user) => void client.prefetchQuery(usersQuery(user));
const fetchFlags: FetchLists = (client, user) => void client.prefetchQuery(flagsQuery(user));

/** The pages behind the sign-in, each in a chunk of its own. */
export const PAGE_ROUTES: readonly PageRoute[] = [
  page('/', 'Dashboard', () => import('@/dashboard/DashboardPage.tsx'), fetchDashboard),
  page('/companies', 'Companies', () => import('@/companies/CompaniesPage.tsx'), fetchCompanies),
  page('/companies/:id', null, () => import('@/companies/CompanyPage.tsx')),
  page('/locations', 'Locations', () => import('@/locations/LocationsPage.tsx'), fetchLocations),
  page('/locations/:id', null, () => import('@/locations/LocationPage.tsx'), fetchFlags),
  page('/employees', 'Employees', () => import('@/employees/EmployeesPage.tsx'), fetchEmployees),
  page('/flags', 'Flags', () => import('@/flags/FlagsPage.tsx'), fetchFlags),
  page('/flags/:id', null, () => import('@/polePage/PolePage.tsx'), fetchFlags),
  page('/half-staff', 'Half-Staff', () => import('@/halfStaff/HalfStaffPage.tsx')),
  page('/half-staff/proof', 'Compliance', () => import('@/halfStaff/CompliancePage.tsx')),
  page('/memorial-day', 'Memorial Day', () => import('@/memorialDay/MemorialDayPage.tsx')),
  page('/activity', 'Activity', () => import('@/activity/ActivityPage.tsx')),
  page('/import', 'Import', () => import('@/transfer/ImportPage.tsx')),
  page('/alerts', 'Alerts', () => import('@/alerts/AlertsPage.tsx')),
  page(
    '/refused-devices',
    'Refused Devices',
    () => import('@/refusedDevices/RefusedDevicesPage.tsx'),
  ),
  page('/integrations', 'Integrations', () => import('@/integrations/IntegrationsPage.tsx')),
  page('/settings', 'Settings', () => import('@/settings/SettingsPage.tsx')),
  page('/profile', 'Profile', () => import('@/profile/ProfilePage.tsx')),
];

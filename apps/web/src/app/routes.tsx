import type { Page } from '@halyard/domain';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

interface PageRoute {
  /** Also names the roles that may open it: PAGE_ROLES of the domain. */
  path: Page;
  /** Of the window; null where the page gives it itself. */
  title: string | null;
  component: LazyExoticComponent<ComponentType>;
  /** Fetches its code ahead. */
  load: () => Promise<unknown>;
}

const page = (
  path: Page,
  title: string | null,
  load: () => Promise<{ default: ComponentType }>,
): PageRoute => ({ path, title, component: lazy(load), load });

/** The pages behind the sign-in, each in a chunk of its own. */
export const PAGE_ROUTES: readonly PageRoute[] = [
  page('/', 'Dashboard', () => import('@/dashboard/DashboardPage.tsx')),
  page('/companies', 'Companies', () => import('@/companies/CompaniesPage.tsx')),
  page('/companies/:id', null, () => import('@/companies/CompanyPage.tsx')),
  page('/locations', 'Locations', () => import('@/locations/LocationsPage.tsx')),
  page('/employees', 'Employees', () => import('@/employees/EmployeesPage.tsx')),
  page('/flags', 'Flags', () => import('@/flags/FlagsPage.tsx')),
  page('/half-staff', 'Half-Staff', () => import('@/halfStaff/HalfStaffPage.tsx')),
  page('/half-staff/proof', 'Proof', () => import('@/halfStaff/ProofPage.tsx')),
  page('/activity', 'Activity', () => import('@/activity/ActivityPage.tsx')),
  page('/import', 'Import', () => import('@/transfer/ImportPage.tsx')),
  page('/alerts', 'Alerts', () => import('@/alerts/AlertsPage.tsx')),
  page('/integrations', 'Integrations', () => import('@/integrations/IntegrationsPage.tsx')),
  page('/profile', 'Profile', () => import('@/profile/ProfilePage.tsx')),
];

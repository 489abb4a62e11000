import type { Page } from '@halyard/domain';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

interface PageRoute {
  /** Also names the roles that may open it: PAGE_ROLES of the domain. */
  path: Page;
  /** Of the window; null where the page gives it itself. */
  title: string | null;
  component: LazyExoticComponent<ComponentType>;
}

/** The pages behind the sign-in, each in a chunk of its own. */
export const PAGE_ROUTES: readonly PageRoute[] = [
  { path: '/', title: 'Dashboard', component: lazy(() => import('@/dashboard/DashboardPage.tsx')) },
  {
    path: '/companies',
    title: 'Companies',
    component: lazy(() => import('@/companies/CompaniesPage.tsx')),
  },
  {
    path: '/companies/:id',
    title: null,
    component: lazy(() => import('@/companies/CompanyPage.tsx')),
  },
  {
    path: '/locations',
    title: 'Locations',
    component: lazy(() => import('@/locations/LocationsPage.tsx')),
  },
  {
    path: '/employees',
    title: 'Employees',
    component: lazy(() => import('@/employees/EmployeesPage.tsx')),
  },
  { path: '/flags', title: 'Flags', component: lazy(() => import('@/flags/FlagsPage.tsx')) },
  {
    path: '/half-staff',
    title: 'Half-Staff',
    component: lazy(() => import('@/halfStaff/HalfStaffPage.tsx')),
  },
  {
    path: '/half-staff/proof',
    title: 'Proof',
    component: lazy(() => import('@/halfStaff/ProofPage.tsx')),
  },
  {
    path: '/profile',
    title: 'Profile',
    component: lazy(() => import('@/profile/ProfilePage.tsx')),
  },
];

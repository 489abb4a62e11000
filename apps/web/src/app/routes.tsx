import type { Page } from '@halyard/domain';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

interface PageRoute {
  /** Also names the roles that may open it: PAGE_ROLES of the domain. */
  path: Page;
  component: LazyExoticComponent<ComponentType>;
}

/** The pages behind the sign-in, each in a chunk of its own. */
export const PAGE_ROUTES: readonly PageRoute[] = [
  { path: '/', component: lazy(() => import('@/dashboard/DashboardPage.tsx')) },
  { path: '/flags', component: lazy(() => import('@/flags/FlagsPage.tsx')) },
];

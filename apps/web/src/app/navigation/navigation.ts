import { type Action, mayOpen, type Page, ROLE_FACTS, type Role, roleMay } from '@halyard/domain';
import { t } from '@lingui/core/macro';
import {
  Bell,
  Building2,
  CalendarClock,
  CircleUser,
  FileUp,
  Flag,
  History,
  LayoutDashboard,
  type LucideIcon,
  MapPin,
  Settings,
  ShieldAlert,
  Users,
  Webhook,
} from '@/components/icons/index.ts';

export interface NavigationItem {
  path: Page;
  label: string;
  icon: LucideIcon;
}

/** The console's pages, in the order that the sidebar lists them (spec §2). */
const ITEMS: readonly (NavigationItem & { listedFor?: Action | 'nobody' })[] = [
  { path: '/', label: t`Dashboard`, icon: LayoutDashboard },
  { path: '/companies', label: t`Companies`, icon: Building2 },
  { path: '/locations', label: t`Locations`, icon: MapPin },
  { path: '/employees', label: t`Employees`, icon: Users },
  { path: '/flags', label: t`Flags`, icon: Flag },
  // Not in the sidebar. The Flags page and the command palette link to this page.
  { path: '/refused-devices', label: t`Rejected devices`, icon: ShieldAlert, listedFor: 'nobody' },
  // Other users open this page from the card on the dashboard.
  { path: '/alerts', label: t`Alerts`, icon: Bell, listedFor: 'alert.manage' },
  { path: '/half-staff', label: t`Half-Staff`, icon: CalendarClock },
  { path: '/activity', label: t`Activity`, icon: History },
  { path: '/import', label: t`Import`, icon: FileUp },
  { path: '/integrations', label: t`Integrations`, icon: Webhook },
  { path: '/settings', label: t`Settings`, icon: Settings },
  { path: '/profile', label: t`Profile`, icon: CircleUser },
];

export function sidebarItems(role: Role): NavigationItem[] {
  const { sidebar } = ROLE_FACTS[role];
  if (sidebar === 'none') return [];
  return ITEMS.filter(
    ({ path, listedFor }) =>
      listedFor !== 'nobody' &&
      mayOpen(path, role) &&
      (listedFor === undefined || roleMay(role, listedFor)) &&
      (path !== '/' || sidebar !== 'without-dashboard'),
  );
}

/** Returns every page that this role may open, even if the role's sidebar does not list it. */
export function openablePages(role: Role): NavigationItem[] {
  return ITEMS.filter(({ path }) => mayOpen(path, role));
}

import { mayOpen, type Page, type Role } from '@halyard/domain';
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

/** The pages that exist, in the order of the sidebar (spec §2); an item comes with its page. */
const ITEMS: readonly (NavigationItem & { roles: readonly Role[] })[] = [
  // company_user may open the dashboard, but its sidebar does not list it.
  { path: '/', label: 'Dashboard', icon: LayoutDashboard, roles: ['master', 'location_user'] },
  { path: '/companies', label: 'Companies', icon: Building2, roles: ['master'] },
  { path: '/locations', label: 'Locations', icon: MapPin, roles: ['master', 'company_user'] },
  { path: '/employees', label: 'Employees', icon: Users, roles: ['master', 'company_user'] },
  {
    path: '/flags',
    label: 'Flags',
    icon: Flag,
    roles: ['master', 'company_user', 'location_user'],
  },
  // Linked from the page Flags; found in the command palette.
  { path: '/refused-devices', label: 'Refused Devices', icon: ShieldAlert, roles: [] },
  { path: '/alerts', label: 'Alerts', icon: Bell, roles: ['master', 'company_user'] },
  {
    path: '/half-staff',
    label: 'Half-Staff',
    icon: CalendarClock,
    roles: ['master', 'company_user'],
  },
  { path: '/activity', label: 'Activity', icon: History, roles: ['master', 'company_user'] },
  { path: '/import', label: 'Import', icon: FileUp, roles: ['master', 'company_user'] },
  {
    path: '/integrations',
    label: 'Integrations',
    icon: Webhook,
    roles: ['master', 'company_user'],
  },
  { path: '/settings', label: 'Settings', icon: Settings, roles: ['master'] },
  {
    path: '/profile',
    label: 'Profile',
    icon: CircleUser,
    roles: ['master', 'company_user', 'location_user'],
  },
];

export function sidebarItems(role: Role): NavigationItem[] {
  return ITEMS.filter((item) => item.roles.includes(role));
}

/** Every page that this role may open, whether its sidebar lists it or not. */
export function openablePages(role: Role): NavigationItem[] {
  return ITEMS.filter(({ path }) => mayOpen(path, role));
}

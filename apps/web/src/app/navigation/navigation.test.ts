import { expect, test } from 'vitest';
import { SIDEBARS } from '../../testing/sidebars.ts';
import { openablePages, sidebarItems } from './navigation.ts';

/** The pages that the command palette offers each role, written by hand. */
const OPENABLE = {
  master: [
    'Dashboard',
    'Companies',
    'Locations',
    'Employees',
    'Flags',
    'Rejected devices',
    'Alerts',
    'Half-Staff',
    'Activity',
    'Import',
    'Integrations',
    'Settings',
    'Profile',
  ],
  company_user: [
    'Dashboard',
    'Locations',
    'Employees',
    'Flags',
    'Rejected devices',
    'Alerts',
    'Half-Staff',
    'Activity',
    'Import',
    'Integrations',
    'Profile',
  ],
  location_user: ['Dashboard', 'Flags', 'Alerts', 'Profile'],
  employee: ['Dashboard', 'Flags', 'Alerts', 'Profile'],
} as const;

test.each(['master', 'company_user', 'location_user', 'employee'] as const)(
  'the sidebar and the palette list the pages for the role %s in the right order',
  (role) => {
    const sidebar = role === 'employee' ? [] : SIDEBARS[role];
    expect(sidebarItems(role).map(({ label }) => label)).toEqual(sidebar);
    expect(openablePages(role).map(({ label }) => label)).toEqual(OPENABLE[role]);
  },
);

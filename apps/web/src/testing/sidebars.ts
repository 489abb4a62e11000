/**
 * The pages in each role's sidebar, copied by hand from the specification. An employee has none.
 */
export const SIDEBARS = {
  master: [
    'Dashboard',
    'Companies',
    'Locations',
    'Employees',
    'Flags',
    'Alerts',
    'Half-Staff',
    'Activity',
    'Import',
    'Integrations',
    'Settings',
    'Profile',
  ],
  company_user: [
    'Locations',
    'Employees',
    'Flags',
    'Alerts',
    'Half-Staff',
    'Activity',
    'Import',
    'Integrations',
    'Profile',
  ],
  location_user: ['Dashboard', 'Flags', 'Profile'],
} as const;

/** The pages in each role's sidebar, by hand from the specification; an employee has none. */
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

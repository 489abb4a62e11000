import type { Page } from '@halyard/domain';

/**
 * For each page of the console, the documentation section that explains it: a file in docs/ and a
 * heading. A test checks that both exist.
 */
export const HELP_PAGES: Readonly<Record<Page, string>> = {
  '/': 'console.md#dashboard',
  '/companies': 'console.md#companies',
  '/companies/:id': 'console.md#a-companys-page',
  '/locations': 'console.md#locations',
  '/locations/:id': 'console.md#a-locations-page',
  '/employees': 'console.md#employees',
  '/flags': 'console.md#flags',
  '/flags/:id': 'console.md#a-poles-page',
  '/half-staff': 'half-staff.md#half-staff',
  '/half-staff/proof': 'half-staff.md#compliance',
  '/memorial-day': 'half-staff.md#see-it',
  '/import': 'import.md#import-from-a-spreadsheet',
  '/activity': 'activity.md#activity-who-did-what',
  '/alerts': 'alerts.md#alerts',
  '/refused-devices': 'devices.md#when-a-pole-does-not-appear',
  '/integrations': 'integrations.md#integrations',
  '/settings': 'configuration.md#settings-in-the-console',
  '/profile': 'console.md#profile',
};

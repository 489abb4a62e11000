/** A page, or a section of a page, in the navigation of the documentation site. */
export interface Entry {
  /** The repository path of the page's Markdown file. */
  page: string;
  /** The page's short title, as shown in the navigation. */
  title: string;
  /**
   * The anchor of the section that a navigation entry links to. Without an anchor, the entry links
   * to the top of the page.
   */
  anchor?: string;
}

export interface Section {
  title: string;
  entries: readonly Entry[];
}

/**
 * The navigation of the documentation site, grouped by task, in the order that suits newcomers
 * best.
 */
export const CONTENTS: readonly Section[] = [
  {
    title: 'Start',
    entries: [
      { page: 'README.md', title: 'Introduction' },
      { page: 'docs/install.md', title: 'Install' },
      { page: 'docs/first-pole.md', title: 'Connect your first pole' },
      { page: 'docs/console.md', title: 'The console, screen by screen' },
    ],
  },
  {
    title: 'Daily work',
    entries: [
      { page: 'docs/half-staff.md', title: 'Half-staff' },
      { page: 'docs/alerts.md', title: 'Alerts' },
      { page: 'docs/activity.md', title: 'Activity' },
      { page: 'docs/history.md', title: 'History' },
      { page: 'docs/accounts.md', title: 'Accounts' },
      { page: 'docs/import.md', title: 'Import and export' },
      { page: 'docs/offline.md', title: 'Without a network' },
    ],
  },
  {
    title: 'Operate',
    entries: [
      { page: 'docs/operate.md', title: 'Operating Halyard' },
      { page: 'docs/configuration.md', title: 'Configuration' },
      { page: 'docs/backup.md', title: 'Backup and restore' },
      { page: 'docs/upgrade.md', title: 'Upgrade' },
      { page: 'docs/admin.md', title: 'Commands' },
      { page: 'docs/more-processes.md', title: 'More processes' },
      { page: 'docs/devices.md', title: 'Devices' },
      { page: 'docs/sign-in-google.md', title: 'Sign in with Google' },
      { page: 'docs/sign-in-entra.md', title: 'Sign in with Entra' },
      { page: 'docs/integrations.md', title: 'Integrations' },
      { page: 'docs/service-accounts.md', title: 'Service accounts' },
      { page: 'docs/firebase.md', title: 'Firebase' },
      { page: 'docs/accessibility.md', title: 'Accessibility report' },
      { page: 'docs/personal-data.md', title: 'Personal data' },
      { page: 'CHANGELOG.md', title: 'Changelog' },
      { page: 'SECURITY.md', title: 'Report a vulnerability' },
    ],
  },
  {
    title: 'For engineers',
    entries: [
      { page: 'docs/architecture.md', title: 'Architecture' },
      { page: 'docs/threat-model.md', title: 'Threat model' },
      { page: 'docs/decisions/README.md', title: 'Decisions' },
      { page: 'docs/reference/README.md', title: 'Reference' },
      { page: 'docs/reference/specification.md', title: 'Specification' },
      { page: 'docs/differences.md', title: 'Differences from it' },
      { page: 'docs/reference/decisions.md', title: 'Gaps in it' },
      { page: 'docs/reference/protocol.md', title: 'Realtime protocol' },
      { page: 'docs/reference/half-staff.md', title: 'Law and calendar' },
      { page: 'docs/reference/names.md', title: 'Names' },
      { page: 'CONTRIBUTING.md', title: 'Contributing' },
      { page: 'docs/writing.md', title: 'Writing' },
      { page: 'CODE_OF_CONDUCT.md', title: 'Code of conduct' },
    ],
  },
];

/** Folders whose README.md lists their pages. The site's navigation contains only the README. */
export const LISTED_BY_README: readonly string[] = ['docs/decisions'];

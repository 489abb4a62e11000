import type { SessionUser } from '@halyard/domain';
import { idOf, locationPath, POLES, polePath } from './flags.ts';
import { expect, type Page, type SignIn, startSession } from './test.ts';

/**
 * The demo account that a test uses to view a screen; `nobody` for a viewer who is not signed in.
 */
export type Viewer = SignIn | 'nobody';

const SIGNED_IN: readonly Viewer[] = ['master', 'company', 'location', 'employee'];
export const VIEWERS: readonly Viewer[] = [...SIGNED_IN, 'nobody'];

/** Describes a screen of the console, for screenshots and for the tests that visit every screen. */
export interface Screen {
  /** The name of the screen, which is also the file name of its picture. */
  name: string;
  path: string;
  /** The level 1 heading of the screen, or the name of the dialog that it opens. */
  title: string;
  kind: 'page' | 'dialog';
  /**
   * Accounts that can open the screen. Other users are redirected to a different page; viewers who
   * are not signed in are sent to the sign-in page.
   */
  for: readonly Viewer[];
  /**
   * Overrides for the server's response about the signed-in user. Needed for a screen that no demo
   * account can open otherwise.
   */
  account?: Partial<SessionUser>;
  /** Returns the screen's path on this demo server. Needed if the path contains an ID. */
  find?: (page: Page) => Promise<string>;
  /**
   * Opens the screen by using the page, for example with a click. Needed if opening its URL is not
   * enough.
   */
  open?: (page: Page) => Promise<void>;
  /**
   * A separate spec that opens the screen and checks its accessibility. If given, the test that
   * visits every screen skips this screen in `npm test`.
   */
  checkedBy?: string;
}

const page = (
  name: string,
  path: string,
  title: string,
  viewers: readonly Viewer[],
  open?: Screen['open'],
): Screen => ({ name, path, title, kind: 'page', for: viewers, ...(open && { open }) });
const dialog = (
  name: string,
  path: string,
  title: string,
  viewers: readonly Viewer[],
  open?: Screen['open'],
): Screen => ({ name, path, title, kind: 'dialog', for: viewers, ...(open && { open }) });

const at = (find: NonNullable<Screen['find']>, screen: Screen): Screen => ({ ...screen, find });

const checkedBy = (spec: string, screen: Screen): Screen => ({ ...screen, checkedBy: spec });

const MASTER: readonly Viewer[] = ['master'];
const ADMINISTRATORS: readonly Viewer[] = ['master', 'company'];
const NOBODY: readonly Viewer[] = ['nobody'];

const flagDialog = async (on: Page) => `/flags?dialog=flag:${await idOf(on, POLES.normal)}`;
const poleOf = (name: string, query: string) => async (on: Page) =>
  `${await polePath(on, name)}${query}`;
const locationOf = (on: Page) => locationPath(on, POLES.normal);
/**
 * Returns a function that waits until the page shows the given text. Used for tabs that are opened
 * by URL.
 */
const tabShows = (text: string) => (on: Page) =>
  expect(on.getByText(text, { exact: true }).first()).toBeVisible();
const openOwnDayForm = (on: Page) => on.getByRole('button', { name: 'Add custom day' }).click();
const companyOf = (name: string) => async (on: Page) => {
  const answer = await on.request.get('/api/companies');
  const companies = (await answer.json()) as { id: string; name: string }[];
  return `/companies/${companies.find((company) => company.name === name)!.id}`;
};
/** Returns the path of the dialog for the viewer's webhook. The first call creates the webhook. */
const webhookDialog = async (on: Page) => {
  const webhooks = (await (await on.request.get('/api/webhooks')).json()) as { id: string }[];
  const data = { url: 'https://hooks.example/halyard', eventTypes: ['order.approved'] };
  const create = async () => {
    const created = await on.request.post('/api/webhooks', { data: { ...data, companyId: null } });
    expect(created.status(), await created.text()).toBe(201);
    return (await created.json()) as { id: string };
  };
  const { id } = webhooks[0] ?? (await create());
  return `/integrations?dialog=webhook:${id}`;
};
const pressForPalette = (on: Page) => on.keyboard.press('Control+k');
const pressForShortcuts = (on: Page) => on.keyboard.press('?');

/**
 * Whether this viewer visits the screen in tests that visit each screen only once. True for the
 * first viewer who may open it. Exception: every viewer visits the dashboard, because it differs by
 * role.
 */
export const isOwn = (screen: Screen, viewer: Viewer): boolean =>
  screen.for[0] === viewer || (screen.name === 'dashboard' && screen.for.includes(viewer));

export const SCREENS: readonly Screen[] = [
  page('login', '/auth', 'Login', NOBODY),
  page('forgot-password', '/forgot-password', 'Forgot password', NOBODY),
  checkedBy('employees', page('join', '/join/an-invitation', 'Join Halyard', NOBODY)),
  page('set-up', '/setup', 'Already set up', NOBODY),
  page('dashboard', '/', 'Dashboard', SIGNED_IN),
  page('companies', '/companies', 'Companies', MASTER),
  checkedBy('companiesPage', dialog('add-company', '/companies?dialog=add', 'Add Company', MASTER)),
  checkedBy(
    'firstRun',
    dialog('add-customer', '/companies?dialog=customer', 'Add customer', MASTER),
  ),
  checkedBy(
    'companiesPage',
    at(
      companyOf('Tidewater Harbor Authority'),
      page('company', '/companies/:tidewater', 'Tidewater Harbor Authority', MASTER),
    ),
  ),
  page('locations', '/locations', 'Locations', ADMINISTRATORS),
  checkedBy(
    'locationsPage',
    dialog('add-location', '/locations?dialog=add', 'Add Location', ADMINISTRATORS),
  ),
  page('employees', '/employees', 'Employees', ADMINISTRATORS),
  checkedBy(
    'employees',
    dialog('add-employee', '/employees?dialog=add', 'Add Employee', ADMINISTRATORS),
  ),
  checkedBy('employees', dialog('invite', '/employees?dialog=invite', 'Invite', ADMINISTRATORS)),
  page('activity', '/activity', 'Activity', ADMINISTRATORS),
  page('flags', '/flags', 'Flags', SIGNED_IN),
  checkedBy('flagFilters', page('flags-filtered', '/flags?show=online', 'Flags', SIGNED_IN)),
  dialog('add-flag', '/flags?dialog=add', 'Add Flag', MASTER),
  at(flagDialog, dialog('edit-flag', '/flags', 'Edit flag', ADMINISTRATORS)),
  at(flagDialog, dialog('flag', '/flags', 'Flag', ['location'])),
  checkedBy(
    'polePage',
    at(poleOf(POLES.normal, ''), page('pole', '/flags', POLES.normal, SIGNED_IN)),
  ),
  checkedBy(
    'commandPalette',
    dialog('command-palette', '/profile', 'Command palette', SIGNED_IN, pressForPalette),
  ),
  checkedBy(
    'paletteCommands',
    dialog('shortcuts', '/profile', 'Keyboard shortcuts', SIGNED_IN, pressForShortcuts),
  ),
  checkedBy(
    'polePage',
    at(
      poleOf(POLES.offline, ''),
      page('offline-pole', '/flags', POLES.offline, ['company', 'employee']),
    ),
  ),
  at(
    poleOf(POLES.normal, '?tab=history'),
    page('pole-history', '/flags', POLES.normal, SIGNED_IN, tabShows('24 hours')),
  ),
  at(
    poleOf(POLES.normal, '?tab=settings'),
    page('pole-settings', '/flags', POLES.normal, ADMINISTRATORS, tabShows('Flag ID')),
  ),
  at(
    poleOf(POLES.normal, '?tab=keys'),
    page('pole-keys', '/flags', POLES.normal, MASTER, tabShows('Replace device')),
  ),
  checkedBy(
    'firstRun',
    at(
      poleOf(POLES.normal, '?dialog=label'),
      dialog('pole-label', '/flags', 'Print label', ADMINISTRATORS),
    ),
  ),
  at(locationOf, page('location', '/flags', 'Harbor Headquarters', SIGNED_IN)),
  page('alerts', '/alerts', 'Alerts', SIGNED_IN),
  page('refused-devices', '/refused-devices', 'Rejected devices', ADMINISTRATORS),
  page('half-staff', '/half-staff', 'Half-Staff', ADMINISTRATORS),
  page('compliance', '/half-staff/proof', 'Compliance', ADMINISTRATORS),
  dialog(
    'autopilot-preview',
    '/half-staff?dialog=autopilot',
    'The next 30 days on autopilot',
    MASTER,
  ),
  checkedBy(
    'orderTemplates',
    dialog('new-order', '/half-staff?dialog=order', 'New order', ADMINISTRATORS),
  ),
  checkedBy(
    'pasteOrder',
    dialog('paste-order', '/half-staff?dialog=paste-order', 'Paste order', ADMINISTRATORS),
  ),
  checkedBy(
    'follows',
    dialog('follows', '/half-staff?dialog=follows', 'Follow settings', ADMINISTRATORS),
  ),
  dialog('own-days', '/half-staff?dialog=own-days', 'Custom days', ADMINISTRATORS),
  checkedBy(
    'ownDays',
    dialog(
      'add-own-day',
      '/half-staff?dialog=own-days',
      'Add custom day',
      ADMINISTRATORS,
      openOwnDayForm,
    ),
  ),
  checkedBy('orderSources', dialog('sources', '/half-staff?dialog=sources', 'Sources', MASTER)),
  dialog(
    'subscribe',
    '/half-staff?dialog=subscribe',
    'Subscribe to half-staff days',
    ADMINISTRATORS,
  ),
  page('import', '/import', 'Import', ADMINISTRATORS),
  page('integrations', '/integrations', 'Integrations', ADMINISTRATORS),
  dialog('add-webhook', '/integrations?dialog=webhook', 'Add webhook', ADMINISTRATORS),
  at(webhookDialog, dialog('webhook', '/integrations', 'Webhook', MASTER)),
  dialog(
    'add-service-account',
    '/integrations?dialog=service-account',
    'Create service account',
    MASTER,
  ),
  dialog('add-token', '/profile?dialog=token', 'Create token', SIGNED_IN),
  checkedBy('settings', page('settings', '/settings', 'Settings', MASTER)),
  page('profile', '/profile', 'Profile', SIGNED_IN),
  {
    ...page('new-password', '/new-password', 'New password', MASTER),
    account: { temporary: true },
  },
  {
    ...page('second-factor', '/second-factor', 'Two-factor authentication', MASTER),
    account: { secondFactorMissing: true },
  },
  page('not-found', '/nowhere', '404 Page Not Found', SIGNED_IN),
];

/**
 * Returns the first page that this viewer isn't allowed to open, as an example for tests of
 * redirects.
 */
export const firstRedirect = (viewer: Viewer): Screen | undefined =>
  SCREENS.find((screen) => screen.kind === 'page' && redirects(screen, viewer));

/**
 * Whether the viewer is redirected from the screen to a different page. Always false for screens
 * that need no sign-in.
 */
export const redirects = (screen: Screen, viewer: Viewer): boolean =>
  !screen.for.includes(viewer) && !screen.for.includes('nobody');

const titleOf = (on: Page, screen: Screen) =>
  screen.kind === 'page'
    ? on.getByRole('heading', { level: 1, name: screen.title, exact: true })
    : on.getByRole('dialog', { name: screen.title, exact: true });

/** Signs in as the viewer. Does nothing for `nobody`. */
export async function becomeViewer(on: Page, viewer: Viewer): Promise<void> {
  if (viewer !== 'nobody') await startSession(on, viewer);
}

/** Overrides parts of the server's next response about the signed-in user. */
async function overrideAccount(on: Page, account: Partial<SessionUser>): Promise<void> {
  let isAnswered = false;
  // Does not use `times: 1`, which stops the interception in the middle of the navigation. Chromium
  // then sometimes never finishes it.
  await on.route('**/api/user', async (route) => {
    if (isAnswered) return route.fallback();
    isAnswered = true;
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...account } });
  });
}

/** Opens a screen as a viewer who may open it, and waits until its content has loaded. */
export async function openScreen(on: Page, screen: Screen): Promise<void> {
  if (screen.account) await overrideAccount(on, screen.account);
  await on.goto(screen.find ? await screen.find(on) : screen.path);
  if (screen.open) {
    await expect(on.getByRole('heading', { level: 1 })).toBeVisible();
    await screen.open(on);
  }
  await expect(titleOf(on, screen)).toBeVisible();
  await expect(on.locator('.animate-quiet-pulse'), 'nothing is loading').toHaveCount(0);
}

/** Opens a screen as a viewer who isn't allowed to open it, and expects a redirect (spec §6). */
export async function expectLedAway(on: Page, screen: Screen, viewer: Viewer): Promise<void> {
  await on.goto(screen.path);
  const { pathname } = new URL(screen.path, 'http://any');
  const isPageOfTheirs = SCREENS.some(
    (other) => other.kind === 'page' && other.path === pathname && other.for.includes(viewer),
  );
  if (viewer === 'nobody') {
    await expect(on).toHaveURL((url) => url.pathname === '/auth');
  } else if (isPageOfTheirs) {
    await expect(on.getByRole('heading', { level: 1 })).toBeVisible();
  } else {
    await expect(on).toHaveURL((url) => url.pathname === '/');
    await expect(on.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  }
  await expect(titleOf(on, screen)).toHaveCount(0);
}

import { test as base, expect, type Page } from '@playwright/test';
import { startWorld } from './processes.ts';

export type { Page };
export { expect };

/** The demo accounts that tests sign in with, one for each role. */
export type SignIn = 'master' | 'company' | 'location' | 'employee';
export const PASSWORD = 'halyard-demo';

/**
 * Creates a session through the API instead of the sign-in form, which signIn.spec.ts covers. Does
 * not open a page.
 * @param at a path, or a URL if the test has its own server
 * @param password needed only if the server does not have the demo accounts
 */
export async function startSession(
  page: Page,
  who: SignIn,
  at = '/',
  password = PASSWORD,
): Promise<void> {
  const login = at.startsWith('/') ? '/api/login' : new URL('/api/login', at).href;
  const answer = await page.request.post(login, { data: { username: who, password } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/**
 * Starts a session and opens a page.
 * @param to a path, or a URL if the test has its own server
 * @param password needed only if the server does not have the demo accounts
 */
export async function signIn(
  page: Page,
  who: SignIn,
  to = '/',
  password = PASSWORD,
): Promise<void> {
  await startSession(page, who, to, password);
  await page.goto(to);
  await page.getByRole('main').waitFor();
}

/**
 * Waits until the page is connected to the realtime database. From then on, the page writes the
 * user's switch changes to it.
 */
export const connected = (page: Page) =>
  expect(page.getByText('Connected', { exact: true })).toBeVisible();

/**
 * Waits until the browser history has entries for `count` open dialogs, menus or other overlays.
 * Entries are added and removed with a short delay, and going back too early would open a different
 * page.
 */
export const hasWindowEntries = (page: Page, count: number) =>
  expect.poll(() => page.evaluate(() => history.state?.openWindows ?? 0)).toBe(count);

/** Signs in through the sign-in form. Does not check which page opens next. */
export async function signInByForm(
  page: Page,
  username: string,
  password = PASSWORD,
): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

interface Fixtures {
  /** The error messages that the page wrote to the console. If there are any, the test fails. */
  consoleErrors: string[];
}

interface WorkerFixtures {
  /** The URL of the server with the demo's data and poles, which all tests of a worker share. */
  world: { url: string };
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a destructured first argument.
    async ({}, use) => {
      const world = await startWorld();
      await use(world);
      await world.stop();
    },
    // Without a limit, because a server that hangs makes `startWorld` fail.
    { scope: 'worker', timeout: 0 },
  ],
  baseURL: ({ world }, use) => use(world.url),
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        // The browser itself logs rejected calls and connections. The specs check how the page
        // handles them.
        const byBrowser = /Failed to load resource|WebSocket connection to .* failed/;
        if (message.type() === 'error' && !byBrowser.test(message.text())) {
          errors.push(message.text());
        }
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await use(errors);
      expect(errors, 'errors on the console').toEqual([]);
    },
    { auto: true },
  ],
});

import { test as base, expect, type Page } from '@playwright/test';

export type { Page };
export { expect };

/** The demo's sign-ins, one for each role. */
export type SignIn = 'master' | 'company' | 'location' | 'employee';
export const PASSWORD = 'halyard-demo';

/** Signs in through the login form. */
export async function signIn(page: Page, who: SignIn, baseURL = ''): Promise<void> {
  await page.goto(`${baseURL}/auth`);
  await page.getByLabel('Username').fill(who);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).not.toHaveURL(/\/auth/);
}

interface Fixtures {
  /** Messages that the page wrote to the console as errors; they fail the test. */
  consoleErrors: string[];
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a destructured first argument.
  baseURL: async ({}, use) => {
    await use(process.env.HALYARD_URL);
  },
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        // A refused call or connection is logged by the browser itself; the specs assert what the
        // page makes of it.
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

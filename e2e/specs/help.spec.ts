import { expectAccessible } from '../world/accessibility.ts';
import { expect, type Page, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

/**
 * Opens Help from the user menu.
 * @returns the page in the new tab
 */
async function openHelp(page: Page): Promise<Page> {
  await page.getByRole('button', { name: 'User menu' }).click();
  const item = page.getByRole('menuitem', { name: 'Help' });
  // The table of help sections is loaded after the page itself.
  await expect(item).toHaveAttribute('href', /#/);
  expect((await item.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  const opened = page.waitForEvent('popup');
  await item.click();
  const help = await opened;
  await help.waitForLoadState();
  return help;
}

test.describe('the help on a phone', () => {
  // The new tab has this size too.
  test.use({ viewport: { width: 390, height: 844 } });

  test('opens at the section about the current screen', { tag: FULL_ONLY }, async ({ page }) => {
    await signIn(page, 'company', '/flags');
    for (const [path, address, heading] of [
      ['/flags', '/help/console.html#flags', /^Flags/],
      ['/half-staff/proof', '/help/half-staff.html#compliance', /^Compliance/],
    ] as const) {
      await page.goto(path);
      const help = await openHelp(page);
      expect(new URL(help.url()).pathname + new URL(help.url()).hash).toBe(address);
      await expect(help.getByRole('heading', { name: heading, level: 2 })).toBeInViewport();
      await help.close();
    }
  });
});

test('the header on a wide screen links to the Help section about the current page', async ({
  page,
}) => {
  await signIn(page, 'company', '/alerts');
  const link = page.getByRole('link', { name: 'Help', exact: true });
  await expect(link).toHaveAttribute('href', '/help/alerts.html#alerts');
});

test("the help site can be searched, uses the console's theme, and loads nothing from other sites", async ({
  page,
}) => {
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto('/help/');
  const { origin } = new URL(page.url());
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) foreign.push(request.url());
  });
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.goto('/help/operate.html');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('half-staff');
  const results = page.locator('#results').getByRole('link');
  await expect(results.first()).toContainText('Half-staff');
  await page.keyboard.press('ArrowDown');
  await expect(results.first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/help\/half-staff\.html/);
  await expect(page.getByRole('heading', { level: 1, name: 'Half-staff' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('xyzzyx');
  await expect(page.getByRole('status')).toHaveText('No results for “xyzzyx”.');
  expect(foreign).toEqual([]);
  // The browser reports an error for every script or style that the content security policy blocks.
  expect(complaints).toEqual([]);
});

test('the help site is accessible, and fits a phone', { tag: FULL_ONLY }, async ({ page }) => {
  for (const path of ['/help/', '/help/console.html', '/help/reference/specification.html']) {
    await page.goto(path);
    await expectAccessible(page);
  }
});

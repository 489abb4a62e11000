import { findFlag } from '../world/flags.ts';
import { expect, hasWindowEntries, type Page, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Opens the page from another page, so that the test notices if Back goes too far. */
async function open(page: Page, who: 'master' | 'company', path: string): Promise<void> {
  await signIn(page, who, '/profile');
  await page.getByRole('button', { name: 'Toggle sidebar' }).tap();
  await page.getByRole('dialog').getByRole('link', { name: path, exact: true }).tap();
  await expect(page.getByRole('heading', { level: 1, name: path })).toBeVisible();
}

const pathOf = (page: Page) => new URL(page.url()).pathname;

test('Back closes the open dialog, then leaves the page', async ({ page }) => {
  await open(page, 'master', 'Companies');
  await page.getByRole('button', { name: 'Add Company' }).tap();
  await expect(page.getByRole('dialog', { name: 'Add Company' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/companies$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/profile$/);
});

test('a dialog closed by its button leaves no entry in the browser history', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await open(page, 'master', 'Companies');
  for (let round = 0; round < 3; round++) {
    await page.getByRole('button', { name: 'Add Company' }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await hasWindowEntries(page, 0);
  }
  await expect(page).toHaveURL(/\/companies$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/profile$/);
});

test('Back closes only the top one of two open dialogs, and cancels a deletion that is waiting for confirmation', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await open(page, 'master', 'Flags');
  await findFlag(page, 'Visitor Plaza North');
  await page.getByRole('link', { name: 'Visitor Plaza North' }).tap();
  await page.getByRole('button', { name: 'Test this pole' }).tap();
  const check = page.getByRole('dialog', { name: 'Test Visitor Plaza North' });
  await expect(check.getByText('Clock is correct')).toBeVisible();
  await check.getByRole('button', { name: /^Test (this pole|again)$/ }).tap();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await hasWindowEntries(page, 2);
  await page.goBack();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(check).toBeVisible();
  await page.goBack();
  await expect(check).toHaveCount(0);
  expect(pathOf(page)).toMatch(/^\/flags\/.+/);
  await page.goBack();
  await expect.poll(() => pathOf(page)).toBe('/flags');
  await page.getByRole('button', { name: 'Delete Visitor Plaza North' }).tap();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(pathOf(page)).toBe('/flags');
});

test('Back cancels a move of many poles that is waiting for confirmation', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await open(page, 'master', 'Flags');
  await page.getByRole('switch', { name: 'All Half' }).tap();
  await expect(page.getByRole('alertdialog', { name: /^All Half: \d+ poles$/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  expect(pathOf(page)).toBe('/flags');
});

test('Back closes the menu or the command palette, and does not reopen the palette after the user has opened a page from it', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await open(page, 'master', 'Companies');
  await page.getByRole('button', { name: 'Toggle sidebar' }).tap();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(pathOf(page)).toBe('/companies');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('add company');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Add Company' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/profile$/);
});

test('Back closes a dialog restored by a reload, and skips a dialog that was not restored', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await open(page, 'master', 'Companies');
  await page.getByRole('button', { name: 'Add Company' }).tap();
  await expect(page.getByRole('dialog', { name: 'Add Company' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('dialog', { name: 'Add Company' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/companies$/);
  await page.getByRole('button', { name: 'User menu' }).tap();
  await page.getByRole('menuitem', { name: 'Logout' }).tap();
  await expect(page.getByRole('alertdialog', { name: 'Logout' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/profile$/);
});

test('a link to a dialog opens the dialog over its page', { tag: FULL_ONLY }, async ({ page }) => {
  await signIn(page, 'master', '/profile');
  await page.goto('/companies?dialog=add');
  await expect(page.getByRole('dialog', { name: 'Add Company' })).toBeVisible();
  // The dialog gets its history entry a moment after it appears, but before a user could press
  // Back.
  await hasWindowEntries(page, 1);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/companies$/);
  await page.goForward();
  await expect(page.getByRole('dialog', { name: 'Add Company' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap();
  await expect(page).toHaveURL(/\/companies$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/profile$/);
});

test('a filter selected in a popover stays active when the popover closes', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await open(page, 'master', 'Flags');
  await page.getByRole('button', { name: 'Filters' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('button', { name: /^Location: / }).tap();
  await page.getByRole('option').nth(1).tap();
  await expect(page).toHaveURL(/\/flags\?.*location=/);
  await expect(sheet.getByRole('button', { name: /^Location: All/ })).toHaveCount(0);
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(/\/flags\?.*location=/);
});

test('Back and Escape in an edited form ask before discarding typed values', async ({ page }) => {
  await open(page, 'master', 'Companies');
  await page.getByRole('button', { name: 'Add Company' }).tap();
  const form = page.getByRole('dialog', { name: 'Add Company' });
  await form.getByLabel('Name').fill('Pier 9');
  const question = page.getByRole('alertdialog', { name: 'Discard changes?' });
  for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await leave();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).tap();
    await expect(question).toHaveCount(0);
    await expect(form.getByLabel('Name')).toHaveValue('Pier 9');
  }
  await page.goBack();
  await question.getByRole('button', { name: 'Discard' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/companies$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/profile$/);
});

import { expectAccessible } from '../world/accessibility.ts';
import { POLES } from '../world/flags.ts';
import { expect, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

test('Ctrl+K lets a user open any page from the keyboard, and closing a dialog opened this way restores the focus', async ({
  page,
}) => {
  await signIn(page, 'master');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search or run a command' });
  await expect(field).toBeFocused();
  await page.keyboard.type('zzz');
  await expect(page.getByText('No results for “zzz”')).toBeVisible();
  await field.fill(POLES.offline);
  await expect(page.getByRole('option', { name: POLES.offline }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/flags\/[^/?]+$/);
  await expect(page.getByRole('heading', { level: 1, name: POLES.offline })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('add comp');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Company' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(field).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL((url) => url.pathname === '/companies' && url.search === '');
  await expect(page.getByRole('main')).toBeFocused();
});

test('on a phone, a button opens the command palette, and its results are large enough to touch', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'location');
  await page.getByRole('button', { name: 'Jump to…' }).click();
  const option = page.getByRole('option', { name: 'Profile' });
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expect(page.getByRole('option', { name: 'Locations' })).toHaveCount(0);
  await option.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});

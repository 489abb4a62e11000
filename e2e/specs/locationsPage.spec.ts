import { expectAccessible } from '../world/accessibility.ts';
import { expect, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

test('spec §2: a master sees every location, sorted by name, with company, address and counts', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'master');
  await page.getByRole('link', { name: 'Locations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeVisible();
  await expect(page.getByText('Manage location sites and facilities')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Company',
    'Address',
    'Flags',
    'Users',
    'Actions',
  ]);
  await page.getByPlaceholder('Search locations...').fill('norfolk, va');
  await expect(page.getByText('Showing 1-2 of 2 total items')).toBeVisible();
  const row = page.getByRole('row', { name: /Harbor Headquarters/ });
  await expect(row).toContainText('Tidewater Harbor Authority');
  await expect(row).toContainText('Norfolk, VA');
  await row.getByRole('link', { name: 'Tidewater Harbor Authority' }).click();
  await expect(page).toHaveURL(/\/companies\/[a-z0-9]+$/);
});

test("a company user adds, edits and deletes a location of their own company, and another user's open screen updates", async ({
  page,
  browser,
}) => {
  const name = `Annex ${Date.now()}`;
  const watcher = await browser.newPage();
  await signIn(watcher, 'master', `/locations?q=${encodeURIComponent(name)}`);
  await expect(watcher.getByText(`No results for “${name}”`)).toBeVisible();
  await expect(watcher.getByText('Connected', { exact: true })).toBeVisible();

  await signIn(page, 'company', '/locations');
  await page.getByRole('button', { name: 'Add Location' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add Location' });
  await expect(dialog.getByRole('combobox', { name: 'Company' })).toHaveText(
    'Tidewater Harbor Authority',
  );
  await dialog.getByRole('combobox', { name: 'Company' }).click();
  await expect(page.getByRole('option')).toHaveText(['Tidewater Harbor Authority']);
  await page.keyboard.press('Escape');
  // The fields contain the company's own values until the user changes them.
  await expect(dialog.getByLabel('Name')).toHaveValue('Tidewater Harbor Authority');
  for (const label of ['Name', 'Address', 'City', 'ZIP code', 'Phone']) {
    await dialog.getByLabel(label, { exact: true }).fill('');
  }
  await dialog.getByRole('button', { name: 'Add Location' }).click();
  for (const message of [
    'Location name is required',
    'Address is required',
    'City is required',
    'ZIP code is required',
    'Phone number is required',
  ]) {
    await expect(dialog.getByText(message, { exact: true })).toBeVisible();
  }
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Address', { exact: true }).fill('1 Side Street');
  await dialog.getByLabel('City').fill('Norfolk');
  await dialog.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'District of Columbia' }).click();
  await dialog.getByLabel('ZIP code').fill('23510');
  await dialog.getByLabel('Phone').fill('7575550199');
  await expectAccessible(page);
  const created = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/locations'),
  );
  await dialog.getByRole('button', { name: 'Add Location' }).click();
  const body = (await created).postDataJSON() as { id: string; companyId: string };
  expect(body.id.replace(/\d+$/, '')).toBe(`${body.companyId}-norfolk-`);
  await expect(page.getByText('Location created', { exact: true })).toBeVisible();
  await expect(watcher.getByRole('row', { name: new RegExp(name) })).toContainText('Norfolk, DC');

  await page.getByPlaceholder('Search locations...').fill(name);
  await page.getByText('Norfolk, DC').click();
  const edit = page.getByRole('dialog', { name: 'Edit location' });
  await expect(edit.getByLabel('Company')).toHaveAttribute('readonly', '');
  await edit.getByLabel('Name').fill(`${name} renamed`);
  await edit.getByLabel('Name').press('Enter');
  await expect(page.getByText('Location updated', { exact: true })).toBeVisible();
  await expect(watcher.getByText(`${name} renamed`)).toBeVisible();

  await page.getByRole('button', { name: `Delete ${name} renamed` }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete location' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Location deleted', { exact: true })).toBeVisible();
  await expect(watcher.getByText(`${name} renamed`)).toHaveCount(0);
  await watcher.close();
});

test('deleting a location that is in use fails with a message that shows what uses the location', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'company', '/locations?q=Harbor+Headquarters');
  await page.getByRole('button', { name: 'Delete Harbor Headquarters' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(
    question.getByText(
      /^This location still has \d+ flags and \d+ employees\. Move or delete them first\.$/,
    ),
  ).toBeVisible();
  await expect(page.getByText('Failed to delete location.', { exact: true })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Delete Harbor Headquarters' })).toBeFocused();
});

test('on a phone, each location is a card that can be opened, and the page does not scroll sideways', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'company', '/locations');
  const card = page.getByRole('listitem').filter({ hasText: 'Harbor Headquarters' });
  await expect(card).toContainText('Norfolk, VA');
  await expect(page.getByRole('table')).toHaveCount(0);
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0);
  await card.getByRole('button', { name: 'Edit Harbor Headquarters' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit location' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/dialog=/);
  await card.getByRole('link', { name: 'Harbor Headquarters', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor Headquarters' })).toBeVisible();
});

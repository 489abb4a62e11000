import { findFlag, flagSwitch, openFlag, row } from '../world/flags.ts';
import { expect, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

test("a master adds a flag, sees its key once, edits and deletes it, and another user's open screen updates", async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  const flagId = `E2E-${Date.now()}`;
  const name = `Test pole ${flagId}`;
  const watcher = await browser.newPage();
  await signIn(watcher, 'company', `/flags?q=${flagId}`);
  await expect(watcher.getByText(flagId)).toBeVisible();
  await expect(watcher.getByText('Connected', { exact: true })).toBeVisible();

  await signIn(page, 'master', '/flags');
  await page.getByRole('button', { name: 'Add Flag' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add Flag' }).click();
  for (const message of [
    'Flag name is required',
    'Flag ID is required',
    'Company is required',
    'Location is required',
  ]) {
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Flag ID').fill(flagId);
  await dialog.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'Tidewater Harbor Authority' }).click();
  await dialog.getByRole('combobox', { name: 'Location' }).click();
  await page.getByRole('option', { name: 'Harbor Headquarters' }).click();
  await dialog.getByRole('button', { name: 'Add Flag' }).click();
  const key = await page.getByRole('textbox', { name: 'Device key' }).inputValue();
  const path = await page.getByRole('textbox', { name: 'Realtime path' }).inputValue();
  expect(key.length).toBeGreaterThan(40);
  await page.getByRole('button', { name: 'Done' }).click();

  // The other user's open screen shows the flag as offline without a reload.
  await expect(row(watcher, name).getByText('Offline')).toBeVisible();

  // The new pole reports with that key and goes online on both screens.
  const report = { 'reported/flagUp': true, 'reported/lastSeen': Math.floor(Date.now() / 1000) };
  const url = `/${path}.json?auth=${key}`;
  const answer = await request.patch(url, { data: { ...report, voltage: 42.4 } });
  expect(answer.status()).toBe(200);
  await expect(row(watcher, name).getByText('Online')).toBeVisible();
  await expect(row(watcher, name).getByText('42.4 V')).toBeVisible();
  await expect(flagSwitch(watcher, 'Flag Up', name)).toBeChecked();

  await findFlag(page, name);
  await row(page, name).getByText(flagId, { exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(`${name} renamed`);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(row(watcher, `${name} renamed`)).toBeVisible();

  await page.getByRole('button', { name: `Delete ${name} renamed` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(watcher.getByText(`${name} renamed`)).toHaveCount(0);
  // The key is invalid immediately.
  expect((await request.patch(url, { data: report })).status()).toBe(401);
  await watcher.close();
});

test('spec §6: only a master can add and delete flags, and other users see the dialog read-only', async ({
  page,
}) => {
  await openFlag(page, 'location', 'Main Entrance');
  await expect(page.getByRole('button', { name: 'Add Flag' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await row(page, 'Main Entrance').getByText('Online', { exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Location')).toHaveValue('Harbor Headquarters');
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0);
});

test('the flag list sorts by a column, stays on page 2 after a reload, and offers to clear a search without results', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'master', '/flags');
  await expect(page.getByText(/Showing 1-10 of \d+ total items/)).toBeVisible();
  const header = page.getByRole('columnheader', { name: 'Voltage' });
  const sort = header.getByRole('button');
  await sort.click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await sort.click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await sort.click();
  await expect(header).toHaveAttribute('aria-sort', 'none');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(/Showing 11-20 of \d+ total items/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/Showing 11-20 of \d+ total items/)).toBeVisible();
  await page.getByPlaceholder('Search flags...').fill('pier');
  await expect(page.getByText(/Showing 1-\d+ of \d+ total items/)).toBeVisible();
  await page.getByPlaceholder('Search flags...').fill('no such flag');
  await page.getByText('Clear search', { exact: true }).click();
  await expect(page.getByText(/Showing 1-10 of \d+ total items/)).toBeVisible();
});

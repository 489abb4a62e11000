import { flagSwitch, locationPath, POLES } from '../world/flags.ts';
import { expect, signIn, startSession, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

test("a click on a location's row opens the location's flags, with master controls and export, and Back returns to the row", async ({
  page,
}) => {
  await signIn(page, 'master', '/locations?q=Harbor');
  await page.getByRole('link', { name: '6 flags at Harbor Headquarters' }).click();
  await expect(page).toHaveURL(/\/flags\?location=[^&]+$/);
  // "Harbor" is also in the company's name, so a search would also find flags at its other
  // locations.
  await expect(page.getByText('Showing 1-6 of 6 total items')).toBeVisible();
  await expect(page.getByText(/^Master Controls for Harbor Headquarters \d online/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Location: Harbor Headquarters' })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  const csv = await (await download).createReadStream();
  let text = '';
  for await (const part of csv) text += String(part);
  expect(text.trim().split('\r\n')).toHaveLength(7);

  // Chooses another location by typing. Back returns to the first one, and then to the row.
  await page.getByRole('button', { name: 'Location: Harbor Headquarters' }).click();
  await page.getByRole('combobox', { name: 'Find location' }).fill('lambert');
  // Until the server has answered, Enter chooses nothing.
  await expect(page.getByRole('option', { name: /Lambert/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 1-7 of 7 total items')).toBeVisible();
  await expect(flagSwitch(page, 'Flag Up', 'Pier 1')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Showing 1-6 of 6 total items')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/locations\?q=Harbor$/);
});

test("the lists on a location's page neither repeat the location's name nor offer to sort by it", {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await startSession(page, 'company');
  await page.goto(await locationPath(page, POLES.normal));
  const flags = page.getByRole('table', { name: 'Flags' });
  await expect(flags.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await expect(flags.getByRole('columnheader', { name: 'Location' })).toHaveCount(0);
  const employees = page.getByRole('table', { name: 'Employees' });
  await expect(employees.getByRole('columnheader', { name: 'Role' })).toBeVisible();
  await expect(employees.getByRole('columnheader', { name: 'Location' })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('combobox', { name: 'Sort by' }).first().click();
  await expect(page.getByRole('option', { name: 'Sort by Status' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Sort by Location' })).toHaveCount(0);
});

test('the flag list of an unknown location shows that the location does not exist, and links to all flags', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'company', '/flags?location=no-such-location');
  await expect(page.getByText('No flags at this location')).toBeVisible();
  await page.getByRole('button', { name: 'Show all flags' }).click();
  await expect(page).toHaveURL(/\/flags$/);
  await expect(page.getByText(/Showing 1-10 of \d+ total items/)).toBeVisible();
});

import { expectAccessible } from '../world/accessibility.ts';
import { flagSwitch, otherPosition, POLES } from '../world/flags.ts';
import { expect, signIn, test } from '../world/test.ts';

test('spec §4: a master control moves every online flag of the search result, over all its pages', async ({
  page,
}) => {
  await signIn(page, 'company');
  // "Pier 1" to "Pier 4" of one location, and all of its seven poles by the location's name.
  await page.goto('/flags?q=Lambert%20Pier');
  const control = page.getByRole('switch', { name: /^All Half, \d+ online$/ });
  await expect(control).toBeEnabled();
  await control.click();
  await expect(page.getByText('Master control activated', { exact: true })).toBeVisible();
  await expect(page.getByText('All online flags updated', { exact: true })).toBeVisible();
  for (const name of ['Pier 1', 'Pier 3', 'Customs House', 'Truck Gate']) {
    await expect(flagSwitch(page, 'Flag Half', name)).toBeChecked();
    await expect(page.getByRole('row', { name }).getByText('Confirmed')).toBeVisible();
  }
  // The offline one was not asked.
  await expect(flagSwitch(page, 'Flag Half', 'Crane Yard')).not.toBeChecked();
  await expect(control).toBeChecked();
  await page.getByRole('switch', { name: /^All Up, / }).click();
  await expect(flagSwitch(page, 'Flag Up', 'Pier 1')).toBeChecked();
  await expect(flagSwitch(page, 'Flag Half', 'Pier 1')).not.toBeChecked();
});

test('more than one company touched: it asks first, and Cancel moves nothing', async ({ page }) => {
  await signIn(page, 'master');
  await expect(page.getByText(/\d+ online/).first()).toBeVisible();
  await page.getByRole('switch', { name: /^All Down, / }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog.getByText(/companies/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Master control activated', { exact: true })).toHaveCount(0);
});

test('the poles that did not follow are listed with their causes on every page until closed, and asked again', async ({
  page,
}) => {
  await signIn(page, 'company');
  await page.goto('/flags?q=Harbor%20Headquarters');
  await expect(flagSwitch(page, 'Flag Half', POLES.neverFollows)).toBeEnabled();
  // Five poles move; one of the six never does, and is asked for what it is not.
  const order = (await otherPosition(page, POLES.neverFollows)).replace('Flag', 'All');
  await page.getByRole('switch', { name: new RegExp(`^${order}, \\d+ online$`) }).click();
  const panel = page.getByRole('region', { name: `${order}: poles that did not follow` });
  await expect(panel.getByText(/^Not confirmed after 15 s; reports (Up|Down|Half)$/)).toBeVisible({
    timeout: 45_000,
  });
  await expect(panel.getByRole('listitem')).toContainText(POLES.neverFollows);
  await expect(panel.getByRole('heading')).toHaveText(`${order}: 5 of 6 poles followed`);
  await expect(
    page.getByRole('status').getByText(`${order}: 5 of 6 poles followed`),
  ).toBeAttached();
  await page.getByRole('link', { name: 'Locations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeVisible();
  await expect(panel.getByText(POLES.neverFollows)).toBeVisible();
  await expectAccessible(page);

  await panel.getByRole('button', { name: 'Retry failed' }).click();
  await expect(panel.getByRole('heading')).toHaveText(`${order}: 5 of 6 poles followed, 1 waiting`);
  await expect(panel.getByText(/^Not confirmed after 15 s/)).toBeVisible({ timeout: 45_000 });
  await panel.getByRole('button', { name: `Close, ${order}` }).click();
  await expect(panel).toHaveCount(0);
});

import { findFlag, flagSwitch, otherPosition } from '../world/flags.ts';
import { expect, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('on a phone, each flag is a card, the page does not scroll sideways, and a switch works by touch', async ({
  page,
}) => {
  await signIn(page, 'company');
  const name = 'Visitor Plaza North';
  await findFlag(page, name);
  await expect(page.getByRole('table')).toHaveCount(0);
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBe(0);
  const target = await otherPosition(page, name);
  await flagSwitch(page, target, name).tap();
  await expect(flagSwitch(page, target, name)).toBeChecked();
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('on a phone, the sidebar is a sheet that closes when an item is selected', async ({
  page,
}) => {
  await signIn(page, 'master');
  await page.getByRole('button', { name: 'Toggle sidebar' }).tap();
  const sheet = page.getByRole('dialog');
  // Checks the layout width, because the painted width may be slightly smaller during the
  // animation.
  await expect(sheet).toHaveCSS('width', '288px');
  await sheet.getByRole('link', { name: 'Flags' }).tap();
  await expect(page).toHaveURL(/\/flags/);
  await expect(sheet).toHaveCount(0);
});

test('on a phone, the user can sort a list by a column, in reverse, or in its default order', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'master', '/companies');
  const names = () => page.getByRole('listitem').getByRole('heading').allTextContents();
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeVisible();
  const own = await names();
  await page.getByRole('combobox', { name: 'Sort by' }).tap();
  await page.getByRole('option', { name: 'Sort by Name' }).tap();
  await expect.poll(names).toEqual(own.toSorted());
  await page.getByRole('button', { name: 'Ascending' }).tap();
  await expect.poll(names).toEqual(own.toSorted().toReversed());
  await expect(page).toHaveURL(/sort=-name/);
  await page.getByRole('combobox', { name: 'Sort by' }).tap();
  await page.getByRole('option', { name: 'Default order' }).tap();
  await expect.poll(names).toEqual(own);
  await page.goto('/flags');
  await page.getByRole('combobox', { name: 'Sort by' }).tap();
  await page.getByRole('option', { name: 'Sort by Voltage' }).tap();
  await expect(page).toHaveURL(/sort=voltage/);
});

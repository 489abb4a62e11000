import { expectAccessible } from '../world/accessibility.ts';
import { flagSwitch, POLES, row, shownStates } from '../world/flags.ts';
import { expect, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

test('filters of the flag list can be combined, a link reproduces them, and Back undoes the last filter', async ({
  page,
}) => {
  await signIn(page, 'company', '/flags');
  await page.getByRole('button', { name: 'Position: Any position' }).click();
  await page.getByRole('option', { name: /^Up/ }).click();
  await page.getByRole('button', { name: /^Online \d+$/ }).click();
  await expect(page).toHaveURL(/\/flags\?show=online&position=up$/);
  await expect(page.getByRole('link', { name: 'Export' })).toHaveAttribute(
    'href',
    '/api/export/flags?show=online&position=up',
  );
  await expect(page.getByText(/^Showing 1-\d+ of \d+ total items$/)).toBeVisible();
  await expectAccessible(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole('button', { name: 'Position: Up' })).toBeVisible();
  await expect(other.getByRole('button', { name: /^Online \d+$/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await other.close();

  await page.goBack();
  await expect(page).toHaveURL(/\/flags\?position=up$/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/flags$/);
});

test('on a phone, the filters of the flag list open in a sheet, and each active filter has a chip', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'company', '/flags');
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('button', { name: /^Offline \d+$/ }).click();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Position: Any position' }).click();
  await page
    .getByRole('option', { name: /^(Up|Unknown|Down|Half)\s*[1-9]\d* flag/ })
    .first()
    .click();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible();
  await page.getByRole('button', { name: /^Remove filter: Position/ }).click();
  await expect(page).toHaveURL(/\/flags\?show=offline$/);
  await expect(page.getByRole('heading', { name: POLES.offline })).toBeVisible();
});

test('on a phone, no text in the filters is cut off', { tag: FULL_ONLY }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'master', '/flags');
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect(sheet.getByText('All companies')).toBeVisible();
  const cut = await sheet
    .locator('.truncate')
    .evaluateAll((texts) =>
      texts
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
  expect(cut).toEqual([]);
});

test('flags selected on two pages of the list move together, and Undo moves their poles back', async ({
  page,
}) => {
  await signIn(page, 'company', '/flags');
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') });
  await expect(rows.nth(1)).toBeVisible();
  const bar = page.getByRole('region', { name: 'Selected flags' });

  // By keyboard, Space selects the row and Escape ends the selection.
  await row(page, POLES.offline).focus();
  await page.keyboard.press('Space');
  await expect(bar.getByText('1 selected')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);

  await page.goto('/flags?q=Lambert%20Pier');
  await select('Pier 1').click();
  await select('Pier 3').click();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(bar.getByText('2 selected')).toBeVisible();
  await page.goto('/flags?q=Lambert%20Pier');
  await expect(bar).toHaveCount(0);
  await select('Pier 1').click();
  await select('Pier 3').click();
  const names = ['Pier 1', 'Pier 3'];
  const before = await Promise.all(names.map((name) => shownStates(page, name)));
  // Finds a position that neither pole is in.
  const control = ['Down', 'Half', 'Up'].find((each) =>
    before.every((states) => !states.includes(`Flag ${each}`)),
  )!;
  await bar.getByRole('button', { name: control, exact: true }).click();
  // A search is active, so the console asks for confirmation and shows the number of poles.
  await expect(page.getByRole('alertdialog')).toContainText(`${control}: 2 poles`);
  await page.keyboard.press('Enter');
  for (const name of names) await expect(flagSwitch(page, `Flag ${control}`, name)).toBeChecked();
  const panel = page.getByRole('region', { name: `${control}: result` });
  await expect(panel.getByRole('heading')).toHaveText(`${control}: 2 of 2 poles confirmed`);
  await expect(bar.getByText('2 selected')).toBeVisible();
  await panel.getByRole('button', { name: 'Undo' }).click();
  for (const [index, name] of names.entries())
    await expect.poll(() => shownStates(page, name)).toEqual(before[index]);
});

test('on a phone, the Select button makes the flag cards selectable', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'company', '/flags?q=Lambert%20Pier');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  // A tap anywhere on the card selects it.
  await page.getByRole('heading', { name: 'Pier 1' }).click({ force: true });
  await page.getByRole('heading', { name: 'Pier 3' }).click({ force: true });
  const bar = page.getByRole('region', { name: 'Selected flags' });
  await expect(bar.getByText('2 selected')).toBeVisible();
  await expect(page).toHaveURL(/\/flags\?q=/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(bar).toHaveCount(0);
});

import fs from 'node:fs';
import { expectAccessible } from '../world/accessibility.ts';
import { expect, type Page, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

const POLES = 200;
const ADDRESS = { address1: '1 Main Street', city: 'Norfolk', state: 'VA', zip: '23510' };

/** Returns a CSV file of poles as Excel would write it. */
function fleet(
  location: string,
  badLine: boolean,
): { name: string; mimeType: string; buffer: Buffer } {
  const lines = Array.from({ length: POLES }, (_, i) => {
    const id = badLine && i === 7 ? 'bad id!' : `IMPORT-${i}`;
    return `Imported Fleet;${location};Imported ${i};${id}`;
  });
  const text = `\uFEFFCompany;Location;Name;Flag ID\r\n${lines.join('\r\n')}\r\n`;
  return { name: 'poles.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
}

const choose = (page: Page, file: ReturnType<typeof fleet>) =>
  page.locator('input[type=file]').setInputFiles(file);

test('200 poles are imported from a spreadsheet: a dry run finds an error, the corrected file is imported, and the keys are shown once', async ({
  page,
}) => {
  await signIn(page, 'master', '/import?kind=flags');
  const made = async (url: string, body: object) =>
    (await (await page.request.post(url, { data: body })).json()) as { id: string };
  const place = { ...ADDRESS, phone: '7575550100' };
  const company = await made('/api/companies', { ...place, name: 'Imported Fleet' });
  try {
    await made('/api/locations', { ...place, name: 'Pier 9', companyId: company.id });
    await choose(page, fleet('Pier 9', true));
    const dryRun = page.getByRole('region', { name: 'Dry run' });
    await expect(dryRun.getByText(`${POLES - 1} new`)).toBeVisible();
    await expect(
      dryRun.getByText('Flag ID can only have letters, digits, - _ and :'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: `Import ${POLES - 1} flags` })).toBeDisabled();
    await expectAccessible(page);

    await choose(page, fleet('Pier 9', false));
    await page.getByRole('button', { name: `Import ${POLES} flags` }).click();
    await expect(page.getByRole('heading', { name: `${POLES} flags imported` })).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save device keys' }).click(),
    ]);
    const keys = fs
      .readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(keys).toHaveLength(POLES + 1);

    await page.goto('/flags?q=Imported+Fleet');
    await expect(page.getByText(`Showing 1-10 of ${POLES} total items`)).toBeVisible();
  } finally {
    await page.request.delete(`/api/companies/${company.id}`);
  }
});

test('an import of changed rows shows old and new values, and applies the changes after one confirmation', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'master', '/import?kind=companies');
  const made = await page.request.post('/api/companies', {
    data: { ...ADDRESS, phone: '7575550100', name: 'Changed By Import' },
  });
  const { id } = (await made.json()) as { id: string };
  try {
    const text =
      'Name,Address 1,City,State,ZIP,Phone\r\nChanged By Import,2 Side Street,Norfolk,VA,23510,';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'c.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    const dryRun = page.getByRole('region', { name: 'Dry run' });
    await expect(dryRun.getByRole('status')).toHaveText('0 new, 1 changed, 0 unchanged');
    const change = dryRun.getByRole('listitem').filter({ hasText: 'from 1 Main Street' }).last();
    await expect(change).toHaveText('Address 1: from 1 Main Street →  to 2 Side Street');
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height });
        await page.evaluate((theme) => {
          localStorage.setItem('theme', theme);
          window.dispatchEvent(new StorageEvent('storage'));
        }, colorScheme);
        const isDark = page.locator('html.dark');
        await expect(isDark).toHaveCount(colorScheme === 'dark' ? 1 : 0);
        await expect(change).toBeVisible();
        if (process.env.IMPORT_PICTURES)
          await page.screenshot({
            path: `${process.env.IMPORT_PICTURES}/import-${width}-${colorScheme}.png`,
            fullPage: true,
          });
        // Checks both themes, ending with the light one.
        await expectAccessible(page);
      }
    await page.getByRole('button', { name: 'Import 1 change' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Change 1 company?' });
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(page.getByRole('heading', { name: '1 company changed' })).toBeVisible();
    const company = await page.request.get(`/api/companies/${id}`);
    expect(await company.json()).toMatchObject({ address1: '2 Side Street', phone: '7575550100' });
  } finally {
    await page.request.delete(`/api/companies/${id}`);
  }
});

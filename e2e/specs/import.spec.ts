import fs from 'node:fs';
import { expectAccessible } from '../world/accessibility.ts';
import { expect, type Page, signIn, test } from '../world/test.ts';

const POLES = 200;
const ADDRESS = { address1: '1 Main Street', city: 'Norfolk', state: 'VA', zip: '23510' };

/** A fleet's file as Excel writes it. */
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

test('200 poles come in from a spreadsheet: a dry run with an error, the corrected file, the keys once', async ({
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
    await expect(dryRun.getByText('Flag ID may hold letters, digits, - _ : only')).toBeVisible();
    await expect(page.getByRole('button', { name: `Import ${POLES - 1} flags` })).toBeDisabled();
    await expectAccessible(page);

    await choose(page, fleet('Pier 9', false));
    await page.getByRole('button', { name: `Import ${POLES} flags` }).click();
    await expect(page.getByRole('heading', { name: `${POLES} flags imported` })).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save Device Keys' }).click(),
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

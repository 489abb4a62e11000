import { expect, signIn, test } from '../world/test.ts';

/** Pages with lists. `:company` stands for the ID of the first company. */
const PATHS = [
  '/',
  '/flags',
  '/companies',
  '/companies/:company',
  '/locations',
  '/employees',
  '/activity',
  '/alerts',
  '/refused-devices',
];

for (const path of PATHS)
  test(`at 1,024 px with the sidebar open, no part of the table on ${path} is cut off`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await signIn(page, 'master', '/profile');
    const companies = (await (await page.request.get('/api/companies')).json()) as { id: string }[];
    await page.goto(path.replace(':company', companies[0]!.id));
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCSS('width', '256px');
    await expect(page.getByRole('table').first()).toBeVisible();
    for (const table of await page.getByRole('table').all()) {
      const region = table.locator('xpath=..');
      expect(await region.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
    }
    // Each header is wide enough for its text.
    for (const header of await page.getByRole('columnheader').all())
      expect(
        await header.evaluate((cell) => cell.scrollWidth - cell.clientWidth),
        await header.innerText(),
      ).toBeLessThanOrEqual(0);
  });

import { expect, signIn, test } from '../world/test.ts';

for (const path of ['/', '/flags', '/companies', '/locations', '/employees'])
  test(`at 1,024 px with the sidebar open ${path} is a table, and nothing is cut off`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await signIn(page, 'master', path);
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCSS('width', '256px');
    const table = page.getByRole('table').first();
    await expect(table).toBeVisible();
    const region = table.locator('xpath=..');
    expect(await region.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
    if (path !== '/flags') return;
    // Each header is wide enough for its word.
    for (const header of await table.getByRole('columnheader').all())
      expect(
        await header.evaluate((cell) => cell.scrollWidth - cell.clientWidth),
        await header.innerText(),
      ).toBeLessThanOrEqual(0);
  });

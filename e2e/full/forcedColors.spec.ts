import { flagSwitch, openFlag, POLES, polePath } from '../world/flags.ts';
import { expect, type Page, test } from '../world/test.ts';

const colorOf = (page: Page, selector: string, property: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in forced ${colorScheme} colors, switches, the active menu item and shapes stay visible`, async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await openFlag(page, 'company', POLES.normal);
    const states = ['Flag Up', 'Flag Down', 'Flag Half'].map((label) =>
      flagSwitch(page, label, POLES.normal),
    );
    await expect(states[0]!).toBeEnabled();
    const canvas = await colorOf(page, 'body', 'background-color');
    const on = '[role="switch"][aria-checked="true"]:enabled > span';
    const off = '[role="switch"][aria-checked="false"]:enabled > span';
    const track = await colorOf(page, on, 'background-color');
    expect(track).not.toBe(canvas);
    expect(track).not.toBe(await colorOf(page, off, 'background-color'));
    expect(await colorOf(page, `${on} > span`, 'background-color')).not.toBe(track);
    expect(await colorOf(page, `${off} > span`, 'background-color')).not.toBe(canvas);
    expect(await colorOf(page, 'nav [aria-current="page"]', 'background-color')).not.toBe(
      await colorOf(page, 'nav a:not([aria-current])', 'background-color'),
    );
    // Without this, the browser paints a strip in the text color behind the text.
    for (const filled of [
      'nav [aria-current="page"]',
      'button.bg-primary, [class~="hover:bg-accent"]',
    ])
      expect(await colorOf(page, filled, 'forced-color-adjust')).toBe('none');
    for (const shape of await page.getByRole('row', { name: POLES.normal }).locator('svg').all())
      expect(await shape.evaluate((svg) => getComputedStyle(svg).color)).not.toBe(canvas);
    await page.goto(await polePath(page, POLES.normal));
    const chosen = page.getByRole('group', { name: `Position of ${POLES.normal}` });
    await expect(chosen).toBeVisible();
    expect(await colorOf(page, '[aria-pressed="true"]', 'forced-color-adjust')).toBe('none');
  });
}

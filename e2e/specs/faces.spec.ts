import { faultsOf } from '../world/accessibility.ts';
import { becomeViewer, isOwn, openScreen, SCREENS, VIEWERS } from '../world/screens.ts';
import { expect, test } from '../world/test.ts';
import { variantsFor } from '../world/variants.ts';

/**
 * Variants of a screen beyond the two themes on a desk and a phone, which `screens.spec.ts` covers.
 */
const FACES = [
  { name: 'at 200 % zoom', size: { width: 720, height: 450 }, dark: false, forced: false },
  { name: 'dark at 200 % zoom', size: { width: 720, height: 450 }, dark: true, forced: false },
  { name: 'in forced light colors', size: { width: 1440, height: 900 }, dark: false, forced: true },
  { name: 'in forced dark colors', size: { width: 390, height: 844 }, dark: true, forced: true },
];

// Each runs in any free world.
test.describe.configure({ mode: 'parallel' });

for (const viewer of VIEWERS) {
  const screens = SCREENS.filter((screen) => isOwn(screen, viewer));
  test(`${viewer}: every screen is accessible at 200 % zoom and in forced colors`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await becomeViewer(page, viewer);
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        await openScreen(page, screen);
        const faces = variantsFor(FACES, SCREENS.indexOf(screen));
        for (const { name, size, dark, forced } of faces) {
          await page.setViewportSize(size);
          await page.emulateMedia({
            reducedMotion: 'reduce',
            forcedColors: forced ? 'active' : 'none',
            colorScheme: dark ? 'dark' : 'light',
          });
          await page.evaluate((isDark) => {
            document.documentElement.classList.toggle('dark', isDark);
          }, dark);
          expect.soft(await faultsOf(page), `${screen.name}, ${name}`).toEqual([]);
        }
        await page.evaluate(() => document.documentElement.classList.remove('dark'));
        await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
        await page.setViewportSize({ width: 1440, height: 900 });
      });
    }
  });
}

import { faultsOf, SIZES, THEMES } from '../world/accessibility.ts';
import { becomeViewer, expectLedAway, openScreen, SCREENS, VIEWERS } from '../world/screens.ts';
import { expect, test } from '../world/test.ts';

for (const viewport of SIZES) {
  for (const theme of THEMES) {
    test.describe(`at ${viewport.width} px, in the ${theme} theme`, () => {
      test.use({
        viewport,
        isMobile: viewport.width < 768,
        contextOptions: { reducedMotion: 'reduce' },
      });
      for (const viewer of VIEWERS) {
        test(`${viewer}: every screen works and is accessible`, async ({ page }) => {
          test.setTimeout(600_000);
          await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
          await becomeViewer(page, viewer);
          for (const screen of SCREENS) {
            if (screen.for.includes(viewer)) {
              await test.step(screen.name, async () => {
                await openScreen(page, screen);
                expect(await faultsOf(page), screen.name).toEqual([]);
              });
            } else if (!screen.for.includes('nobody')) {
              await test.step(`${screen.name} redirects`, () =>
                expectLedAway(page, screen, viewer));
            }
          }
        });
      }
    });
  }
}

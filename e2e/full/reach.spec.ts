import { faultsOfFocus, faultsOfSpacing, faultsOfTargets } from '../world/reach.ts';
import { becomeViewer, isOwn, openScreen, SCREENS, VIEWERS } from '../world/screens.ts';
import { expect, test } from '../world/test.ts';
import { variantsFor } from '../world/variants.ts';

// Each test can run on any free demo server.
test.describe.configure({ mode: 'parallel' });

const WIDTHS = [1440, 390] as const;

for (const viewer of VIEWERS) {
  test(`${viewer}: every screen shows the focus, allows wider text spacing, and keeps controls apart (WCAG 2.4.7, 2.4.11, 1.4.12, 2.5.8)`, async ({
    page,
  }) => {
    test.setTimeout(600_000);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await becomeViewer(page, viewer);
    for (const [index, screen] of SCREENS.entries()) {
      if (!isOwn(screen, viewer)) continue;
      await test.step(screen.name, async () => {
        await openScreen(page, screen);
        for (const width of variantsFor(WIDTHS, index)) {
          await page.setViewportSize({ width, height: 844 });
          const at = `${screen.name}, ${width} px`;
          expect.soft(await faultsOfTargets(page), `targets of ${at}`).toEqual([]);
          expect.soft(await faultsOfSpacing(page), `spacing of ${at}`).toEqual([]);
          const inDialog = screen.kind === 'dialog';
          expect.soft(await faultsOfFocus(page, { inDialog }), `focus on ${at}`).toEqual([]);
        }
      });
    }
  });
}

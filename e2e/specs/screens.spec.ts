import { ENLARGED_OR_FORCED, expectAccessible, LOOKS } from '../world/accessibility.ts';
import {
  becomeViewer,
  expectLedAway,
  isOwn,
  openScreen,
  SCREENS,
  VIEWERS,
} from '../world/screens.ts';
import { test } from '../world/test.ts';
import { isFull, variantsFor } from '../world/variants.ts';

// Each test can run on any free demo server.
test.describe.configure({ mode: 'parallel' });

for (const viewer of VIEWERS) {
  test(`${viewer}: every screen of the role opens and is accessible, and every other screen redirects (spec §6)`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await becomeViewer(page, viewer);
    for (const [index, screen] of SCREENS.entries()) {
      if (screen.for.includes(viewer)) {
        // The full run also tests the screen as every other role that may open it.
        if (!isFull && !isOwn(screen, viewer)) continue;
        await test.step(screen.name, async () => {
          await openScreen(page, screen);
          await expectAccessible(page, variantsFor(LOOKS, index));
          if (isOwn(screen, viewer))
            await expectAccessible(page, variantsFor(ENLARGED_OR_FORCED, index));
        });
      } else if (!screen.for.includes('nobody') && (isFull || screen.kind === 'page')) {
        await test.step(`${screen.name}, redirected`, () => expectLedAway(page, screen, viewer));
      }
    }
  });
}

import { ENLARGED_OR_FORCED, expectAccessible, LOOKS } from '../world/accessibility.ts';
import {
  becomeViewer,
  expectLedAway,
  firstRedirect,
  isOwn,
  openScreen,
  redirects,
  SCREENS,
  VIEWERS,
} from '../world/screens.ts';
import { test } from '../world/test.ts';
import { isFull, variantsFor } from '../world/variants.ts';

// Each test can run on any free demo server.
test.describe.configure({ mode: 'parallel' });

/**
 * The number of tests that each role's screens are divided among. A master has so many screens that
 * a single test would keep one worker busy for a minute longer than the others.
 */
const PARTS = { master: 3, company: 1, location: 1, employee: 1, nobody: 1 };

const TESTS = VIEWERS.flatMap((viewer) => {
  const size = Math.ceil(SCREENS.length / PARTS[viewer]);
  return Array.from({ length: PARTS[viewer] }, (_, part) => ({
    viewer,
    screens: [...SCREENS.entries()].slice(part * size, (part + 1) * size),
    title: PARTS[viewer] === 1 ? '' : `, part ${part + 1}`,
  }));
});

for (const { viewer, screens, title } of TESTS) {
  test(`${viewer}: every screen of the role opens and is accessible, and every other screen redirects (spec §6)${title}`, async ({
    page,
  }) => {
    test.setTimeout(300_000);
    await becomeViewer(page, viewer);
    for (const [index, screen] of screens) {
      if (screen.for.includes(viewer)) {
        // The full run also tests the screen as every other role that may open it, and screens that
        // another spec checks.
        if (!isFull && (!isOwn(screen, viewer) || screen.checkedBy)) continue;
        await test.step(screen.name, async () => {
          await openScreen(page, screen);
          const looks = isOwn(screen, viewer) ? [...LOOKS, ...ENLARGED_OR_FORCED] : LOOKS;
          // The page behind a dialog is a screen of its own.
          const part = isFull || screen.kind === 'page' ? 'all' : 'topmost';
          await expectAccessible(page, variantsFor(looks, index), part);
        });
        // guards.test.tsx tests the redirects of every role.
      } else if (isFull ? redirects(screen, viewer) : screen === firstRedirect(viewer)) {
        await test.step(`${screen.name} redirects`, () => expectLedAway(page, screen, viewer));
      }
    }
  });
}

import {
  CATEGORIES,
  type Category,
  type Lighthouse,
  medianRun,
  type Run,
  startLighthouse,
} from '../../scripts/lib/lighthouse.mjs';
import { locationPath, POLES, polePath } from '../world/flags.ts';
import { expect, type Page, signIn, test } from '../world/test.ts';

/**
 * Minimum performance score of the median run, out of 100. All other Lighthouse categories must
 * score 100. On phones, pages that users rarely open in a hurry may be slower.
 */
const LEAST = { desktop: 98, mobile: 90, mobileOther: 75 };
/** The pages that users open in a hurry. */
const URGENT: ReadonlySet<string> = new Set(['login', 'dashboard', 'pole']);
const RUNS = 3;

let lighthouse: Lighthouse;

test.beforeAll(async ({ launchOptions, baseURL }) => {
  lighthouse = await startLighthouse({ ...launchOptions, ...(baseURL && { baseURL }) });
});
test.afterAll(() => lighthouse.close());

for (const [name, pathOf] of [
  ['login', () => '/auth'],
  ['dashboard', () => '/'],
  ['flags', () => '/flags'],
  ['pole', (page: Page) => polePath(page, POLES.normal)],
  ['location', (page: Page) => locationPath(page, POLES.normal)],
  ['half-staff', () => '/half-staff'],
  ['profile', () => '/profile'],
] as const) {
  for (const device of ['desktop', 'mobile'] as const) {
    test(`the ${name} page gets the required Lighthouse scores (${device})`, async ({ world }) => {
      test.setTimeout(300_000);
      const page = await lighthouse.browser.newPage();
      if (name !== 'login') await signIn(page, 'master');
      const url = world.url + (await pathOf(page));
      await page.close();
      const runs: Run[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await lighthouse.look(url, device));
      const { scores } = medianRun(runs);
      console.log(`Lighthouse, ${name}, ${device}: ${JSON.stringify(scores)}`);
      const faults = [...new Set(runs.flatMap((run) => run.faults))].join('; ');
      const leastOf = (category: Category) => {
        if (category !== 'performance') return 100;
        return device === 'mobile' && !URGENT.has(name) ? LEAST.mobileOther : LEAST[device];
      };
      for (const category of CATEGORIES)
        expect(scores[category], `${category}; short of it: ${faults}`).toBeGreaterThanOrEqual(
          leastOf(category),
        );
    });
  }
}

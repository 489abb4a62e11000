import {
  CATEGORIES,
  type Category,
  type Lighthouse,
  medianRun,
  type Run,
  startLighthouse,
} from '../../scripts/lib/lighthouse.mjs';
import { POLES, polePath } from '../world/flags.ts';
import { expect, type Page, signIn, test } from '../world/test.ts';

/** The least performance of the median run, out of 100; the other categories must have 100. */
const LEAST = { desktop: 95, mobile: 85 };
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
] as const) {
  for (const device of ['desktop', 'mobile'] as const) {
    test(`Lighthouse finds the ${name} fast, accessible and in good order (${device})`, async ({
      world,
    }) => {
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
      const leastOf = (category: Category) => (category === 'performance' ? LEAST[device] : 100);
      for (const category of CATEGORIES)
        expect(scores[category], `${category}; short of it: ${faults}`).toBeGreaterThanOrEqual(
          leastOf(category),
        );
    });
  }
}

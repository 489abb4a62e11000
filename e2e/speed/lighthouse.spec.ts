import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { reservePort } from '../../scripts/lib/ports.mjs';
import { expect, signIn, test } from '../world/test.ts';

/** The least score of the median run, out of 100. */
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100 };
const CATEGORIES = Object.keys(LEAST) as (keyof typeof LEAST)[];
const RUNS = 3;

let browser: BrowserContext;
let port: number;
let profile: string;

// A browser of its own: Lighthouse opens its tabs in the profile of who is signed in.
test.beforeAll(async ({ launchOptions, baseURL }) => {
  port = await reservePort();
  profile = fs.mkdtempSync(path.join(os.tmpdir(), 'halyard-lighthouse-'));
  const args = [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`];
  browser = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    args,
    ...(baseURL === undefined ? {} : { baseURL }),
  });
});
test.afterAll(async () => {
  await browser.close();
  fs.rmSync(profile, { recursive: true, force: true });
});

for (const [name, page] of [
  ['login', '/auth'],
  ['dashboard', '/'],
  ['flags', '/flags'],
] as const) {
  test(`Lighthouse finds the ${name} fast, accessible and in good order`, async ({ world }) => {
    test.setTimeout(300_000);
    if (page !== '/auth') await signIn(await browser.newPage(), 'master');
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run++) reports.push(await look(world.url + page));
    const median = CATEGORIES.map((category) => {
      const scores = reports.map(({ scores }) => scores[category]).sort((a, b) => a - b);
      return [category, scores[Math.floor(RUNS / 2)] ?? 0] as const;
    });
    console.log(`Lighthouse, ${name}: ${median.map((each) => each.join(' ')).join(', ')}`);
    const faults = [...new Set(reports.flatMap((report) => report.faults))];
    for (const [category, score] of median) {
      expect(score, `${category}; short of it: ${faults.join('; ')}`).toBeGreaterThanOrEqual(
        LEAST[category],
      );
    }
  });
}

interface Report {
  /** Out of 100. */
  scores: typeof LEAST;
  /** The audits that cost some. */
  faults: string[];
}

/** One run. */
async function look(url: string): Promise<Report> {
  // Loaded here: it takes long, and specs are read for each run of anything.
  const { default: lighthouse, desktopConfig } = await import('lighthouse');
  const flags = { port, onlyCategories: CATEGORIES, logLevel: 'error' as const };
  const result = await lighthouse(url, flags, desktopConfig);
  if (!result) throw new Error(`Lighthouse has nothing to say of ${url}`);
  const { categories, audits, finalDisplayedUrl, runtimeError } = result.lhr;
  expect(runtimeError).toBeUndefined();
  // Not the login in its place.
  expect(finalDisplayedUrl).toBe(url);
  const scores = Object.fromEntries(
    CATEGORIES.map((category) => [category, Math.round((categories[category]?.score ?? 0) * 100)]),
  ) as typeof LEAST;
  const faults = CATEGORIES.flatMap((category) => categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? audits[id]?.explanation ?? ''}`.trim());
  return { scores, faults };
}

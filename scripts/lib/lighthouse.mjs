// Measures pages of the console with Lighthouse, in a separate browser that can be signed in.

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { at } from './paths.mjs';
import { reservePort } from './ports.mjs';
import { npm, say } from './processes.mjs';

export const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
/**
 * The kinds of browser storage to clear; Lighthouse clears fewer by default. Otherwise, the last
 * known state would be shown before the console.
 */
const COLD = [
  ...['file_systems', 'shader_cache', 'service_workers', 'cache_storage'],
  ...['indexeddb', 'local_storage'],
];

/**
 * Starts a browser. Lighthouse opens its tabs in the same profile, so signing in there applies to
 * them.
 * @param {import('@playwright/test').LaunchOptions & { baseURL?: string }} options
 */
export async function startLighthouse({ baseURL, ...options }) {
  const { chromium } = await import('@playwright/test');
  const port = await reservePort();
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'halyard-lighthouse-'));
  const browser = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...(options.args ?? []), `--remote-debugging-port=${port}`],
    ...(baseURL === undefined ? {} : { baseURL }),
  });
  return {
    browser,
    look: (url, device) => look(port, url, device),
    async close() {
      await browser.close();
      fs.rmSync(profile, { recursive: true, force: true });
    },
  };
}

/**
 * The folder where Lighthouse is installed. It takes 100 MB, so it is installed only on first use.
 */
const FOLDER = at('scripts/lighthouse');

async function loadLighthouse() {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
    (name) => {
      const file = path.join(FOLDER, name);
      if (!fs.existsSync(file)) return undefined;
      return JSON.parse(fs.readFileSync(file, 'utf8')).packages['node_modules/lighthouse']?.version;
    },
  );
  if (installed !== wanted) {
    say('Installing Lighthouse (once)…');
    await npm(['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund']);
  }
  const main = path.join(FOLDER, 'node_modules/lighthouse/core/index.js');
  return import(pathToFileURL(main).href);
}

/**
 * Measures one cold load with Lighthouse's settings for a device. The mobile device is a phone on
 * slow 4G.
 */
async function look(port, url, device) {
  const { default: lighthouse, desktopConfig } = await loadLighthouse();
  const flags = {
    port,
    onlyCategories: CATEGORIES,
    logLevel: 'error',
    clearStorageTypes: COLD,
  };
  const result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined);
  if (!result) throw new Error(`Lighthouse has no result for ${url}`);
  const { categories, audits, finalDisplayedUrl, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  // The page must not have redirected to the sign-in page.
  if (finalDisplayedUrl !== url) throw new Error(`${url} redirected to ${finalDisplayedUrl}`);
  const scores = Object.fromEntries(
    CATEGORIES.map((category) => [category, Math.round((categories[category]?.score ?? 0) * 100)]),
  );
  const faults = CATEGORIES.flatMap((category) => categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? audits[id]?.explanation ?? ''}`.trim());
  const value = (id) => audits[id]?.numericValue ?? 0;
  return {
    scores,
    faults,
    firstPaintMs: value('first-contentful-paint'),
    largestPaintMs: value('largest-contentful-paint'),
    blockingMs: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
  };
}

/** Returns the run with the median performance. */
export const medianRun = (runs) =>
  runs.toSorted((a, b) => a.scores.performance - b.scores.performance)[Math.floor(runs.length / 2)];

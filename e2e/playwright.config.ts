import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { keepFilesInMemory, shareCompiledCode } from '../scripts/lib/testFolder.mjs';
import { BROWSER, COMPLETE_BROWSER } from './world/browser.ts';
import { FULL_ONLY, isFull } from './world/variants.ts';

keepFilesInMemory();
shareCompiledCode();

export default defineConfig({
  testDir: '.',
  // Long tests run only with `npm run test:full`. So do timed tests, which run last and one at a
  // time.
  projects: process.env.HALYARD_PICTURES
    ? [
        {
          name: 'pictures',
          testMatch: ['pictures/**'],
          use: { launchOptions: COMPLETE_BROWSER },
        },
      ]
    : [
        isFull
          ? { name: 'product', testMatch: ['specs/**', 'full/**'] }
          : { name: 'product', testMatch: ['specs/**'], grepInvert: new RegExp(FULL_ONLY) },
        ...(isFull
          ? [
              {
                name: 'speed',
                testMatch: ['speed/**'],
                workers: 1,
                use: { launchOptions: COMPLETE_BROWSER },
              },
            ]
          : []),
      ],
  outputDir: '../test-results',
  // Each worker has its own demo server and poles (world/test.ts), and runs its specs one after
  // another. On two cores, three workers took as long as two.
  workers: Math.min(4, Math.max(2, availableParallelism() - 1)),
  fullyParallel: false,
  // On a busy machine, a test may need a second attempt. The summary of `npm test` lists the
  // retried tests.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // The specs expect each page to come from the server. offlineApp.spec.ts uses the real service
    // worker.
    serviceWorkers: 'block',
    // A recording makes every test a third slower, so only the retry of a failed test is recorded.
    trace: 'on-first-retry',
    launchOptions: BROWSER,
  },
});

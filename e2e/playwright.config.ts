import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

const full = process.env.HALYARD_FULL !== undefined;
const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: '.',
  // Long tests run only with `npm run test:full`. Timed tests run there, too, alone and last.
  projects: process.env.HALYARD_PICTURES
    ? [{ name: 'pictures', testMatch: ['pictures/**'] }]
    : [
        { name: 'product', testMatch: full ? ['specs/**', 'full/**'] : ['specs/**'] },
        ...(full ? [{ name: 'speed', testMatch: ['speed/**'], workers: 1 }] : []),
      ],
  outputDir: '../test-results',
  // Each worker has its own world of poles (world/test.ts), and its specs run one after another.
  workers: Math.min(4, Math.max(2, availableParallelism() - 1)),
  fullyParallel: false,
  // A noisy machine may need a second attempt. The summary of `npm test` names the retried tests.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Each page comes from the server, as the specs expect. offlineApp.spec.ts uses the real
    // worker.
    serviceWorkers: 'block',
    // A recording makes every test a third slower, so it is made only for the retry of a failed
    // test.
    trace: 'on-first-retry',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-gpu',
      ],
    },
  },
});

import { defineConfig } from '@playwright/test';

const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: '.',
  // What takes long runs with `npm run test:full` alone.
  testMatch: process.env.HALYARD_FULL ? ['specs/**', 'full/**'] : ['specs/**'],
  outputDir: '../test-results',
  globalSetup: './world/start.ts',
  // One world of poles serves all specs: they run one after another.
  workers: 1,
  fullyParallel: false,
  // A noisy machine may need a second try; the summary of `npm test` names what did.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
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

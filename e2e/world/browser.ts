import type { LaunchOptions } from '@playwright/test';

/**
 * Paths of Chromium, which `npm test` sets if the system has one. If they are not set, Playwright
 * uses its own Chromium.
 */
const { CHROMIUM_PATH, CHROMIUM_SHELL_PATH } = process.env;

const ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
];

/** A complete Chromium, which can install apps and open several windows. */
export const COMPLETE_BROWSER: LaunchOptions = CHROMIUM_PATH
  ? { executablePath: CHROMIUM_PATH, args: ARGS }
  : { channel: 'chromium', args: ARGS };

/** A Chromium without windows (headless shell), which takes less CPU time, if one is installed. */
export const BROWSER: LaunchOptions = CHROMIUM_SHELL_PATH
  ? { executablePath: CHROMIUM_SHELL_PATH, args: ARGS }
  : CHROMIUM_PATH
    ? COMPLETE_BROWSER
    : { args: ARGS };

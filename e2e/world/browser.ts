import type { LaunchOptions } from '@playwright/test';

/**
 * `npm test` sets these variables if the system has a Chromium. Otherwise, Playwright uses its own.
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

/** Chromium without a window if there is one, which takes less processor time. */
export const BROWSER: LaunchOptions = CHROMIUM_SHELL_PATH
  ? { executablePath: CHROMIUM_SHELL_PATH, args: ARGS }
  : CHROMIUM_PATH
    ? COMPLETE_BROWSER
    : { args: ARGS };

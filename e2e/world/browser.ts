import type { LaunchOptions } from '@playwright/test';
import { findChromium, findShell, playwrightsOwn } from '../../scripts/lib/chromium.mjs';

/** The path of the system's Chromium; null if Playwright uses its own. */
const chromium = await systemChromium();
const shell = chromium && findShell();

const ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
];

/** A complete Chromium, which can install apps and open several windows. */
export const COMPLETE_BROWSER: LaunchOptions = chromium
  ? { executablePath: chromium, args: ARGS }
  : { channel: 'chromium', args: ARGS };

/**
 * The launch options of the browser. Uses Chromium's headless shell if it is installed, because it
 * takes less CPU time.
 */
export const BROWSER: LaunchOptions = shell
  ? { executablePath: shell, args: ARGS }
  : chromium
    ? COMPLETE_BROWSER
    : { args: ARGS };

async function systemChromium(): Promise<string | null> {
  const found = await findChromium();
  return found === (await playwrightsOwn()) ? null : found;
}

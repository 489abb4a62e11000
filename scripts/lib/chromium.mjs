import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { aptInstall, canInstall } from './apt.mjs';
import { node, say } from './processes.mjs';
import { TOOLS } from './tools.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
/** The package to pass to `aptInstall`. */
export const CHROMIUM_PACKAGE = { chromium: 'the browser tests' };
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function onPath() {
  for (const name of NAMES) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch {
      // There is no program with this name, so try the next one.
    }
  }
  return fs.existsSync(MAC) ? MAC : null;
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return file && fs.existsSync(file) ? file : null;
}

/**
 * Returns the path of a Chromium on this machine: from CHROMIUM_PATH, the system's, or
 * Playwright's. Null if there is none.
 */
export async function findChromium() {
  const { CHROMIUM_PATH } = process.env;
  if (!CHROMIUM_PATH) return onPath() ?? (await playwrightsOwn());
  if (fs.existsSync(CHROMIUM_PATH)) return CHROMIUM_PATH;
  throw new Error(`The file in CHROMIUM_PATH does not exist: ${CHROMIUM_PATH}`);
}

/**
 * Returns the path of a Chromium. If there is none, installs one with apt (as root on Debian) or
 * with Playwright.
 * @param {{ useApt?: boolean }} [options]
 */
export async function ensureChromium({ useApt = true } = {}) {
  const found = await findChromium();
  if (found) return found;
  if (useApt && canInstall()) {
    await aptInstall(CHROMIUM_PACKAGE);
    const installed = onPath();
    if (installed) return installed;
  }
  say('Installing a browser for the tests (once)…');
  await node([TOOLS.playwright, 'install', 'chromium']);
  const own = await playwrightsOwn();
  if (own) return own;
  throw new Error('Chromium was not found and could not be installed. Set CHROMIUM_PATH.');
}

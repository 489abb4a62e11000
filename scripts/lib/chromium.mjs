import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { aptInstall, canInstall } from './apt.mjs';
import { node, say } from './processes.mjs';
import { TOOLS } from './tools.mjs';

/** The Debian package with Chromium, in the form that `aptInstall` accepts. */
export const CHROMIUM_PACKAGE = { chromium: 'the browser tests' };
/** Chromium without a window, which takes less CPU time. Debian and Chrome for Testing have it. */
export const SHELL_PACKAGE = { 'chromium-headless-shell': 'the browser tests' };
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function firstOnPath(names) {
  for (const name of names) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch {
      // There is no program with this name, so try the next one.
    }
  }
  return null;
}

const onPath = () => firstOnPath(NAMES) ?? (fs.existsSync(MAC) ? MAC : null);

/**
 * Returns the path of a Chromium without a window, or null if there is none or CHROMIUM_PATH names
 * the browser to use.
 */
export const findShell = () => (process.env.CHROMIUM_PATH ? null : firstOnPath(SHELL_NAMES));

/** Returns the path of Playwright's own Chromium, or null if it is not installed. */
export async function playwrightsOwn() {
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

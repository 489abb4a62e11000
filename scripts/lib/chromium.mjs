import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { aptInstall, canInstall } from './apt.mjs';
import { node, say } from './processes.mjs';
import { TOOLS } from './tools.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function onPath() {
  for (const name of NAMES) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8' }).trim();
    } catch {
      // Not this name.
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
 * The path of a Chromium for the browser tests: CHROMIUM_PATH, the system's, Playwright's own; else
 * installed by apt (root on Debian) or by Playwright.
 */
export async function ensureChromium() {
  if (process.env.CHROMIUM_PATH) {
    if (fs.existsSync(process.env.CHROMIUM_PATH)) return process.env.CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH names no file: ${process.env.CHROMIUM_PATH}`);
  }
  const found = onPath() ?? (await playwrightsOwn());
  if (found) return found;
  if (canInstall()) {
    await aptInstall(['chromium']);
    const installed = onPath();
    if (installed) return installed;
  }
  say('Installing a browser for the tests (once) …');
  await node([TOOLS.playwright, 'install', 'chromium']);
  const own = await playwrightsOwn();
  if (own) return own;
  throw new Error('No Chromium was found or could be installed; set CHROMIUM_PATH.');
}

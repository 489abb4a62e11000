import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { IMPORT_COLUMNS, US_STATES } from '@halyard/domain';
import { type RunningServer, startServer } from '../world/processes.ts';
import { expect, type Page, test } from '../world/test.ts';

const WEB = path.resolve(import.meta.dirname, '../../apps/web');
/** A pseudo language whose strings contain no plain letters (packages/messages/src/pseudo.ts). */
const PSEUDO = 'en-XA';

let server: RunningServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  const vite = path.resolve(WEB, '../../node_modules/vite/bin/vite.js');
  const env = { ...process.env, HALYARD_LANGUAGE: PSEUDO };
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: WEB,
    env,
  });
  server = await startServer({ DISPLAY_LANGUAGE: PSEUDO });
});
test.afterAll(async () => {
  await server?.stop();
  await rm(path.join(WEB, `dist-${PSEUDO}`), { recursive: true, force: true });
});

const SCREENS = [
  ...['/', '/companies', '/companies?dialog=add', '/companies?dialog=customer', '/locations'],
  ...['/locations?dialog=add', '/employees', '/employees?dialog=add', '/employees?dialog=invite'],
  ...['/activity', '/flags', '/flags?dialog=add', '/alerts', '/refused-devices', '/half-staff'],
  ...['/half-staff/proof', '/half-staff?dialog=order', '/half-staff?dialog=paste-order'],
  ...['/half-staff?dialog=subscribe', '/import'],
  ...['/integrations', '/integrations?dialog=webhook', '/settings', '/profile', '/nowhere'],
];
/** API calls that return values that screens may show. */
const DATA = [
  ...[
    'flags',
    'companies',
    'locations',
    'users',
    'activity',
    'alerts',
    'alerts/ended',
    'config',
    'user',
  ],
  ...['half-staff/orders', 'half-staff/overview', 'half-staff/calendar', 'half-staff/proof'],
];

test('all text on every screen comes from the translation catalogs', async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto(`${server.url}/auth`);
  const signedIn = await page.request.post(`${server.url}/api/login`, {
    data: { username: 'master', password: 'halyard-demo' },
    headers: { origin: server.url },
  });
  expect(signedIn.ok()).toBe(true);
  const values = await valuesOf(page);
  for (const screen of SCREENS) {
    await test.step(screen, async () => {
      await page.goto(`${server.url}${screen}`);
      await expect(page.getByRole('heading', { name: /^\[/ }).first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      const texts = await textsOn(page);
      const plain = texts.filter((text) => /[A-Za-z]{3}/.test(without(values, text)));
      expect.soft(plain, screen).toEqual([]);
    });
  }
});

/** Returns all strings in the API's responses, longest first. */
async function valuesOf(page: Page): Promise<string[]> {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  for (const name of DATA) {
    const answer = await page.request.get(`${server.url}/api/${name}`);
    if (answer.ok()) collect(await answer.json());
  }
  return [...found].filter((value) => value.length > 2).sort((a, b) => b.length - a.length);
}

const ADDRESSES = [
  /https?:\/\/\S*/g,
  /\b\w+\.example\.com\b/g,
  /\/(tmp|dev\/shm)\/\S+/g,
  /Mozilla\/.*/g,
];
/** Dates, times, and names that are never translated. */
const NAMES: readonly (string | RegExp)[] = [
  /\b(America|Pacific)\/[\w/ ]+/g,
  /\b(Mon|Tue(s)?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?\b/g,
  /\b(Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sep(tember)?|Oct(ober)?|Nov(ember)?|Dec(ember)?)\b/g,
  /\b([AECMPH][KSD]?T|UTC|GMT|AKST|AKDT|HST)\b/g,
  ...['Chrome', 'Linux'],
  // Longest first, because "West Virginia" contains "Virginia".
  ...US_STATES.map(([, name]) => name).sort((one, other) => other.length - one.length),
  ...Object.values(IMPORT_COLUMNS).flatMap((columns) => columns.map(({ header }) => header)),
];

/** Returns what is left of a text after removing the given values, all addresses and all names. */
const without = (values: readonly string[], text: string): string =>
  [...ADDRESSES, ...values, ...NAMES].reduce<string>(
    (left, part) => left.replaceAll(part, ' '),
    text,
  );

/** Returns the strings that the page shows or that a screen reader reads aloud. */
const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, noscript, code, kbd, pre'))
        found.add(node.textContent?.trim() ?? '');
    for (const element of document.body.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        found.add(element.getAttribute(name) ?? '');
    return [...found].filter((text) => text !== '');
  });

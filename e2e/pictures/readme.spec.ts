import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { POLES, polePath } from '../world/flags.ts';
import { startPoles, startServer } from '../world/processes.ts';
import { expect, type Page, signIn, test } from '../world/test.ts';

/** The picture at the top of the README, which `npm run screens` takes. */
const FILE = fileURLToPath(new URL('../../docs/images/home.png', import.meta.url));
const DESK = { width: 1200, height: 780 };
const PHONE = { width: 390, height: 780 };
/**
 * The order that the picture shows. It takes effect today, so that all dates in the picture are in
 * the same season.
 */
const ORDER = { kind: 'half', authority: 'president', reason: 'Day of National Mourning' };
const HOUR_MS = 3_600_000;
const TIME_ZONE = 'America/New_York';

interface FleetEntry {
  name: string;
}

test('a screenshot is taken for the README', async ({ browser }) => {
  // A pole counts as offline after five minutes of silence.
  test.setTimeout(600_000);
  const server = await startServer({}, { autopilot: true });
  await orderHalfStaff(browser, server.url);
  const silent = startPoles({ ...server, fleetFile: fleetOf(server.fleetFile, isSilent) });
  const others = startPoles({ ...server, fleetFile: fleetOf(server.fleetFile, isOther) });
  const desk = await open(browser, server.url, DESK);
  await expect(desk.getByText(/^Half-staff today/)).toBeVisible();
  for (const name of [POLES.normal, POLES.third])
    await expect(rowOf(desk, name).getByRole('img', { name: 'Flag is at half-staff' })).toBeVisible(
      {
        timeout: 120_000,
      },
    );
  await silent.stop();
  await expect(rowOf(desk, POLES.third).getByText('Offline')).toBeVisible({ timeout: 400_000 });

  const phone = await open(browser, server.url, PHONE);
  await phone.goto(server.url + (await polePath(phone, POLES.normal)));
  await expect(phone.getByText('Connected', { exact: true })).toBeVisible();
  // This pole never carries out commands, so its command stays pending for 15 seconds.
  await rowOf(desk, POLES.neverFollows).getByRole('button', { name: 'Half' }).click();
  await desk.getByRole('button', { name: 'Close' }).click();
  const pending = rowOf(desk, POLES.neverFollows).getByText('Pending');
  await expect(pending).toHaveCSS('opacity', '1');
  await compose(browser, [await desk.screenshot(), await phone.screenshot()]);
  await others.stop();
  await server.stop();
});

/**
 * Creates and approves a half-staff order for all poles. It ends at today's sunset or, late in the
 * day, at tomorrow's.
 */
async function orderHalfStaff(browser: Browser, url: string): Promise<void> {
  const page = await browser.newPage();
  await signIn(page, 'master', url);
  const created = await page.request.post(`${url}/api/half-staff/orders`, {
    data: {
      ...ORDER,
      sourceUrl: null,
      issuedAt: Date.now(),
      scope: { kind: 'all' },
      starts: { kind: 'immediately' },
      ends: { kind: 'sunset', date: nextSunset() },
    },
  });
  const { id, revision } = (await created.json()) as { id: string; revision: number };
  const approve = `${url}/api/half-staff/orders/${id}/approve`;
  const approved = await page.request.post(approve, { data: { revision } });
  expect(approved.status()).toBe(200);
  await page.close();
}

/**
 * Returns today's date before 4 PM, and tomorrow's date after that, because today's sunset would be
 * too soon.
 */
function nextSunset(): string {
  const later = new Date(Date.now() + 8 * HOUR_MS);
  return later.toLocaleDateString('en-CA', { timeZone: TIME_ZONE });
}

const isSilent = ({ name }: FleetEntry) => name === POLES.third;
const isOther = (entry: FleetEntry) => !isSilent(entry);

/** Writes the selected poles of a fleet file to another file in the same folder. */
function fleetOf(fleetFile: string, isPart: (entry: FleetEntry) => boolean): string {
  const entries = JSON.parse(fs.readFileSync(fleetFile, 'utf8')) as FleetEntry[];
  const part = entries.filter(isPart);
  const file = fleetFile.replace(/(\.json)?$/, `-${part.length}.json`);
  fs.writeFileSync(file, JSON.stringify(part), { mode: 0o600 });
  return file;
}

async function open(browser: Browser, url: string, viewport: typeof DESK): Promise<Page> {
  const page = await browser.newPage({
    viewport,
    baseURL: url,
    timezoneId: TIME_ZONE,
    reducedMotion: 'reduce',
  });
  await signIn(page, 'location', url);
  return page;
}

/** Returns the row of a pole near the top of the page. */
const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Your poles' }).getByRole('listitem').filter({ hasText: name });

/** Places the pictures side by side, and saves the result. */
async function compose(browser: Browser, pictures: readonly Buffer[]): Promise<void> {
  const images = pictures.map(
    (picture) => `<img src="data:image/png;base64,${picture.toString('base64')}" alt="">`,
  );
  const page = await browser.newPage({ viewport: { width: 1700, height: 900 } });
  await page.setContent(`<style>
    body { margin: 0; background: transparent }
    main { display: inline-flex; gap: 24px; padding: 12px }
    img { border-radius: 12px; box-shadow: 0 0 0 1px #94a3b8; display: block }
  </style><main>${images.join('')}</main>`);
  await page.locator('main').screenshot({ path: FILE, omitBackground: true });
}

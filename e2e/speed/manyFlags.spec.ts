import { once } from 'node:events';
import type { JSHandle, Locator } from '@playwright/test';
import { WebSocket } from 'ws';
import { type RunningServer, startServer } from '../world/processes.ts';
import { expect, PASSWORD, type Page, signIn, test } from '../world/test.ts';

/** Ten thousand flags in one company. Together, their poles send a thousand reports per second. */
const FLAGS = 10_000;
const REPORTING = 1000;
const REPORTS_PER_SECOND = 1000;
const SECONDS = 10;
const SEARCHED = ['Many 0042', 'Many 7531', 'Many 2468'];
const ADDRESS = { city: 'Fargo', state: 'ND', zip: '58102', phone: '7015550100' };

interface Pole {
  id: string;
  name: string;
  /** The pole's node in the realtime database. */
  node: string;
  key: string;
}

let server: RunningServer;
let all: Pole[] = [];
const poles: { pole: Pole; socket: WebSocket }[] = [];

test.beforeAll(async () => {
  test.setTimeout(600_000);
  server = await startServer();
  all = await addFlags(server.url);
  const every = FLAGS / REPORTING;
  const reporting = all.filter((_, i) => i % every === 0);
  await inParallel(reporting, async (pole) => {
    poles.push({ pole, socket: await connect(server.url, pole) });
  });
  // A pole's first report makes open pages reload their lists, once for all poles that report
  // within 3 s.
  await report(1);
  await new Promise((resolve) => setTimeout(resolve, 5000));
});
test.afterAll(async () => {
  for (const { socket } of poles) socket.terminate();
  await server.stop();
});

test('an almost empty page sets the baseline for keyboard response times', async ({ page }) => {
  await page.setContent('<input autofocus>');
  const use = async () => {
    for (const name of SEARCHED) await type(page, name);
  };
  await measure(page, use);
  await measure(page, use, report());
});

test('the dashboard with 10,000 flags stays usable during a thousand reports per second', async ({
  page,
}) => {
  test.setTimeout(300_000);
  // The window is high enough to show everything that the test clicks.
  await page.setViewportSize({ width: 1440, height: 1600 });
  const ready = await open(page, '/');
  console.log(`10,000 flags, dashboard: list ready in ${ready} ms`);
  // In the meantime, the test uses the page: it sorts by a live column, turns to another page and
  // searches for a company.
  const clicked = await Promise.all(
    [
      page.getByRole('columnheader', { name: 'Voltage' }).getByRole('button'),
      page.getByRole('button', { name: 'Next' }),
      page.getByRole('button', { name: 'Find Company' }),
    ].map(middleOf),
  );
  const use = async () => {
    for (const { x, y } of clicked) {
      await page.mouse.click(x, y);
      await page.waitForTimeout(1000);
    }
    await type(page, 'Many');
  };
  await measure(page, use, report());
  await expect(page.getByText(/Showing 11-20 of/)).toBeVisible();
  await expect(page.getByPlaceholder('Type company name...')).toHaveValue('Many');
  const found = page.getByRole('list', { name: 'Companies', exact: true });
  await expect(found.getByRole('link', { name: 'Many' })).toBeVisible();
});

test("the search finds each of 10,000 flags immediately, and shows its pole's last report", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const ready = await open(page, '/flags');
  console.log(`10,000 flags, flags: list ready in ${ready} ms`);
  const search = page.getByPlaceholder('Search flags...');
  await search.focus();
  const use = async () => {
    for (const name of SEARCHED) {
      await type(page, name);
      await page.waitForFunction(isFirstRow, name, { polling: 100 });
    }
  };
  await measure(page, use);
  const reporting = report();
  await measure(page, use, reporting);
  const { last } = await reporting;
  // After a user edits a flag, the page reloads the list.
  const edited = poles[0]!.pole;
  await measure(page, () => rename(page, edited, 'Renamed'));
  await search.fill('Renamed');
  await expect(page.getByRole('row', { name: 'Renamed' })).toBeVisible();
  await search.fill(last.name);
  await expect(page.getByRole('row', { name: last.name })).toContainText(`${last.volts} V`);
});

test('a mass move of 10,000 poles shows its progress, can be canceled, and still shows its result after a reload', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await reportAll();
  await open(page, '/flags');
  await page.getByPlaceholder('Search flags...').fill('Many');
  await expect(page.getByText('Showing 1-10 of 10000 total items')).toBeVisible();
  await page.getByRole('switch', { name: /^All Down, 10,000 online$/ }).click();
  await page.getByRole('button', { name: 'Move 10,000 poles' }).click();
  const panel = page.getByRole('region', { name: 'Down: result' });
  await expect(panel.getByRole('progressbar', { name: 'Down' })).toBeVisible();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  const notSent = panel.getByText(/[\d,]+ not sent/);
  await expect(notSent).toBeVisible();
  await expect(panel.getByRole('heading')).toHaveText(/^Down: 0 of 10,000 poles confirmed$/);
  const before = await notSent.textContent();
  console.log(`10,000 flags, a canceled move: ${before}`);
  await expect(panel.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.reload();
  await expect(notSent).toHaveText(/[\d,]+ not sent/);
});

/** Opens a page with all flags. Returns the time in ms until its list appears. */
async function open(page: Page, path: string): Promise<number> {
  await signIn(page, 'master', server.url);
  const started = Date.now();
  await page.goto(server.url + path);
  const total = /Showing 1-10 of 1\d{4} total items/;
  await expect(page.getByText(total)).toBeVisible({ timeout: 60_000 });
  const ready = Date.now() - started;
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  return ready;
}

async function rename(page: Page, { id }: Pole, name: string): Promise<void> {
  const headers = { origin: server.url };
  const answer = await page.request.patch(`${server.url}/api/flags/${id}`, {
    headers,
    data: { name },
  });
  expect(answer.ok()).toBe(true);
  // Waits until the change appears.
  await page.waitForTimeout(3000);
}

/** Replaces the text in the focused field, as a user would by typing. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text, { delay: 100 });
}

/**
 * Returns the center of an element, to click there with the mouse. Playwright's own click would run
 * checks in the page and distort the measurement.
 */
async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await target.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

const isFirstRow = (name: string): boolean =>
  document.querySelector('tbody tr')?.textContent?.includes(name) ?? false;

/**
 * Uses the page and prints how responsive it was.
 * @param reporting the reports that poles send in the meantime; none by default
 */
async function measure(
  page: Page,
  use: () => Promise<void>,
  reporting?: Promise<Reported>,
): Promise<void> {
  const watched = await watch(page);
  await use();
  const perSecond = (await reporting)?.perSecond ?? 0;
  const { frames, keys, longest } = await seen(watched);
  console.log(
    `  at ${Math.round(perSecond)} reports/s the longest task took ${longest} ms, ` +
      `frames p50 ${frames.p50} ms and p95 ${frames.p95} ms` +
      (Number.isNaN(keys.p50)
        ? ''
        : `, from a key to the frame that shows it p50 ${keys.p50} ms and p95 ${keys.p95} ms`),
  );
}

/** Adds the flags through the API, and returns their poles. */
async function addFlags(url: string): Promise<Pole[]> {
  const send = async (cookie: string, path: string, body: object) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const login = await send('', '/api/login', { username: 'master', password: PASSWORD });
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!;
  const made = async (path: string, body: object) =>
    (await (await send(cookie, path, body)).json()) as Record<string, string>;
  const street = { ...ADDRESS, address1: '1 Main Street' };
  const { id: companyId } = await made('/api/companies', { name: 'Many', ...street });
  const place = { name: 'Yard', companyId, ...street };
  const { id: locationId } = await made('/api/locations', place);
  const found: Pole[] = [];
  const numbers = Array.from({ length: FLAGS }, (_, number) => String(number).padStart(4, '0'));
  await inParallel(numbers, async (number) => {
    const name = `Many ${number}`;
    const flagId = `MANY-${number}`;
    const flag = await made('/api/flags', { name, flagId, companyId, locationId });
    const node = `/users/${flag.firebaseUserId}/hardware/${flagId}`;
    found.push({ id: flag.id!, name, node, key: flag.deviceKey! });
  });
  return found;
}

/** Connects and signs in one pole (protocol §2, §12). */
async function connect(url: string, { key }: Pole): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/.ws?v=5`, {
    perMessageDeflate: false,
  });
  await Promise.all([once(socket, 'open'), once(socket, 'message')]);
  socket.send(JSON.stringify({ t: 'd', d: { r: 0, a: 'auth', b: { cred: key } } }));
  const [answer] = (await once(socket, 'message')) as [Buffer];
  expect(String(answer)).toContain('"s":"ok"');
  return socket;
}

/** Makes all poles report once over REST, so that all are online. */
const reportAll = () =>
  inParallel(all, async ({ node, key }) => {
    const update = { voltage: 42, 'reported/lastSeen': Math.floor(Date.now() / 1000) };
    const url = `${server.url}${node}.json?auth=${key}`;
    const answer = await fetch(url, { method: 'PATCH', body: JSON.stringify(update) });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  });

/**
 * Processes 16 items at a time, because the server limits the number of clients that connect at
 * once.
 */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: 16 }, worker));
}

interface Reported {
  last: { name: string; volts: string };
  perSecond: number;
}

/**
 * Sends reports from one pole after another for `duration` seconds. Waits until all are
 * acknowledged, then returns the last report and the rate.
 */
async function report(duration = SECONDS): Promise<Reported> {
  let last = { name: '', volts: '' };
  let [sent, acknowledged] = [0, 0];
  for (const { socket } of poles) {
    socket.removeAllListeners('message').on('message', (data) => {
      if (String(data).includes('"s":"ok"')) acknowledged++;
    });
  }
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  while (seconds() < duration) {
    for (; sent < seconds() * REPORTS_PER_SECOND; sent++) {
      const { pole, socket } = poles[sent % poles.length]!;
      const volts = (41 + (sent % 25) / 10).toFixed(1);
      const update = { voltage: Number(volts), 'reported/lastSeen': Math.floor(Date.now() / 1000) };
      const frame = { r: sent + 1, a: 'm', b: { p: pole.node, d: update } };
      socket.send(JSON.stringify({ t: 'd', d: frame }));
      last = { name: pole.name, volts };
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await expect.poll(() => acknowledged).toBe(sent);
  return { last, perSecond: acknowledged / seconds() };
}

interface Watched {
  frames: number[];
  /** Time in ms from each key press to the frame that shows its effect, in steps of 8 ms. */
  keys: number[];
  /** Duration in ms of each task longer than 50 ms. */
  tasks: number[];
}

/** Records frames, keys and tasks from now on, in ms. */
const watch = (page: Page) =>
  page.evaluateHandle(() => {
    const watched: Watched = { frames: [], keys: [], tasks: [] };
    let before = performance.now();
    const frame = (now: number) => {
      watched.frames.push(now - before);
      before = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    // The browser does not report events shorter than 16 ms.
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (name === 'keydown') watched.keys.push(duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    new PerformanceObserver((list) => {
      watched.tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask' });
    return watched;
  });

interface Found {
  frames: Quantiles;
  keys: Quantiles;
  longest: string;
}

async function seen(watched: JSHandle<Watched>): Promise<Found> {
  const { frames, keys, tasks } = await watched.jsonValue();
  const longest = tasks.length === 0 ? 'at most 50' : String(Math.round(Math.max(...tasks)));
  return { frames: quantiles(frames), keys: quantiles(keys), longest };
}

type Quantiles = { p50: number; p95: number };

function quantiles(values: number[]): Quantiles {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
  return { p50: at(0.5), p95: at(0.95) };
}

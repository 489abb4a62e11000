import { type RunningServer, startServer } from '../world/processes.ts';
import { expect, PASSWORD, type Page, signIn, test } from '../world/test.ts';

/** Ten thousand flags in one company, and a thousand reports a second among them. */
const FLAGS = 10_000;
const REPORTS_PER_SECOND = 1000;
const SECONDS = 10;
const ADDRESS = { city: 'Fargo', state: 'ND', zip: '58102', phone: '7015550100' };

let server: RunningServer;
let poles: { url: string; name: string }[] = [];

test.beforeAll(async () => {
  test.setTimeout(600_000);
  server = await startServer();
  poles = await addFlags(server.url);
});
test.afterAll(() => server.stop());

test('10,000 flags: the list, the search and a burst of live reports leave the page usable', async ({
  page,
}) => {
  test.setTimeout(300_000);
  await signIn(page, 'master', server.url);
  let started = Date.now();
  await page.goto(`${server.url}/flags?q=Many`);
  await expect(page.getByText(`Showing 1-10 of ${FLAGS} total items`)).toBeVisible({
    timeout: 60_000,
  });
  const ready = Date.now() - started;
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await watchFrames(page);
  const reporting = report();
  // Meanwhile the page is used: it searches, turns pages and sorts by a live column.
  started = Date.now();
  await page.getByPlaceholder('Search flags...').fill('Many 0042');
  await expect(page.getByRole('row', { name: 'Many 0042' })).toBeVisible();
  const searched = Date.now() - started;
  await page.getByPlaceholder('Search flags...').fill('Many');
  await page.getByRole('columnheader', { name: 'Voltage' }).getByRole('button').click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(/Showing 11-20 of/)).toBeVisible();
  const last = await reporting;
  await page.getByPlaceholder('Search flags...').fill(last.name);
  await expect(page.getByRole('row', { name: last.name })).toContainText(`${last.volts} V`);
  const frames = await framesOf(page);
  console.log(
    `10,000 flags: list ready in ${ready} ms; found by search in ${searched} ms during ` +
      `${Math.round(last.sent / SECONDS)} reports/s; frames p50 ${frames.p50} ms, p95 ${frames.p95} ms`,
  );
});

/** Adds the flags through the API; answers where each pole reports. */
async function addFlags(url: string): Promise<{ url: string; name: string }[]> {
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
  const found: { url: string; name: string }[] = [];
  let next = 0;
  const worker = async () => {
    while (next < FLAGS) {
      const number = String(next++).padStart(4, '0');
      const name = `Many ${number}`;
      const flagId = `MANY-${number}`;
      const flag = await made('/api/flags', { name, flagId, companyId, locationId });
      const node = `${url}/users/${flag.firebaseUserId}/hardware/${flagId}.json`;
      found.push({ name, url: `${node}?auth=${flag.deviceKey}&print=silent` });
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return found;
}

/** Reports of poles all over the list; answers the last one. */
async function report(): Promise<{ name: string; volts: string; sent: number }> {
  let last = { name: '', volts: '' };
  const end = Date.now() + SECONDS * 1000;
  let sent = 0;
  const started = Date.now();
  const worker = async () => {
    while (Date.now() < end) {
      const due = ((Date.now() - started) / 1000) * REPORTS_PER_SECOND;
      if (sent >= due) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        continue;
      }
      const pole = poles[(sent++ * 7919) % poles.length]!;
      const volts = (41 + (sent % 25) / 10).toFixed(1);
      const body = { voltage: Number(volts), 'reported/lastSeen': Math.floor(Date.now() / 1000) };
      await fetch(pole.url, { method: 'PATCH', body: JSON.stringify(body) });
      last = { name: pole.name, volts };
    }
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  return { ...last, sent };
}

const watchFrames = (page: Page) =>
  page.evaluate(() => {
    const times: number[] = [];
    let before = performance.now();
    const frame = (now: number) => {
      times.push(now - before);
      before = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    Object.assign(window, { frameTimes: times });
  });

async function framesOf(page: Page): Promise<{ p50: number; p95: number }> {
  const times = await page.evaluate(
    () => (window as unknown as { frameTimes: number[] }).frameTimes,
  );
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}

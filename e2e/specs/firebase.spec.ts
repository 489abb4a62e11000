import type { FlagCreated } from '@halyard/domain';
import {
  type FilledServer,
  fillServer,
  type GoogleStandIn,
  startGoogle,
} from '@halyard/server/testing/google';
import { flagSwitch, openFlag, row } from '../world/flags.ts';
import { type RunningServer, startServer } from '../world/processes.ts';
import { expect, type Page, signIn, test } from '../world/test.ts';

/** The only chunk that contains `firebase/auth`. */
const SIGN_IN_CHUNK = /\/assets\/firebaseProject-[^/]+\.js/;

/** Records the scripts that the page requests from now on. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  return scripts;
}

test.describe('the console with REALTIME=firebase', () => {
  let google: GoogleStandIn;
  let server: RunningServer;
  let world: FilledServer;
  test.beforeAll(async () => {
    google = await startGoogle();
    server = await startServer(google.env, { demo: false });
    world = await fillServer(server.url, server.output());
  });
  test.afterAll(async () => {
    await server?.stop();
    await google?.stop();
  });

  const nodeOf = (flag: FlagCreated) => `users/${flag.firebaseUserId}/hardware/${flag.flagId}`;

  /** Sends a report with `values` as the pole, which is signed in with its Google account. */
  async function report(flag: FlagCreated, values: object): Promise<void> {
    const { email, password } = flag.deviceLogin!;
    const { idToken } = google.accounts.signInWithPassword(email, password);
    const url = `${google.databaseUrl}/${nodeOf(flag)}.json?auth=${idToken}`;
    const answer = await fetch(url, { method: 'PATCH', body: JSON.stringify(values) });
    expect(answer.status).toBe(200);
  }
  const now = () => Math.floor(Date.now() / 1000);

  test("signs in to the Firebase project, moves flags there, and shows the poles' reports", async ({
    page,
  }) => {
    const flag = await world.addFlag('E2E-FB-1');
    await report(flag, { 'reported/flagUp': true, 'reported/lastSeen': now(), voltage: 41.7 });
    const scripts = scriptsOf(page);
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(new URL(socket.url()).host));
    await page.goto(`${server.url}/auth`);
    await expect(page.getByLabel('Username')).toBeVisible();
    expect(scripts.filter((url) => SIGN_IN_CHUNK.test(url))).toEqual([]);

    await signIn(page, 'company', `${server.url}/flags?q=E2E-FB-1`, world.password);
    await flagSwitch(page, 'Flag Up', 'E2E-FB-1').waitFor();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    expect(scripts.some((url) => SIGN_IN_CHUNK.test(url))).toBe(true);
    await expect(row(page, 'E2E-FB-1').getByText('41.7 V')).toBeVisible();

    await flagSwitch(page, 'Flag Down', 'E2E-FB-1').click();
    await expect(page.getByText('Switch toggled', { exact: true })).toBeVisible();
    const { admin } = google.realtime;
    await expect.poll(() => admin.get(`${nodeOf(flag)}/flagDown`)).toBe(true);
    await report(flag, {
      'reported/flagUp': false,
      'reported/flagDown': true,
      'reported/lastSeen': now(),
      voltage: 43.2,
    });
    await expect(row(page, 'E2E-FB-1').getByText('Confirmed')).toBeVisible();
    await expect(row(page, 'E2E-FB-1').getByText('43.2 V')).toBeVisible();
    // Every connection went to the project, and none to Halyard's server.
    expect(new Set(sockets)).toEqual(new Set([new URL(google.databaseUrl).host]));

    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 401) refused.push(answer.url());
    });
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/auth/);
    await expect.poll(() => google.realtime.stats().connections).toBe(1);
    expect(refused).toEqual([]);
  });

  test('updates an open page when the user loses permissions, so that the user can see and move only permitted flags', async ({
    page,
  }) => {
    const near = await world.addFlag('E2E-FB-2');
    const far = await world.addFlag('E2E-FB-3', { locationId: world.otherLocationId });
    for (const flag of [near, far])
      await report(flag, { 'reported/flagUp': true, 'reported/lastSeen': now() });
    await signIn(page, 'company', `${server.url}/flags?q=E2E-FB`, world.password);
    await expect(flagSwitch(page, 'Flag Up', 'E2E-FB-3')).toBeVisible();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();

    const { id } = world.companyUser.user;
    const narrowed = await world.master.patch(`/api/users/${id}`, { role: 'location_user' });
    expect(narrowed.status).toBe(200);
    await expect(row(page, 'E2E-FB-3')).toHaveCount(0);
    await expect(flagSwitch(page, 'Flag Up', 'E2E-FB-2')).toBeVisible();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    // Until the page has its new token, its writes are rejected and reverted.
    await expect(async () => {
      await flagSwitch(page, 'Lamp', 'E2E-FB-2').click();
      const toast = page.getByText('Switch toggled', { exact: true });
      await expect(toast).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect.poll(() => google.realtime.admin.get(`${nodeOf(near)}/lamp`)).toBe(true);
  });
});

test('firebase/auth is never loaded with the embedded realtime database', async ({ page }) => {
  const scripts = scriptsOf(page);
  await openFlag(page, 'company', 'Main Entrance');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  expect(scripts.some((url) => /firebaseTransport-/.test(url))).toBe(true);
  expect(scripts.filter((url) => SIGN_IN_CHUNK.test(url))).toEqual([]);
});

import type { Flag } from '@halyard/domain';
import { expectAccessible } from '../world/accessibility.ts';
import { type Line, startLine } from '../world/line.ts';
import { test as base, expect, PASSWORD, type Page, type SignIn, signIn } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

/**
 * Tests the console with the real service worker, through a proxy whose connection the test can
 * cut.
 */
const test = base.extend<{ line: Line }>({
  serviceWorkers: 'allow',
  line: async ({ world }, use) => {
    const line = await startLine(world.url);
    await use(line);
    await line.close();
  },
  baseURL: ({ line }, use) => use(line.url),
});

const notice = (page: Page) => page.getByText(/Last known state from /).first();

/**
 * Signs in, and waits until this device has stored the console and the last known state of the
 * poles.
 */
async function open(page: Page, who: SignIn, to = '/'): Promise<void> {
  await signIn(page, who, to);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await kept(page);
}

/** Waits until this device has stored the console and the last known state of the poles. */
const kept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        return `${registration?.active?.state} ${localStorage.getItem('last-known')}`;
      }),
    )
    .toMatch(/^activated [\da-f]{64}$/);

/** Returns the poles stored on this device, or null if there are none. */
const keptPoles = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'last-known')) return null;
    const opening = indexedDB.open('last-known');
    const database = await new Promise<IDBDatabase | null>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
      // The copy was deleted in the meantime, so do not create an empty database.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      opening.onerror = () => resolve(null);
    });
    if (database === null) return null;
    const reading = database.transaction('copy').objectStore('copy').getAll();
    await new Promise((resolve) => {
      reading.onsuccess = resolve;
    });
    database.close();
    return JSON.stringify(reading.result);
  });

test('without a server, the console opens, shows how old its data is, and reconnects automatically', async ({
  page,
  line,
}) => {
  await open(page, 'location', '/flags');
  const name = 'Memorial Garden';
  await line.cut();
  await page.reload();
  await expect(notice(page)).toContainText(/^Offline\. Last known state from .* ago\)\./);
  const pole = page.getByRole('list', { name: 'Poles' }).getByRole('link', { name });
  await pole.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const address = page.url();
  await line.restore();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(page.url()).toBe(address);
});
test('clicks made while the server is unreachable move no pole, neither immediately nor later', async ({
  page,
  line,
}) => {
  const POLE = 'Main Entrance';
  await open(page, 'location', '/flags');
  const commandOf = async () => {
    const flags = (await (await page.request.get('/api/flags')).json()) as Flag[];
    return flags.find(({ name }) => name === POLE)?.live.command ?? null;
  };
  const before = await commandOf();
  // First, check the loaded page after it has lost its connection.
  await line.cut();
  const aSwitch = page.getByRole('switch', { name: `Flag Down, ${POLE}` });
  await expect(aSwitch).toBeDisabled();
  await aSwitch.dispatchEvent('click');
  // Then, check the page as it opens without a server.
  await page.reload();
  await expect(notice(page)).toContainText('Offline.');
  const position = page.getByRole('group', { name: `Position of ${POLE}` });
  for (const word of ['Up', 'Half', 'Down']) {
    const button = position.getByRole('button', { name: word });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAttribute('title', /poles can’t be controlled/);
    await button.dispatchEvent('click');
  }
  line.requests.length = 0;
  await line.restore();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expect(page.getByRole('switch', { name: `Flag Up, ${POLE}` })).toBeEnabled();
  // If the WebSocket is slow, the page uses long polling for the realtime database.
  const writes = line.requests.filter((each) => !/^GET |^POST \/\.lp$/.test(each));
  expect(writes).toEqual([]);
  expect(await commandOf()).toEqual(before);
});

test('without a server, pages whose data is not stored in the browser show that they need a network', {
  tag: FULL_ONLY,
}, async ({ page, line }) => {
  await open(page, 'company');
  await line.cut();
  await page.goto('/half-staff');
  await expect(
    page.getByRole('heading', { name: 'This page needs a network connection' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(
    page.getByRole('heading', { name: 'This page needs a network connection' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See your poles' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Flags' })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await line.restore();
  await expect(page.getByRole('heading', { level: 1, name: 'Half-Staff' })).toBeVisible();
});

const nothingKept = (page: Page) => expect.poll(() => keptPoles(page)).toBe(null);

test('signing out deletes the data stored in the browser, even if the server cannot be reached', async ({
  page,
  line,
}) => {
  const signOut = async () => {
    await page.getByRole('button', { name: 'Logout' }).first().click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  };
  await open(page, 'location', '/flags');
  expect(await keptPoles(page)).toContain('position');
  await signOut();
  await expect(page).toHaveURL(/\/auth$/);
  await nothingKept(page);

  await open(page, 'location', '/flags');
  await line.cut();
  await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible();
  await signOut();
  await expect(page.getByText(/You’re still signed in/).first()).toBeVisible();
  await nothingKept(page);
  await page.reload();
  await expect(page.getByText('Couldn’t reach the server.')).toBeVisible();
  await line.restore();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
});

test('signing out without a server asks for confirmation, and deletes the data stored in the browser in every tab', {
  tag: FULL_ONLY,
}, async ({ page, line }) => {
  await open(page, 'location');
  await line.cut();
  const other = await page.context().newPage();
  await other.goto('/');
  await expect(notice(other)).toBeVisible();
  // A page in the background runs slowly.
  await page.bringToFront();
  await page.goto('/flags');
  await expect(notice(page)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expectAccessible(page);
  const question = page.getByRole('region', { name: 'Logout' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(notice(page)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Logout' }).click();
  for (const each of [page, other]) {
    await expect(each.getByText('Couldn’t reach the server.')).toBeVisible();
  }
  await nothingKept(page);
});

test("the next user of a browser sees none of the previous user's data", async ({ page, line }) => {
  await open(page, 'location', '/flags');
  const first = await page.evaluate(() => localStorage.getItem('last-known'));
  // Another user signs in outside of the page, and then opens a page that needs no flags.
  await page.request.post('/api/login', { data: { username: 'company', password: PASSWORD } });
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('last-known'))).not.toBe(first);
  await line.cut();
  await page.goto('/flags');
  await expect(page.getByText('Couldn’t reach the server.')).toBeVisible();
  await expect(page.getByText('Memorial Garden')).toHaveCount(0);
});

test('a user whose session was ended elsewhere is redirected to the sign-in page, and the data stored in the browser is deleted', {
  tag: FULL_ONLY,
}, async ({ page, line, playwright, world }) => {
  await open(page, 'location', '/flags');
  await line.cut();
  await page.reload();
  await expect(notice(page)).toContainText('Offline.');
  const elsewhere = await playwright.request.newContext({
    baseURL: world.url,
    storageState: await page.context().storageState(),
    extraHTTPHeaders: { origin: world.url },
  });
  expect((await elsewhere.post('/api/logout')).ok()).toBe(true);
  await elsewhere.dispose();
  await line.restore();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByText(/^You were signed out/)).toBeVisible();
  await nothingKept(page);
});

test('the browser deletes its stored data as soon as an API call is rejected because there is no session', {
  tag: FULL_ONLY,
}, async ({ page, line }) => {
  await open(page, 'company', '/flags');
  line.answers.set('/api/activity', (_request, response) => {
    response.writeHead(401, { 'content-type': 'text/plain' }).end('Not signed in');
  });
  // The response with the signed-in user comes later.
  line.answers.set('/api/user', () => {});
  const owner = () => page.evaluate(() => localStorage.getItem('last-known'));
  expect(await owner()).not.toBe(null);
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByText('401: Not signed in')).toBeVisible();
  expect(await owner()).toBe(null);
});

test('data stored in the browser is shown for 24 hours, unless the clock has been set back', {
  tag: FULL_ONLY,
}, async ({ page, line }) => {
  const HOUR = 3_600_000;
  await open(page, 'location', '/flags');
  await line.cut();
  await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible();
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.setFixedTime(now + 23.9 * HOUR);
  await page.reload();
  await expect(notice(page)).toContainText('(23 hr ago)');
  await page.clock.setFixedTime(now + 20 * HOUR);
  await page.reload();
  await expect(page.getByText('Couldn’t reach the server.')).toBeVisible();
  await nothingKept(page);

  await page.clock.setFixedTime(now);
  await line.restore();
  await page.reload();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
});

test("the browser's caches contain no API responses and no personal data", async ({ page }) => {
  await open(page, 'company', '/flags');
  await page.getByRole('link', { name: 'Employees' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const urls = await page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    );
    return lists.flat().map((url) => new URL(url).pathname);
  });
  expect(urls).toContain('/');
  for (const url of urls) expect(url).toMatch(/^\/(assets\/[\w.-]+|theme\.js|favicon\.svg)?$/);
  const stored = (await keptPoles(page)) ?? '';
  expect(stored).toContain('"position"');
  const me = await (await page.request.get('/api/user')).json();
  const people = await (await page.request.get('/api/users')).json();
  for (const { id, username, email, phone, firstName, lastName } of [me, ...people]) {
    for (const text of [id, email, phone, `${firstName} ${lastName}`, `:"${username}"`]) {
      expect(stored).not.toContain(text);
    }
  }
});

const VERSION = /"[\da-f]{16}"/;

/** Makes the server offer a different build from now on. */
function offerBuild(line: Line, version: string): void {
  line.changes.set('/worker.js', (script) => script.replace(VERSION, JSON.stringify(version)));
  line.changes.set('/', (html) =>
    html.replace('<title>', `<meta name="build" content="${version}"><title>`),
  );
}

/** Counts how many times this window has loaded a page. */
const countOpenings = (page: Page) =>
  page.addInitScript(() => {
    sessionStorage.openings = Number(sessionStorage.openings ?? 0) + 1;
  });
const openings = (page: Page) => page.evaluate(() => Number(sessionStorage.openings));
const build = (page: Page) => page.locator('meta[name="build"]');
const shells = (page: Page) => page.evaluate(() => caches.keys());

test('a new version of the console takes over with one reload, and deletes the old version from the device', {
  tag: FULL_ONLY,
}, async ({ page, line }) => {
  await open(page, 'location', '/flags');
  await countOpenings(page);
  offerBuild(line, '0123456789abcdef');
  await page.reload();
  await expect(build(page)).toHaveAttribute('content', '0123456789abcdef');
  await expect.poll(() => shells(page)).toEqual(['shell-0123456789abcdef']);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  expect(await openings(page)).toBe(2);

  // Two builds alternate behind one proxy. The page says so, and does not reload repeatedly.
  offerBuild(line, 'fedcba9876543210');
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  expect(await openings(page)).toBe(2);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(build(page)).toHaveAttribute('content', 'fedcba9876543210');
  expect(await openings(page)).toBe(3);
});

test('a new version of the console does not take over while the user edits a form', {
  tag: FULL_ONLY,
}, async ({ page, line }) => {
  await open(page, 'location', '/flags');
  await page.getByRole('link', { name: 'Profile' }).click();
  const name = page.getByLabel('First name');
  await name.fill('Typed and not saved');
  await countOpenings(page);
  offerBuild(line, '0123456789abcdef');
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  await expect(name).toHaveValue('Typed and not saved');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(build(page)).toHaveAttribute('content', '0123456789abcdef');
  expect(await openings(page)).toBe(1);
});

test('a device without space for a new version of the console does not keep running the old version', {
  tag: FULL_ONLY,
}, async ({ page, line }) => {
  await open(page, 'location');
  offerBuild(line, '0123456789abcdef');
  const chromium = await page.context().newCDPSession(page);
  const full = { origin: line.url, quotaSize: 1 };
  await chromium.send('Storage.overrideQuotaForOrigin', full);
  await page.reload();
  await expect(build(page)).toHaveAttribute('content', '0123456789abcdef');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  expect(await shells(page)).toEqual([]);
});

test('an older version of Halyard that has no service worker can replace a newer version that has one', {
  tag: FULL_ONLY,
}, async ({ page, line, consoleErrors }) => {
  await open(page, 'location');
  await countOpenings(page);
  offerBuild(line, 'older');
  line.answers.set('/worker.js', (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
  });
  await page.reload();
  await expect(build(page)).toHaveAttribute('content', 'older');
  expect(await openings(page)).toBe(2);
  // Chromium logs this error itself if the page requests a worker before the old one is removed.
  const own = (each: string) => /unsupported MIME type/.test(each);
  consoleErrors.splice(0, consoleErrors.length, ...consoleErrors.filter((each) => !own(each)));
});

test('data stored in the browser is deleted if the operator turns off storage on devices', {
  tag: FULL_ONLY,
}, async ({ page, line }) => {
  await open(page, 'location', '/flags');
  line.changes.set('/worker.js', (script) => script.replace(VERSION, 'null'));
  line.changes.set('/api/config', (text) =>
    JSON.stringify({ ...JSON.parse(text), offlineApp: false }),
  );
  await page.reload();
  await nothingKept(page);
  await expect.poll(() => shells(page)).toEqual([]);
  await expect
    .poll(() =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    )
    .toBe(0);
  await line.cut();
  await expect(page.reload()).rejects.toThrow(/ERR_CONNECTION_REFUSED/);
});

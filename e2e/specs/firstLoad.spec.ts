import { gzipSync } from 'node:zlib';
import { POLES, polePath } from '../world/flags.ts';
import { connected, expect, type Page, signIn, test } from '../world/test.ts';
import { FULL_ONLY, tagOf } from '../world/variants.ts';

/**
 * Maximum size in bytes of the gzipped JavaScript that is loaded before the sign-in form can be
 * used.
 */
const MOST_BYTES = 120_000;
/**
 * Maximum size in bytes of the gzipped JavaScript that a page loads before its first control can be
 * used, not counting the JavaScript of the sign-in form.
 */
const MOST_BYTES_BESIDES = 60_000;

/**
 * Records the gzipped size of a page's scripts. @returns a function that returns the total in bytes
 * and a list of paths
 */
function countScripts(page: Page) {
  const scripts: Promise<readonly [string, number]>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const sized = async () =>
      [new URL(response.url()).pathname, gzipSync(await response.body()).length] as const;
    scripts.push(sized());
  });
  return async (isCounted: (path: string) => boolean = () => true) => {
    const counted = (await Promise.all(scripts)).filter(([path]) => isCounted(path));
    const total = counted.reduce((sum, [, bytes]) => sum + bytes, 0);
    const list = counted.map((each) => each.join(' ')).join('\n');
    expect(total, list).toBeGreaterThan(50_000);
    return { total, list };
  };
}

test('the sign-in form can be used after at most 120 kB of JavaScript, without the realtime SDK', async ({
  page,
}) => {
  const scripts = countScripts(page);
  await page.goto('/auth');
  await page.getByLabel('Username').fill('master');
  const { total, list } = await scripts();
  expect(total, list).toBeLessThanOrEqual(MOST_BYTES);
  expect(list).not.toMatch(/firebase/i);
});

const LIST_PAGES = [
  ...['/flags', '/companies', '/locations', '/employees', '/half-staff', '/half-staff/proof'],
  ...['/activity', '/alerts', '/refused-devices', '/integrations', '/settings', '/profile'],
];

const CONTROL = '[role=switch]:enabled, [aria-label^="Position of"] button:enabled';

for (const [name, addressOf] of [
  ['home', () => '/'],
  ['the flags page', () => '/flags'],
  ['a pole’s page', (page: Page) => polePath(page, POLES.normal)],
] as const) {
  test(`${name} shows its first control after at most 180 kB of JavaScript, without the realtime SDK`, {
    tag: tagOf(name === 'home'),
  }, async ({ page: signedIn, browser }) => {
    await signIn(signedIn, 'employee', '/profile');
    const address = new URL(await addressOf(signedIn), signedIn.url()).href;
    const storageState = await signedIn.context().storageState();
    // A new browser context with an empty cache.
    const page = await browser.newPage({ storageState, serviceWorkers: 'block' });
    await page.addInitScript((control) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(control)) return;
        performance.mark('first-control');
        observer.disconnect();
      });
      observer.observe(document, { childList: true, subtree: true, attributes: true });
    }, CONTROL);
    const scripts = countScripts(page);
    await page.goto(address);
    await page.locator(CONTROL).first().waitFor();
    await connected(page);
    const before = await page.evaluate(() => {
      const at = performance.getEntriesByName('first-control')[0]!.startTime;
      const asked = performance.getEntriesByType('resource');
      const early = asked.filter(({ startTime }) => startTime < at);
      return early.map((entry) => new URL(entry.name).pathname);
    });
    const { total, list } = await scripts((path) => before.includes(path));
    expect(total, list).toBeLessThanOrEqual(MOST_BYTES + MOST_BYTES_BESIDES);
    expect(list).not.toMatch(/firebase/i);
    await page.close();
  });
}

/** Pages that have no form until a user opens a dialog. */
const WITHOUT_FORM = [
  ...['/companies/:id', '/locations/:id', '/companies', '/locations', '/employees'],
  ...['/half-staff/proof', '/import', '/activity', '/refused-devices'],
];
/** A string that occurs only in the code that validates forms. */
const FORM_CODE = 'ZodError';

test('pages without a form load no code for forms', { tag: FULL_ONLY }, async ({
  page: signedIn,
  browser,
}) => {
  test.setTimeout(120_000);
  await signIn(signedIn, 'master', '/profile');
  const storageState = await signedIn.context().storageState();
  const [flag] = (await (await signedIn.request.get('/api/flags')).json()) as {
    companyId: string;
    locationId: string;
  }[];
  const ids = { '/companies/:id': flag!.companyId, '/locations/:id': flag!.locationId };
  const scriptsOf = async (path: string, isShown: (page: Page) => Promise<void>) => {
    const page = await browser.newPage({ storageState, serviceWorkers: 'block' });
    const scripts: Promise<string>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.text());
    });
    await page.goto(new URL(path, signedIn.url()).href);
    await isShown(page);
    const texts = await Promise.all(scripts);
    await page.close();
    return texts;
  };
  const withForm = await scriptsOf('/profile', (page) =>
    page.getByLabel('Current password').waitFor(),
  );
  expect(withForm.some((text) => text.includes(FORM_CODE))).toBe(true);
  for (const path of WITHOUT_FORM) {
    const id = ids[path as keyof typeof ids];
    const texts = await scriptsOf(id ? path.replace(':id', id) : path, (page) =>
      expect(page.getByText('Connected', { exact: true })).toBeVisible(),
    );
    expect(
      texts.filter((text) => text.includes(FORM_CODE)),
      path,
    ).toEqual([]);
  }
});

/** Time in ms after which a page may request the same data again without failing the test. */
const LOOK_AGAIN_MS = 4000;

test('each page of the console requests each resource only once', { tag: FULL_ONLY }, async ({
  page: signedIn,
  browser,
}) => {
  test.setTimeout(180_000);
  await signIn(signedIn, 'master', '/profile');
  const storageState = await signedIn.context().storageState();
  const paths = ['/', await polePath(signedIn, POLES.normal), ...LIST_PAGES];
  for (const path of paths) {
    const page = await browser.newPage({ storageState, serviceWorkers: 'block' });
    const firstAt = new Map<string, number>();
    const repeated: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.method() !== 'GET' || !pathname.startsWith('/api/')) return;
      const before = firstAt.get(pathname + search);
      if (before === undefined) firstAt.set(pathname + search, Date.now());
      else if (Date.now() - before < LOOK_AGAIN_MS) repeated.push(pathname + search);
    });
    await page.goto(new URL(path, signedIn.url()).href);
    await connected(page);
    expect(repeated, `of ${path}`).toEqual([]);
    await page.close();
  }
});

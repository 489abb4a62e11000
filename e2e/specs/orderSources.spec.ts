import { createHmac } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from '../world/accessibility.ts';
import { startWorld } from '../world/processes.ts';
import { expect, type Page, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

/**
 * A demo with autopilot on. It may fetch documents from this machine, which serves the test feed.
 */
let demo: Awaited<ReturnType<typeof startWorld>>;
let site: http.Server;
let siteUrl: string;
/** The documents on the website, by path. */
const documents = new Map<string, string>();

test.beforeAll(async () => {
  site = http.createServer(({ url = '' }, response) => {
    const document = documents.get(url);
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(document);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  demo = await startWorld([], { autopilot: true, env: { WEBHOOK_PRIVATE_TARGETS: 'true' } });
});
test.afterAll(async () => {
  await demo.stop();
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
});

const DAY_MS = 24 * 3_600_000;
const inDays = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });
const TITLE = 'Governor orders flags lowered for Trooper Cole';
const orderText = (until: string) =>
  `<p>PHOENIX, ${inDays(-1)}. Governor Ann Bell of Arizona ordered flags statewide to half-staff, effective immediately, until sunset on ${until}.</p><p>The order is in memory of Trooper Daniel Cole.</p>`;

function publish(feed: string, paths: Record<string, string>): void {
  const items = Object.entries(paths).map(([path, until]) => {
    documents.set(path, `<html><body>${orderText(until)}</body></html>`);
    return `<item><title>${TITLE}</title><link>${path}</link></item>`;
  });
  documents.set(feed, `<rss><channel>${items.join('')}</channel></rss>`);
}

const sourcesDialog = (page: Page) => page.getByRole('dialog', { name: 'Sources', exact: true });
const drafts = (page: Page) => page.getByRole('region', { name: 'Drafts from sources' });

/** Adds a source in the open dialog, and waits until the source has been checked. */
async function addSource(page: Page, name: string, path: string): Promise<void> {
  const list = sourcesDialog(page);
  await expect(list.getByRole('heading', { name: 'Your sources' })).toBeVisible();
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Add source' }).click();
  const form = page.getByRole('dialog', { name: 'Add source' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Address').fill(`${siteUrl}${path}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await form.getByRole('button', { name: 'Add source' }).click();
  const item = list.getByRole('listitem').filter({ hasText: name });
  await expect(item).toContainText(/Checked .* last new entry/, { timeout: 45_000 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

/** Presses Tab until an element has focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'link' = 'button') {
  const target = page.getByRole(role, { name });
  await expect(target).toBeEnabled();
  for (let count = 0; count < 60; count++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}

test('an order from a new source lowers the poles after a user approves its draft using only the keyboard', async ({
  page,
}) => {
  test.setTimeout(180_000);
  publish('/arizona', { '/order': inDays(3) });
  await signIn(page, 'master', `${demo.url}/half-staff`);
  await page.getByRole('button', { name: 'Sources', exact: true }).click();
  await addSource(page, 'Governor of Arizona', '/arizona');
  await page.keyboard.press('Escape');
  await expect(drafts(page)).toContainText('Half-staff · Governor · Arizona', { timeout: 45_000 });

  await page.goto(demo.url);
  await expect(page.getByText('1 draft order is waiting for you')).toBeVisible();
  await tabTo(page, 'Review', 'link');
  await page.keyboard.press('Enter');
  await expect(drafts(page)).toContainText(TITLE);
  const started = Date.now();
  await tabTo(page, `Review ${TITLE}`);
  await page.keyboard.press('Enter');
  const review = page.getByRole('dialog', { name: 'Review draft' });
  await expect(review.getByRole('checkbox', { name: 'Arizona' })).toBeChecked();
  await expect(review.getByRole('region', { name: 'Text' }).locator('mark').first()).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, 'Save draft');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Half-staff' })).toBeVisible();
  await tabTo(page, /^Approve and lower \d+ poles?$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Order approved', { exact: true })).toBeVisible();
  expect(Date.now() - started, 'from draft to approval').toBeLessThan(60_000);
  await expect(drafts(page)).toHaveCount(0);

  // What is in effect is counted based on the poles' reports.
  await expect(async () => {
    await page.goto(`${demo.url}/half-staff`);
    const inEffect = page
      .getByRole('listitem')
      .filter({ hasText: 'Order by the Governor of Arizona' });
    await expect(inEffect.getByText(/^[1-9]\d* at half-staff/).first()).toBeVisible({
      timeout: 1000,
    });
  }).toPass({ timeout: 60_000 });
});

test('another system delivers a signed document, which becomes a draft', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'master', `${demo.url}/half-staff?dialog=sources`);
  await sourcesDialog(page).getByRole('button', { name: 'Add source' }).click();
  const form = page.getByRole('dialog', { name: 'Add source' });
  await form.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: /^Webhook/ }).click();
  await form.getByLabel('Name').fill('City of Tempe');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add source' }).click();
  const shown = page.getByRole('dialog', { name: 'Webhook secret' });
  const address = await shown.getByRole('textbox', { name: 'Address' }).inputValue();
  const secret = await shown.getByRole('textbox', { name: 'Secret' }).inputValue();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await shown.getByRole('button', { name: 'Done' }).click();
  const item = sourcesDialog(page).getByRole('listitem').filter({ hasText: 'City of Tempe' });
  await expect(item).toContainText('Nothing delivered yet');

  const title = 'Governor orders flags lowered for Captain Lee';
  const html = orderText(inDays(4)).replace('Trooper Daniel Cole', 'Captain Lee');
  const body = JSON.stringify({ id: 'lee', title, html });
  expect(await deliver(address, `whsec_${'A'.repeat(43)}=`, body)).toBe(401);
  expect(await deliver(address, secret, body)).toBe(200);
  await page.reload();
  await expect(item).toContainText('Last delivery rejected');
  await expect(item).toContainText('The signature doesn’t match. Check the other system’s secret.');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(async () => {
    await page.goto(`${demo.url}/half-staff`);
    await expect(drafts(page)).toContainText(title, { timeout: 1000 });
  }).toPass({ timeout: 45_000 });
  await drafts(page)
    .getByRole('button', { name: `Review ${title}` })
    .click();
  const review = page.getByRole('dialog', { name: 'Review draft' });
  await expect(review.getByRole('checkbox', { name: 'Arizona' })).toBeChecked();
  await expect(review.getByRole('region', { name: 'Text' })).toContainText('Captain Lee');
});

/** Delivers a document, signed as in Standard Webhooks. Returns the status of the response. */
async function deliver(address: string, secret: string, body: string): Promise<number> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`delivery-1.${timestamp}.${body}`)
    .digest('base64');
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'delivery-1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  return (await fetch(address, { method: 'POST', headers, body })).status;
}

test.describe('order sources on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('two conflicting sources are shown side by side without sideways scrolling', {
    tag: FULL_ONLY,
  }, async ({ page }) => {
    test.setTimeout(120_000);
    publish('/news', { '/one': inDays(5), '/two': inDays(6) });
    await signIn(page, 'master', `${demo.url}/half-staff?dialog=sources`);
    const sources = sourcesDialog(page);
    await addSource(page, 'Arizona News', '/news');
    await sources.getByRole('button', { name: 'Close', exact: true }).first().tap();
    const items = drafts(page).getByRole('listitem').filter({ hasText: 'Arizona News' });
    await expect(items).toHaveCount(2);
    await items
      .getByRole('button', { name: /^Review/ })
      .first()
      .tap();
    await expect(page.getByRole('heading', { name: 'The sources disagree.' })).toBeVisible();
    await expect(page.getByText('Differs:').first()).toBeAttached();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await items
      .getByRole('button', { name: /^Dismiss/ })
      .first()
      .tap();
    await page.getByRole('button', { name: 'Dismiss', exact: true }).tap();
    await expect(items).toHaveCount(1);
  });
});

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0);
}

import type { Locator } from '@playwright/test';
import { startWorld } from '../world/processes.ts';
import { connected, expect, type Page, type SignIn, signIn, test } from '../world/test.ts';

/**
 * Tests that common tasks need only a few clicks and fields. Counting starts on the page after
 * sign-in.
 */

const DAY_MS = 24 * 3_600_000;

/** A demo like the one that `npm run demo` starts, with autopilot on and recent events. */
let demo: Awaited<ReturnType<typeof startWorld>>;
test.beforeAll(async () => {
  demo = await startWorld([], { autopilot: true });
});
test.afterAll(() => demo.stop());

/** Counts a user's actions: each click or tap, and each field filled in. */
class Hand {
  clicks = 0;
  fields = 0;

  async click(target: Locator): Promise<void> {
    this.clicks++;
    await target.click();
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.fields++;
    await field.fill(text);
  }

  /** Chooses an option from a list. Counts as one field. */
  async choose(page: Page, field: Locator, option: string): Promise<void> {
    this.fields++;
    await field.click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Total number of clicks and fields. */
  get all(): number {
    return this.clicks + this.fields;
  }
}

async function home(page: Page, who: SignIn): Promise<Hand> {
  await signIn(page, who, demo.url);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await connected(page);
  return new Hand();
}

interface Pole {
  id: string;
  name: string;
  location: string;
  switches: { label: string; state: boolean }[];
}

const polesOf = async (page: Page) =>
  (await (await page.request.get(`${demo.url}/api/flags`)).json()) as Pole[];

test('lowering all poles at one location takes 2 clicks and can be undone', async ({ page }) => {
  const place = 'Craney West Container Yard';
  const hand = await home(page, 'company');
  const before = await polesOf(page);
  const places = page.getByRole('list', { name: 'Locations at a glance' });
  await hand.click(places.getByRole('link', { name: place }));
  const control = page.getByRole('switch', { name: new RegExp(`^All Down, ${place}: `) });
  await expect(control).toBeEnabled();
  await hand.click(control);
  await expect(page.getByText('Master control activated', { exact: true })).toBeVisible();
  expect(hand.all).toBeLessThanOrEqual(2);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();

  const isDown = ({ switches }: Pole) =>
    switches.some(({ label, state }) => label === 'Flag Down' && state);
  // Only poles at that location moved.
  await expect
    .poll(async () =>
      (await polesOf(page)).filter((pole) => pole.location === place && isDown(pole)),
    )
    .not.toHaveLength(0);
  const elsewhere = (poles: readonly Pole[]) =>
    poles
      .filter(({ location }) => location !== place)
      .map(({ name, switches }) => [name, switches]);
  expect(elsewhere(await polesOf(page))).toEqual(elsewhere(before));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('region', { name: 'Undo Down: result' })).toBeVisible();
});

test('finding out which pole is offline, for how long, and why takes 1 click', async ({ page }) => {
  const hand = await home(page, 'company');
  const problems = page.getByRole('region', { name: 'Problems' });
  const row = problems.getByRole('listitem').filter({ hasText: 'Crane Yard' });
  // The dashboard already shows all three.
  await expect(row).toContainText('Offline');
  await expect(row).toContainText(/\d:\d\d [AP]M .* · \d+ (h|d|min)/);
  await expect(row).toContainText('Likely a problem with this pole’s power or antenna.');
  await hand.click(row.getByRole('link'));
  expect(hand.all).toBeLessThanOrEqual(1);
  await expect(page.getByRole('heading', { level: 1, name: 'Crane Yard' })).toBeVisible();
  const help = page.getByRole('region', { name: 'Offline' });
  await expect(help).toContainText(/Offline: last seen .*\d:\d\d [AP]M/);
  await expect(help).toContainText(/Likely a problem with this pole’s power or antenna/);
});

test('creating and approving an order for one state takes 8 clicks', async ({ page }) => {
  const hand = await home(page, 'master');
  await hand.click(page.getByRole('link', { name: 'Half-Staff', exact: true }));
  await hand.click(page.getByRole('button', { name: 'New order' }));
  const form = page.getByRole('dialog', { name: 'New order' });
  await hand.click(form.getByRole('combobox', { name: 'Ordered by' }));
  await hand.click(page.getByRole('option', { name: 'Governor' }));
  // This state is far enough west that the sun has not set there yet on the user's current date.
  await hand.click(form.getByRole('checkbox', { name: 'Arizona' }));
  await hand.fill(form.getByLabel('Reason'), 'In memory of a park ranger');
  await hand.click(form.getByRole('button', { name: 'Save draft' }));
  const order = page.getByRole('dialog', { name: 'Half-staff' });
  const approve = order.getByRole('button', { name: /^Approve and lower \d+ poles$/ });
  await expect(approve).toBeEnabled();
  await hand.click(approve);
  await expect(page.getByText('Order approved', { exact: true })).toBeVisible();
  await expect(page.getByText(/^\d+ poles will move to half-staff\.$/)).toBeVisible();
  expect(hand.all).toBeLessThanOrEqual(8);
});

test('adding a company with its first user, a location and a pole takes one form with 8 fields', async ({
  page,
}) => {
  const hand = await home(page, 'master');
  await hand.click(page.getByRole('link', { name: 'Companies', exact: true }));
  await hand.click(page.getByRole('button', { name: 'Add customer' }));
  const form = page.getByRole('dialog', { name: 'Add customer' });
  await hand.fill(form.getByLabel('Company'), 'Blue Ridge Fire District');
  await hand.fill(form.getByLabel('Address 1'), '12 Summit Road');
  await hand.fill(form.getByLabel('City'), 'Roanoke');
  await hand.choose(page, form.getByRole('combobox', { name: 'State' }), 'Virginia');
  await hand.fill(form.getByLabel('ZIP code'), '24011');
  await hand.fill(form.getByLabel('Phone'), '(540) 555-0147');
  await hand.fill(form.getByLabel('First user’s email'), 'chief@blueridge.example');
  await hand.fill(form.getByLabel('Pole 1', { exact: true }), 'Station 1');
  await hand.click(form.getByRole('button', { name: 'Add customer' }));
  await expect(page.getByText('Customer created', { exact: true })).toBeVisible();
  expect(hand.fields).toBeLessThanOrEqual(8);
  expect(hand.clicks).toBeLessThanOrEqual(3);
  const poles = await polesOf(page);
  expect(poles.filter(({ name }) => name === 'Station 1')).toHaveLength(1);
});

test('finding out who lowered a flag yesterday takes 2 clicks', async ({ page }) => {
  const pole = 'Truck Gate';
  await home(page, 'company');
  const { id } = (await polesOf(page)).find(({ name }) => name === pole)!;
  const lowered = await page.request.patch(`${demo.url}/api/flags/${id}`, {
    headers: { origin: demo.url },
    data: { switches: [{ id: 'sw2', label: 'Flag Down', state: true }] },
  });
  expect(lowered.ok(), await lowered.text()).toBe(true);
  const today = Date.now();
  // Moves the browser's clock to the next day.
  await page.clock.install({ time: today + DAY_MS });
  const hand = await home(page, 'company');
  const places = page.getByRole('list', { name: 'Locations at a glance' });
  await hand.click(places.getByRole('link', { name: 'Lambert Pier Terminal' }));
  await hand.click(page.getByRole('row', { name: pole }).getByRole('link', { name: pole }));
  expect(hand.all).toBeLessThanOrEqual(2);
  const yesterday = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    // The pole's own time zone.
    timeZone: 'America/New_York',
  }).format(today);
  const timeline = page.getByRole('tabpanel', { name: 'Timeline' });
  await expect(
    timeline.getByRole('region', { name: yesterday }).getByText('Down by company').first(),
  ).toBeVisible();
});

test('viewing a month of voltage readings takes 2 clicks', async ({ page }) => {
  const hand = await home(page, 'company');
  const pole = 'Gatehouse';
  await hand.click(page.getByRole('row', { name: pole }).getByRole('link', { name: pole }));
  await hand.click(page.getByRole('link', { name: 'Past 30 days' }));
  expect(hand.all).toBeLessThanOrEqual(2);
  const history = page.getByRole('tabpanel', { name: 'History' });
  await expect(history).toBeInViewport();
  await expect(history.getByRole('button', { name: '30 days' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(history.getByText(/^\d\d\.\d V to \d\d\.\d V\. Online /)).toBeAttached();
  // The URL opens the same view again.
  await page.reload();
  await expect(history.getByRole('button', { name: '30 days' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

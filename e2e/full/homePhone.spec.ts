import type { Locator } from '@playwright/test';
import { type CustomerPole, createCustomer } from '../world/customer.ts';
import { startWorld } from '../world/processes.ts';
import { expect, type Page, signIn, test } from '../world/test.ts';

/**
 * Tests the dashboard on a phone for users with one to six poles. All controls must be visible
 * without scrolling, below the Today card and one row of problems.
 */
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const pole = (name: string, behaviour = 'normal'): CustomerPole => ({ name, behaviour });
const HIGH = 'error-voltage';
const LONG = 'Fire Station No. 12 Training Ground North';
const CUSTOMERS: Record<string, CustomerPole[]> = {
  One: [pole('Town Hall', HIGH)],
  Two: [pole('Saint Bartholomew Community Center Front Lawn', HIGH), pole('School', 'offline')],
  Three: [pole('Main Entrance', HIGH), pole('Back Lot', 'offline'), pole(LONG)],
  Six: [
    pole('Main Entrance', HIGH),
    pole('Back Lot', 'offline'),
    { ...pole('Veterans Memorial Plaza South'), locked: 'The rope is frayed' },
    pole('Gymnasium'),
    pole(LONG),
    pole('Pool', 'low-voltage'),
  ],
};

/** Expects all position buttons of all poles to be visible on the screen and large enough. */
async function expectAllControls(page: Page, count: number): Promise<Locator> {
  const poles = page.getByRole('list', { name: 'Your poles' });
  await expect(poles.getByRole('listitem')).toHaveCount(count);
  const buttons = await poles.getByRole('button', { name: /^(Up|Half|Down)$/ }).all();
  expect(buttons).toHaveLength(3 * count);
  for (const button of buttons) {
    await expect(button).toBeInViewport({ ratio: 1 });
    const box = (await button.boundingBox())!;
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(box.width).toBeGreaterThanOrEqual(44);
  }
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
  return poles;
}

/** Expects that no text on a card is cut off. */
async function expectWholeTexts(card: Locator): Promise<void> {
  const cut = await card
    .locator('p')
    .evaluateAll((texts) =>
      texts
        .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
        .map((each) => each.textContent),
    );
  expect(cut).toEqual([]);
}

for (const [name, poles] of Object.entries(CUSTOMERS)) {
  test(`on a phone, the controls of all poles fit on the screen, even below a reported problem (number of poles: ${poles.length})`, async ({
    page,
    request,
    world,
  }) => {
    const customer = await createCustomer(request, world.url, name, poles);
    try {
      const { username, password } = customer;
      const login = await page.request.post('/api/login', { data: { username, password } });
      expect(login.ok()).toBe(true);
      await page.goto('/');
      const problems = page.getByRole('region', { name: 'Problems' });
      await expect(problems).toContainText('Voltage out of range');
      expect((await problems.boundingBox())!.height).toBeLessThanOrEqual(64);
      const today = page.getByRole('region', { name: 'Today' });
      // One line for today, and up to two for what comes next.
      expect((await today.boundingBox())!.height).toBeLessThanOrEqual(80);
      await expectWholeTexts(today);
      const list = await expectAllControls(page, poles.length);
      const names = await list.getByRole('link').evaluateAll((links) =>
        links
          .filter((link) => {
            const text = document.createRange();
            text.selectNodeContents(link);
            return text.getBoundingClientRect().bottom > link.getBoundingClientRect().bottom + 2;
          })
          .map((link) => link.textContent),
      );
      expect(names, 'names that are cut off').toEqual([]);
      if (poles.some(({ behaviour }) => behaviour === 'offline'))
        await expect(list.getByText(/Never reported|Offline/).first()).toBeVisible();
      if (poles.some(({ locked }) => locked)) await expect(list.getByText('Locked')).toBeVisible();
    } finally {
      await customer.remove();
    }
  });
}

test('on a half-staff day, the Today section above the controls shows the reason for half-staff and when it ends', async ({
  page,
}) => {
  const day = await startWorld(['--at', '2026-12-07T16:00:00Z']);
  await signIn(page, 'location', `${day.url}/`);
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toContainText('Half-staff today until sunset, 4:');
  await expect(today.getByText('National Pearl Harbor Remembrance Day')).toBeVisible();
  await expectWholeTexts(today);
  await expectAllControls(page, 6);
  await day.stop();
});

test('on a phone, the Today section shows the next half-staff day in full, above the controls', async ({
  page,
}) => {
  const day = await startWorld(['--at', '2026-12-01T16:00:00Z']);
  await signIn(page, 'location', `${day.url}/`);
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toContainText(
    'Next: half-staff Dec 7, National Pearl Harbor Remembrance Day',
  );
  await expectWholeTexts(today);
  await expectAllControls(page, 6);
  await day.stop();
});

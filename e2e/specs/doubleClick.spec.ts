import { flagSwitch, openFlag, otherPosition, row, shownStates } from '../world/flags.ts';
import { connected, expect, type Page, test } from '../world/test.ts';
import { FULL_ONLY, tagOf } from '../world/variants.ts';

const positions = async (page: Page, name: string) =>
  (await shownStates(page, name)).filter((label) => label !== 'Lamp');

/**
 * Waits until the page has its realtime connection and shows the position that the pole reported.
 */
async function ready(page: Page, name: string): Promise<void> {
  await connected(page);
  await expect.poll(() => positions(page, name)).toHaveLength(1);
}

/**
 * Waits until both clicks have been handled, and checks that the pole is where the first click sent
 * it.
 */
async function expectAt(page: Page, name: string, target: string): Promise<void> {
  await expect(flagSwitch(page, target, name)).toHaveAttribute('data-look', 'settled');
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
  expect(await positions(page, name)).toEqual([target]);
}

test('a double click on a position moves the pole to it and does not send a stop command', async ({
  page,
}) => {
  const name = 'Visitor Plaza South';
  await openFlag(page, 'company', name);
  await ready(page, name);
  for (let round = 0; round < 2; round++) {
    const target = await otherPosition(page, name);
    await flagSwitch(page, target, name).dblclick();
    await expectAt(page, name, target);
  }
});

test("a click on a pole's current position stops the pole, and the list shows that the pole has stopped", async ({
  page,
}) => {
  const name = 'Customs House';
  await openFlag(page, 'company', name);
  await ready(page, name);
  const [before] = await positions(page, name);
  await flagSwitch(page, before!, name).click();
  const said = row(page, name).getByText('Stopped, no position requested');
  await expect(said).toBeVisible();
  await expect(row(page, name).getByText('Confirmed')).toHaveCount(0);
  expect(await positions(page, name)).toEqual([]);
  await page.reload();
  await expect(said).toBeVisible();
  await flagSwitch(page, before!, name).click();
  await expectAt(page, name, before!);
});

test('holding down Enter on a switch changes it only once', { tag: FULL_ONLY }, async ({
  page,
}) => {
  const name = 'Truck Gate';
  await openFlag(page, 'company', name);
  const target = await otherPosition(page, name);
  await expect(flagSwitch(page, target, name)).toBeEnabled();
  await flagSwitch(page, target, name).focus();
  for (let n = 0; n < 10; n++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expectAt(page, name, target);
});

test.describe('switches on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const [how, twice] of [
    [
      'a double click',
      (page: Page, on: string, name: string) => flagSwitch(page, on, name).dblclick(),
    ],
    [
      'a double tap',
      async (page: Page, on: string, name: string) => {
        await flagSwitch(page, on, name).tap();
        await flagSwitch(page, on, name).tap();
      },
    ],
  ] as const)
    test(`${how} on a position moves the pole to it and does not send a stop command`, {
      tag: tagOf(how === 'a double tap'),
    }, async ({ page }) => {
      const name = 'Weighbridge';
      await openFlag(page, 'company', name);
      await expect(page.getByRole('table')).toHaveCount(0);
      const target = await otherPosition(page, name);
      await twice(page, target, name);
      await expectAt(page, name, target);
    });
});

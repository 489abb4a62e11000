import { expectAccessible } from '../world/accessibility.ts';
import { startWorld } from '../world/processes.ts';
import { expect, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

let demo: Awaited<ReturnType<typeof startWorld>>;
test.beforeAll(async () => {
  demo = await startWorld([], { autopilot: true });
});
test.afterAll(() => demo?.stop());

test('a custom day is recorded, shown in the calendar, and deleted', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, 'company', `${demo.url}/half-staff`);
  await page.getByRole('button', { name: 'Custom days' }).click();
  const list = page.getByRole('dialog', { name: 'Custom days' });
  await expect(list).toContainText('No custom days yet.');
  await list.getByRole('button', { name: 'Add custom day' }).click();
  const form = page.getByRole('dialog', { name: 'Add custom day' });
  await form.getByLabel('Name').fill('Founders’ memorial day');
  await form.getByRole('combobox', { name: 'Every year' }).click();
  await page.getByRole('option', { name: 'On a weekday' }).click();
  await form.getByRole('combobox', { name: 'Week', exact: true }).click();
  await page.getByRole('option', { name: 'Last' }).click();
  await form.getByRole('combobox', { name: 'Month' }).click();
  await page.getByRole('option', { name: 'June' }).click();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Continue' }).click();
  await expect(form).toContainText('Every year on the last Monday of June');
  await expect(form.getByRole('region', { name: 'Effect' })).toContainText(/Applies to \d+ pole/);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add custom day' }).click();
  const item = list.getByRole('listitem').filter({ hasText: 'Founders’ memorial day' });
  await expect(item).toContainText(/Next: Jun 2\d|Next: Jun 30/);
  await page.keyboard.press('Escape');

  const orders = page.getByRole('region', { name: 'Orders' });
  await expect(orders.getByText('Founders’ memorial day').first()).toBeVisible();
  await page.getByRole('button', { name: 'Next year' }).click();
  const june = page.getByRole('region', { name: 'June' });
  await expect(june).toContainText('Founders’ memorial day');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Custom days' }).click();
  await item.getByRole('button', { name: /^Delete/ }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('No poles will move.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(list).toContainText('No custom days yet.');
  await page.keyboard.press('Escape');
  await expect(orders.getByText('Canceled').first()).toBeVisible();
});

test.describe('custom days on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a user can add a custom day by tapping, without scrolling sideways', {
    tag: FULL_ONLY,
  }, async ({ page }) => {
    test.setTimeout(180_000);
    await signIn(page, 'company', `${demo.url}/half-staff?dialog=own-days`);
    const list = page.getByRole('dialog', { name: 'Custom days' });
    await list.getByRole('button', { name: 'Add custom day' }).tap();
    const form = page.getByRole('dialog', { name: 'Add custom day' });
    await form.getByLabel('Name').fill('Remembrance');
    await form.getByRole('button', { name: 'Continue' }).tap();
    await expect(form).toContainText('Every year on');
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBe(0);
    await form.getByRole('button', { name: 'Add custom day' }).tap();
    await expect(list.getByRole('listitem')).toContainText('Remembrance');
    await expectAccessible(page);
  });
});

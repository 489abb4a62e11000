import { expectAccessible } from '../world/accessibility.ts';
import { startWorld } from '../world/processes.ts';
import { expect, type Page, signIn, test } from '../world/test.ts';

let demo: Awaited<ReturnType<typeof startWorld>>;
test.beforeAll(async () => {
  demo = await startWorld([], { autopilot: true });
});
test.afterAll(() => demo?.stop());

/** Presses Tab until an element has focus. */
async function tabTo(page: Page, role: 'button' | 'combobox' | 'textbox', name: string) {
  const target = page.getByRole(role, { name, exact: true });
  await expect(target).toBeEnabled();
  for (let count = 0; count < 120; count++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}

/** Chooses the last template in the list by keyboard. */
async function chooseLast(page: Page, name: string) {
  await tabTo(page, 'combobox', 'Start from');
  await page.keyboard.press('Enter');
  const option = page.getByRole('option', { name });
  await expect(option).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(option).toBeFocused({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await page.keyboard.press('Enter');
  await expect(option).toHaveCount(0);
}

test('a user creates an order from a template, and saves it as a new template, using only the keyboard', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, 'master', `${demo.url}/half-staff?dialog=order`);
  const form = page.getByRole('dialog', { name: 'New order' });
  await expect(form).toBeVisible();
  await chooseLast(page, 'State official');
  const reason = form.getByLabel('Reason');
  await expect(reason).toHaveValue('Death of ___');
  await expect(form.getByRole('combobox', { name: 'Ordered by' })).toContainText('Governor');
  await expectAccessible(page);
  await tabTo(page, 'textbox', 'Reason');
  // The blank to fill in is selected.
  await page.keyboard.type('Senator Bell');
  await expect(reason).toHaveValue('Death of Senator Bell');
  const virginia = form.getByRole('checkbox', { name: 'Virginia', exact: true });
  for (let count = 0; count < 120; count++) {
    if (await virginia.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Space');
  await expect(virginia).toBeChecked();
  await tabTo(page, 'button', 'Save draft');
  await page.keyboard.press('Enter');
  const view = page.getByRole('dialog', { name: 'Half-staff' });
  await expect(view).toContainText('Death of Senator Bell');

  await tabTo(page, 'button', 'Save as template');
  await page.keyboard.press('Enter');
  const saving = page.getByRole('dialog', { name: 'Save as template' });
  await saving.getByLabel('Name').fill('Virginia official');
  await saving.getByLabel('Reason').fill('Death of ___');
  await expectAccessible(page);
  await tabTo(page, 'button', 'Save template');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Template saved', { exact: true })).toBeVisible();

  await page.goto(`${demo.url}/half-staff?dialog=order`);
  await chooseLast(page, 'Virginia official');
  await expect(virginia).toBeChecked();
  await tabTo(page, 'button', 'Save draft');
  await page.keyboard.press('Enter');
  await expect(form).toContainText('Replace ___ with the name.');
  await expect(reason).toBeFocused();
});

import { expectAccessible } from '../world/accessibility.ts';
import { findFlag, flagSwitch, row } from '../world/flags.ts';
import { startWorld } from '../world/processes.ts';
import { expect, type Page, startSession, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

/** A demo with autopilot, so that orders move poles. */
let demo: Awaited<ReturnType<typeof startWorld>>;
test.beforeAll(async () => {
  demo = await startWorld([], { autopilot: true });
});
test.afterAll(() => demo.stop());

/** A pole that has no daily rule, at the location that the order applies to. */
const POLE = 'Weighbridge';
const LOCATION = 'Craney West Container Yard';

const follows = (page: Page) => page.getByRole('dialog', { name: 'Follow settings' });

async function sendUp(page: Page): Promise<void> {
  await findFlag(page, POLE, demo.url);
  await expect(row(page, POLE).getByText('Online', { exact: true })).toBeVisible();
  const up = flagSwitch(page, 'Flag Up', POLE);
  if (!(await up.isChecked())) await up.click();
  await expect(up).toBeChecked();
  await expect(row(page, POLE).getByText('Moving')).toBeHidden();
}

/** Records and approves a governor's order as a company user. */
async function orderOfGovernor(page: Page): Promise<void> {
  await page.goto(`${demo.url}/half-staff?dialog=order`);
  const form = page.getByRole('dialog', { name: 'New order' });
  await form.getByRole('combobox', { name: 'Ordered by' }).click();
  await page.getByRole('option', { name: 'Governor' }).click();
  await form.getByLabel('Reason').fill('In memory of a trooper');
  await form.getByRole('combobox', { name: 'Applies to' }).click();
  await page.getByRole('option', { name: 'Locations' }).click();
  await form.getByRole('checkbox', { name: LOCATION }).check();
  await form.getByRole('combobox', { name: 'Starts' }).click();
  await page.getByRole('option', { name: 'Immediately, once approved' }).click();
  await form.getByRole('combobox', { name: 'Ends' }).click();
  await page.getByRole('option', { name: 'Open-ended (such as until interment)' }).click();
  await form.getByRole('button', { name: 'Save draft' }).click();
  const order = page.getByRole('dialog', { name: 'Half-staff' });
  await order.getByRole('button', { name: /^Approve and lower \d+ poles?$/ }).click();
  await expect(page.getByText('Order approved', { exact: true }).first()).toBeVisible();
  await expect(page).not.toHaveURL(/dialog=/);
}

async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText('Follow settings saved', { exact: true }).first()).toBeVisible();
  await expect(page).not.toHaveURL(/dialog=/);
}

test("poles go to half-staff when a company records its governor's order, and go up when the company stops following the governor", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await startSession(page, 'company', demo.url);
  await sendUp(page);
  await orderOfGovernor(page);
  await findFlag(page, POLE, demo.url);
  await expect(flagSwitch(page, 'Flag Half', POLE)).toBeChecked({ timeout: 30_000 });

  await page.goto(`${demo.url}/half-staff`);
  await page.getByRole('button', { name: 'Follow settings' }).click();
  const governor = follows(page).getByRole('checkbox', { name: 'Governor' });
  await expectAccessible(page);
  // Using only the keyboard.
  await governor.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Change follow settings' });
  await expect(question.getByText(/at half-staff\. .* will go up/)).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Save' }).click();
  await expectSaved(page);
  await findFlag(page, POLE, demo.url);
  await expect(flagSwitch(page, 'Flag Up', POLE)).toBeChecked({ timeout: 30_000 });

  // With settings of its own, the location follows the governor again.
  await row(page, POLE).getByRole('link', { name: LOCATION }).click();
  await expect(page.getByRole('heading', { name: LOCATION })).toBeVisible();
  await page.getByRole('button', { name: 'Follow settings' }).click();
  await follows(page)
    .getByRole('switch', { name: 'Use separate settings for this location' })
    .click();
  await governor.check();
  await follows(page).getByRole('button', { name: 'Save' }).click();
  await expect(question.getByText(/will go to half-staff/)).toBeVisible();
  await question.getByRole('button', { name: 'Save' }).click();
  await expectSaved(page);
  await findFlag(page, POLE, demo.url);
  await expect(flagSwitch(page, 'Flag Half', POLE)).toBeChecked({ timeout: 30_000 });
});

test('poles that fly a state flag get their own column in the dialog for choosing which orders to follow', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await startSession(page, 'company', demo.url);
  await findFlag(page, POLE, demo.url);
  await row(page, POLE).click();
  const dialog = page.getByRole('dialog', { name: 'Edit flag' });
  await dialog.getByRole('combobox', { name: 'Flag flown' }).click();
  await page.getByRole('option', { name: 'State flag' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/dialog=/);
  await page.getByRole('link', { name: 'Half-Staff' }).click();
  await page.getByRole('button', { name: 'Follow settings' }).click();
  await follows(page).getByRole('checkbox', { name: 'President, State flag' }).uncheck();
  await expectAccessible(page);
});

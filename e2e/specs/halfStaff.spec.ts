import { expectAccessible } from '../world/accessibility.ts';
import { findFlag, flagSwitch, row } from '../world/flags.ts';
import { startWorld } from '../world/processes.ts';
import { expect, type Page, signIn, startSession, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

/** A pole at the location that the order applies to. */
const POLE = 'Lighthouse';
const LOCATION = 'Cape Ferry Landing';

async function sendUp(page: Page): Promise<void> {
  await findFlag(page, POLE);
  // Until the pole has reported, the switches do not show its position.
  await expect(row(page, POLE).getByText('Online', { exact: true })).toBeVisible();
  const up = flagSwitch(page, 'Flag Up', POLE);
  if (!(await up.isChecked())) await up.click();
  await expect(up).toBeChecked();
  await expect(row(page, POLE).getByText('Moving')).toBeHidden();
}

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

/**
 * Expects that printing, however it is started, prints the report instead of the compliance page.
 */
async function expectPrintedReport(page: Page, reason: string): Promise<void> {
  const answer = await page.request.get('/api/half-staff/orders');
  const orders: { id: string; reason: string }[] = await answer.json();
  const { id } = orders.find((order) => order.reason === reason)!;
  await page.goto(`/half-staff/proof?source=order:${id}`);
  const table = page.getByRole('table', { name: 'Compliance' });
  await expect(table).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(table).toBeHidden();
  await expect(
    page.getByRole('region', { name: 'Compliance report' }).getByText(POLE),
  ).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
}

test('autopilot, turned on after a dry run, lowers poles for an approved order and raises them when the order is canceled', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await startSession(page, 'master');
  await sendUp(page);

  await page.goto('/half-staff');
  await expect(page.getByRole('heading', { name: 'Autopilot is off' })).toBeVisible();
  await page.getByRole('button', { name: 'Preview the next 30 days' }).click();
  await page.getByRole('button', { name: 'Turn on autopilot' }).click();
  await expect(page.getByRole('heading', { name: 'Autopilot is on' })).toBeVisible();

  await page.getByRole('button', { name: 'New order' }).click();
  const form = page.getByRole('dialog', { name: 'New order' });
  await form.getByLabel('Reason').fill('In memory of a ferryman');
  await form.getByRole('combobox', { name: 'Applies to' }).click();
  await page.getByRole('option', { name: 'Locations' }).click();
  await form.getByRole('checkbox', { name: LOCATION }).check();
  await form.getByRole('combobox', { name: 'Starts' }).click();
  await page.getByRole('option', { name: 'Immediately, once approved' }).click();
  await form.getByRole('combobox', { name: 'Ends' }).click();
  await page.getByRole('option', { name: 'Open-ended (for example, until interment)' }).click();
  await form.getByRole('button', { name: 'Save draft' }).click();

  const order = page.getByRole('dialog', { name: 'Half-staff' });
  await expect(order.getByText(/^Applies to 5 poles; /)).toBeVisible();
  await expectAccessible(page);
  const approve = { name: /^Approve and lower \d poles?$/ };
  await order.getByRole('button', approve).click();
  await expect(toast(page, 'Order approved')).toBeVisible();
  await expect(page).not.toHaveURL(/dialog=/);

  // The pole itself has moved, and its page shows the reason.
  await findFlag(page, POLE);
  await expect(flagSwitch(page, 'Flag Half', POLE)).toBeChecked({ timeout: 30_000 });
  await row(page, POLE).click();
  const reason = page.getByRole('region', { name: 'Half-staff' });
  await expect(reason.getByText(/^Half-staff since .*, by order of the President/)).toBeVisible();
  await page.keyboard.press('Escape');
  // Closing the dialog goes one step back in the browser history. A navigation at the same moment
  // would be lost.
  await expect(page).not.toHaveURL(/dialog=/);

  await page.goto('/');
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toContainText('Half-staff until further notice');
  await expect(today).toContainText(/In memory of a ferryman · .*5 poles/);
  await expectAccessible(page);
  await expectPrintedReport(page, 'In memory of a ferryman');

  await page.goto('/half-staff');
  await page.getByRole('button', { name: 'In memory of a ferryman' }).click();
  await order.getByRole('button', { name: 'Cancel order' }).click();
  const ask = page.getByRole('alertdialog', { name: 'Cancel order' });
  await expect(ask.getByText(/at half-staff\. .* will go up/)).toBeVisible();
  await ask.getByLabel('Why').fill('Wrong landing');
  await ask.getByRole('button', { name: 'Cancel order' }).click();
  await expect(toast(page, 'Order canceled')).toBeVisible();
  await expect(page).not.toHaveURL(/dialog=/);
  await findFlag(page, POLE);
  await expect(flagSwitch(page, 'Flag Up', POLE)).toBeChecked({ timeout: 30_000 });

  // The compliance page then shows the order, on screen and on paper.
  await page.goto('/half-staff');
  await page.getByRole('button', { name: 'In memory of a ferryman' }).click();
  await page.getByRole('link', { name: 'See compliance' }).click();
  await expect(row(page, POLE).getByText('In memory of a ferryman')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  await page.goto('/half-staff');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('heading', { name: 'Autopilot is off' })).toBeVisible();
});

test('in a demo set to Memorial Day, a pole goes to half-staff at its local sunrise, and its details show why', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  test.setTimeout(120_000);
  // Sunrise is two simulated minutes later, which takes 12 real seconds.
  const memorialDay = await startWorld(['--at', '2026-05-25T05:57-04:00', '--speed', '10']);
  try {
    await signIn(page, 'company', `${memorialDay.url}/flags?q=${POLE}`);
    await expect(flagSwitch(page, 'Flag Half', POLE)).toBeChecked({ timeout: 60_000 });
    await row(page, POLE).click();
    const reason = page.getByRole('region', { name: 'Half-staff' });
    await expect(
      reason.getByText(
        /^Half-staff since 5:\d\d AM EDT, for Memorial Day, until noon \(12:00 PM EDT\)$/,
      ),
    ).toBeVisible();
    await page.goto(`${memorialDay.url}/half-staff`);
    const now = page.getByRole('list', { name: 'Now' });
    await expect(now.getByText('Memorial Day')).toBeVisible();
    await expect(now.getByText(/^\d+ at half-staff, \d+ moving/)).toBeVisible();
  } finally {
    await memorialDay.stop();
  }
});

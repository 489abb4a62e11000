import { expectAccessible } from '../world/accessibility.ts';
import { findFlag, flagSwitch, openFlag, row } from '../world/flags.ts';
import { expect, type Page, signIn, test } from '../world/test.ts';

/** A pole of the demo's company user, at the location that the order applies to. */
const POLE = 'Lighthouse';
const LOCATION = 'Cape Ferry Landing';
const REASON = 'In memory of two ferrymen';
const DEMAND = 'Half-staff orders need two approvals';

/** Makes an API call as the page's user. */
async function api(page: Page, method: string, url: string, data?: unknown) {
  const answer = await page.request.fetch(url, { method, ...(data !== undefined && { data }) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.status() === 204 ? null : answer.json();
}

async function switchAutopilot(page: Page, isOn: boolean): Promise<void> {
  const { digest } = await api(page, 'GET', '/api/half-staff/dry-run');
  await api(page, 'PUT', '/api/half-staff/engine', { isOn, ...(isOn && { digest }) });
}

async function draftOrder(page: Page): Promise<void> {
  const locations: { id: string; name: string }[] = await api(page, 'GET', '/api/locations');
  const { id } = locations.find(({ name }) => name === LOCATION)!;
  await api(page, 'POST', '/api/half-staff/orders', {
    authority: 'president',
    kind: 'half',
    reason: REASON,
    issuedAt: Date.now(),
    scope: { kind: 'locations', locationIds: [id] },
    starts: { kind: 'immediately' },
    ends: { kind: 'open' },
  });
}

async function turnOnDemand(page: Page): Promise<void> {
  const demand = page.getByRole('switch', { name: DEMAND });
  await demand.click();
  await expect(page.getByText('Half-staff orders now need two approvals').first()).toBeVisible();
  await expect(demand).toBeChecked();
}

test('an order that requires a second approval lowers a pole only after a second user has approved it', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(120_000);
  await openFlag(page, 'master', POLE);
  await expect(row(page, POLE).getByText('Online', { exact: true })).toBeVisible();
  const up = flagSwitch(page, 'Flag Up', POLE);
  if (!(await up.isChecked())) await up.click();
  await expect(up).toBeChecked();
  await expect(row(page, POLE).getByText('Moving')).toBeHidden();
  await switchAutopilot(page, true);

  const context = await browser.newContext({ baseURL: baseURL! });
  const second = await context.newPage();
  await signIn(second, 'company');
  await turnOnDemand(second);

  await draftOrder(page);
  await page.goto('/half-staff');
  await page.getByRole('button', { name: REASON }).click();
  const order = page.getByRole('dialog', { name: 'Half-staff' });
  await expect(
    order.getByText(/^\d poles at .* are waiting for a second approval\.$/),
  ).toBeVisible();
  await expectAccessible(page);
  await order.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('Order approved', { exact: true }).first()).toBeVisible();
  await expect(order.getByText(/^Waiting for a second approval: .* \(\d poles\)$/)).toBeVisible();
  await expect(order.getByText(/^Someone else must approve for /)).toBeVisible();
  await expect(order.getByRole('button', { name: 'Give second approval' })).toBeHidden();

  // The order is approved, but the pole has not moved.
  await findFlag(page, POLE);
  await expect(flagSwitch(page, 'Flag Up', POLE)).toBeChecked();

  await second.goto('/');
  const notice = second.getByRole('region', { name: 'Waiting for a second approval' });
  await expect(notice.getByText(REASON)).toBeVisible();
  await expectAccessible(second);
  await notice.getByRole('link', { name: `Review ${REASON}` }).click();
  const theirs = second.getByRole('dialog', { name: 'Half-staff' });
  const effect = theirs.getByRole('region', { name: 'Effect of your approval' });
  await expect(effect.getByText(/^Applies to \d poles; /)).toBeVisible();
  await expectAccessible(second);
  await expect(flagSwitch(page, 'Flag Up', POLE)).toBeChecked();
  await theirs.getByRole('button', { name: 'Give second approval' }).focus();
  await second.keyboard.press('Enter');
  await expect(second.getByText('Second approval given').first()).toBeVisible();
  await expect(theirs.getByText('Second approval', { exact: true })).toBeVisible();

  await expect(flagSwitch(page, 'Flag Half', POLE)).toBeChecked({ timeout: 30_000 });

  const orders: { id: string; reason: string }[] = await api(page, 'GET', '/api/half-staff/orders');
  const { id } = orders.find(({ reason }) => reason === REASON)!;
  await api(page, 'POST', `/api/half-staff/orders/${id}/cancel`, { why: 'The test is over' });
  await expect(flagSwitch(page, 'Flag Up', POLE)).toBeChecked({ timeout: 30_000 });
  await switchAutopilot(page, false);
  await second.goto('/');
  const demand = second.getByRole('switch', { name: DEMAND });
  await demand.click();
  await expect(demand).not.toBeChecked();
  await context.close();
});

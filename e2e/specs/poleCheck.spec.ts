import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expectAccessible } from '../world/accessibility.ts';
import { idOf, openFlag, POLES, row, shownStates } from '../world/flags.ts';
import { startPoles } from '../world/processes.ts';
import { expect, type Page, signIn, startSession, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

const step = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Checklist' }).getByRole('listitem').filter({ hasText: title });
const isDone = (page: Page, title: string) =>
  expect(step(page, title)).toContainText(`${title}: Done`, { timeout: 30_000 });

test("a new pole's checklist shows why the pole does not appear, and tests the pole after the cause is fixed", {
  tag: FULL_ONLY,
}, async ({ page, request, world }) => {
  test.slow();
  const flagId = `CHECK-${Date.now()}`;
  const name = `Pole of ${flagId}`;
  await signIn(page, 'master', `/flags?q=${flagId}`);
  await page.getByRole('button', { name: 'Add Flag' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Flag ID').fill(flagId);
  await form.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'Tidewater Harbor Authority' }).click();
  await form.getByRole('combobox', { name: 'Location' }).click();
  await page.getByRole('option', { name: 'Harbor Headquarters' }).click();
  await form.getByRole('button', { name: 'Add Flag' }).click();

  const key = await page.getByRole('textbox', { name: 'Device key' }).inputValue();
  const node = await page.getByRole('textbox', { name: 'Realtime path' }).inputValue();
  await expect(step(page, 'Key accepted')).toContainText('Waiting for the pole’s first report.');
  await expect(page.getByRole('button', { name: 'Test this pole' })).toBeDisabled();
  await expectAccessible(page);

  // In the first attempt, the key was truncated in the firmware.
  const refused = await request.patch(`${world.url}/${node}.json?auth=${key.slice(0, 20)}`, {
    data: { voltage: 42 },
  });
  expect(refused.status()).toBe(401);
  await expect(step(page, 'Key accepted')).toContainText(
    'Rejected: unknown key (20 characters). A device key has 43 characters.',
  );
  // Next, a report was malformed.
  await request.patch(`${world.url}/${node}.json?auth=${key}`, {
    data: { 'reported/flagUp': 'yes' },
  });
  await expect(step(page, 'All positions and the lamp reported')).toContainText(
    'Invalid report: reported/flagUp.',
  );
  await isDone(page, 'Key accepted');
  await expectAccessible(page);

  const [, ownerId, , deviceId] = node.split('/');
  const fleetFile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'halyard-pole-')), 'f.json');
  const pole = { ownerId, flagId: deviceId, key, name: 'Installed', behaviour: 'normal' };
  fs.writeFileSync(fleetFile, JSON.stringify([pole]));
  const poles = startPoles({ url: world.url, fleetFile });
  try {
    for (const title of ['Key accepted', 'All positions and the lamp reported', 'Clock is correct'])
      await isDone(page, title);
    // The pole is not in use yet, so it is tested without a confirmation.
    await page.getByRole('button', { name: 'Test this pole' }).click();
    // A reload shows the checklist again, without the key, and the test continues.
    await expect(step(page, 'Moved by a test command')).toContainText('Moving ');
    await page.reload();
    await expect(page.getByRole('dialog', { name: `Test ${name}` })).toBeVisible();
    await expect(page.getByText('The pole is ready')).toBeVisible({ timeout: 60_000 });
    await isDone(page, 'Moved by a test command');
    await isDone(page, 'Responded in time');
    await expectAccessible(page);

    // The pole has moved once, so the next test asks for confirmation first.
    await page.getByRole('button', { name: 'Test again' }).click();
    const question = page.getByRole('alertdialog', { name: 'Test this pole?' });
    await expect(question).toContainText(
      /moves (up|to half-staff) and back (up|to half-staff|down)/,
    );
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(page).not.toHaveURL(/dialog=/);
  } finally {
    await poles.stop();
  }

  await page.getByRole('link', { name: 'Rejected devices' }).click();
  await page.getByPlaceholder('Search rejected devices…').fill(flagId);
  const rows = page.getByRole('table', { name: 'Rejected devices' });
  await expect(rows).toContainText('Unknown key (20 characters)');
  await expect(rows).toContainText('Invalid report: reported/flagUp');
  await expect(rows).not.toContainText(key.slice(0, 20));
  await expectAccessible(page);
  await rows.getByRole('link', { name }).click();
  await expect(page.getByRole('dialog', { name: `Test ${name}` })).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page).not.toHaveURL(/dialog=/);
  await page.goto(`/flags?q=${flagId}`);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, name)).toHaveCount(0);
});

test('a pole in operation is tested once the user confirms, and returns to its previous position', async ({
  page,
}) => {
  test.slow();
  await openFlag(page, 'company', POLES.third);
  const before = await shownStates(page, POLES.third);
  await row(page, POLES.third).getByText('Online', { exact: true }).click();
  await page.getByRole('button', { name: 'Test this pole' }).click();
  await expect(page.getByRole('dialog', { name: `Test ${POLES.third}` })).toBeVisible();
  await expect(page).toHaveURL(/dialog=test/);
  await isDone(page, 'Clock is correct');
  await page.getByRole('button', { name: /^Test (this pole|again)$/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Test this pole?' });
  await question.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(step(page, 'Moved by a test command')).toContainText('Moving ');
  await expect(page.getByText('The pole is ready')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.poll(() => shownStates(page, POLES.third)).toEqual(before);
});

test('a locked pole cannot be tested, and its checklist shows why', async ({ page }) => {
  await startSession(page, 'master');
  const id = await idOf(page, POLES.another);
  await page.request.put(`/api/flags/${id}/lock`, { data: { reason: 'Painting the pole' } });
  try {
    await page.goto(`/flags?dialog=test:${id}`);
    await expect(page.getByText(/Painting the pole\. Release the lock first\./)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Test (this pole|again)$/ })).toBeDisabled();
  } finally {
    await page.request.delete(`/api/flags/${id}/lock`);
  }
});

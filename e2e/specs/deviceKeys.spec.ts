import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expectAccessible } from '../world/accessibility.ts';
import { flagSwitch, row } from '../world/flags.ts';
import { startPoles } from '../world/processes.ts';
import { expect, type Page, signIn, test } from '../world/test.ts';

/**
 * Starts a pole with its database path and key, as an installer does after flashing the firmware.
 */
function startPole(url: string, node: string, key: string): ReturnType<typeof startPoles> {
  const [, ownerId, , flagId] = node.split('/');
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'halyard-pole-'));
  const fleetFile = path.join(folder, 'fleet.json');
  fs.writeFileSync(
    fleetFile,
    JSON.stringify([{ ownerId, flagId, key, name: 'Installed', behaviour: 'normal' }]),
  );
  return startPoles({ url, fleetFile });
}
const shown = (page: Page, label: string) =>
  page.getByRole('textbox', { name: label }).inputValue();
const done = (page: Page) => page.getByRole('button', { name: 'Done' }).click();

test('a pole connects with its key, and can be given a new key without losing its connection', async ({
  page,
  request,
  world,
}) => {
  test.slow();
  const flagId = `KEY-${Date.now()}`;
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

  // The key is shown once, together with everything that the firmware needs.
  const first = await shown(page, 'Device key');
  const node = await shown(page, 'Realtime path');
  expect(await shown(page, 'Server address')).toBe(new URL(page.url()).origin);
  const { port } = new URL(page.url());
  const configuration = page.getByRole('textbox', { name: 'Configuration' });
  await expect(configuration).toHaveValue(new RegExp(`LegacyToken key\\("${first}"\\)`));
  await expect(configuration).toHaveValue(new RegExp(`WiFiClient::connect\\(host, ${port}\\)`));
  await page.getByRole('tab', { name: 'TLS, port 443' }).click();
  await expect(configuration).toHaveValue(/WiFiClientSecure requests, events;/);
  const accepted = page.getByRole('listitem').filter({ hasText: 'Key accepted' });
  await expect(accepted).toContainText('Waiting for the pole’s first report.');
  await expectAccessible(page);
  // A click outside the dialog does not lose the key.
  await page.mouse.click(5, 5);
  let pole = startPole(world.url, node, first);
  try {
    await expect(accepted).toHaveText('Key accepted: Done', { timeout: 30_000 });
    await done(page);

    await expect(row(page, name).getByText('Online')).toBeVisible();
    await row(page, name).getByText(flagId, { exact: true }).click();
    await expect(page.getByText('Current key')).toBeVisible();
    await page.getByRole('button', { name: 'Rotate key' }).click();
    const second = await shown(page, 'Device key');
    expect(second).not.toBe(first);
    await expect(accepted).toContainText('Waiting for the pole’s first report.');
    await done(page);
    await expect(page.getByText('New key', { exact: true })).toBeVisible();
    await expect(page.getByText(/The old key is valid until/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Revoke the old key' }).click();
    await expect(page.getByRole('alertdialog')).toContainText(
      'can’t connect until you install the key',
    );
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();

    // The pole keeps working with the old key.
    const move = (await flagSwitch(page, 'Flag Up', name).isChecked()) ? 'Flag Down' : 'Flag Up';
    await flagSwitch(page, move, name).click();
    await expect(row(page, name).getByText('Confirmed')).toBeVisible({ timeout: 30_000 });

    // The pole gets the new key. Its first report with the new key revokes the old one, and the
    // open dialog shows that.
    await row(page, name).getByText(flagId, { exact: true }).click();
    await expect(page.getByText('Old key', { exact: true })).toBeVisible();
    await pole.stop();
    pole = startPole(world.url, node, second);
    await expect(page.getByText('Current key')).toBeVisible();
    await expect(page.getByText('Old key', { exact: true })).toHaveCount(0);
    expect((await request.get(`/${node}.json?auth=${first}`)).status()).toBe(401);
    expect((await request.get(`/${node}.json?auth=${second}`)).status()).toBe(200);
    await page.getByRole('button', { name: 'Cancel' }).click();
  } finally {
    await pole.stop();
  }
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, name)).toHaveCount(0);
});

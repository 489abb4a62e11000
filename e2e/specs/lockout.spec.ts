import { expectAccessible } from '../world/accessibility.ts';
import { findFlag, flagSwitch, openFlag, POLES, row } from '../world/flags.ts';
import { expect, test } from '../world/test.ts';

test('a locked flag shows its lock in every browser immediately, and no control moves it until the lock is released', async ({
  page,
  browser,
}) => {
  const name = POLES.third;
  await openFlag(page, 'employee', name);
  const second = await browser.newPage();
  await openFlag(second, 'company', name);
  await expect(flagSwitch(second, 'Lamp', name)).toBeEnabled();

  await row(page, name).click();
  const panel = page.getByRole('region', { name: 'Maintenance lock' });
  await panel.getByRole('button', { name: 'Lock', exact: true }).click();
  await panel.getByLabel('Reason for the lock').fill('Rope frayed');
  await panel.getByRole('button', { name: 'Lock flag' }).click();
  await expect(panel.getByText(/^Locked by employee since .+: Rope frayed$/)).toBeVisible();
  await expectAccessible(page);

  // The other browser shows the lock without a reload.
  await expect(row(second, name).getByText('Locked', { exact: true })).toBeVisible();
  await expect(row(second, name).getByText(/^employee, .+ ago: Rope frayed$/)).toBeVisible();
  for (const label of ['Flag Up', 'Flag Down', 'Flag Half', 'Lamp']) {
    await expect(flagSwitch(second, label, name)).toBeDisabled();
    await expect(flagSwitch(second, label, name)).toHaveAccessibleDescription('Locked');
  }
  await expect(second.getByText('0 online, 1 locked')).toBeVisible();
  await expect(second.getByRole('switch', { name: /^All Up, / })).toBeDisabled();

  // A call to the API is rejected too.
  const refused = await second.evaluate(async (flag) => {
    const flags = (await (await fetch('/api/flags')).json()) as { id: string; name: string }[];
    const { id } = flags.find((one) => one.name === flag)!;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ switches: [{ id: 'sw4', state: true }] });
    const answer = await fetch(`/api/flags/${id}`, { method: 'PATCH', headers, body });
    return [answer.status, await answer.text()];
  }, name);
  expect(refused).toEqual([
    409,
    expect.stringMatching(/^Locked by employee since .+ UTC: Rope frayed$/),
  ]);

  // The dashboard also shows the lock. A company user releases it.
  await second.goto('/');
  await expect(second.getByText(/\d+ online, 1 locked/)).toBeVisible();
  await findFlag(second, name);
  await row(second, name).click();
  await second.getByRole('button', { name: 'Release' }).click();
  const dialog = second.getByRole('alertdialog', { name: 'Release lock' });
  await expect(dialog.getByText(/employee locked the pole/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Release' }).click();
  await expect(second.getByText('Lock released', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Lock', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(flagSwitch(page, 'Lamp', name)).toBeEnabled();
  await second.close();
});

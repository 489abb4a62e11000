import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from '../world/accessibility.ts';
import { expect, PASSWORD, type Page, signInByForm, test } from '../world/test.ts';

const WHO = 'mhaugen';
const STEP_MS = 30_000;

/**
 * Returns the code that an authenticator app will show `steps` time steps from now. A code works
 * only once, so each code must be from a later step than the previous one.
 */
const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * STEP_MS,
  });

/** Time in ms that entering and checking a code may take, even on a busy machine. */
const ENTERED_MS = 10_000;

/**
 * Waits for the next time step if the current one ends soon, because the code of the previous step
 * would then be too old.
 */
async function startOfStep(): Promise<void> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < ENTERED_MS) await sleep(left);
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

test('a user can turn on two-factor authentication, sign in with codes and recovery codes, and sign out everywhere', async ({
  page,
  browser,
}) => {
  await signInByForm(page, WHO);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Set up' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up two-factor authentication' });
  const secret = await setUp.getByLabel('Secret', { exact: true }).inputValue();
  await expectAccessible(page);
  await startOfStep();
  await setUp.getByLabel('Code', { exact: true }).fill(codeOf(secret, -1));
  await setUp.getByRole('button', { name: 'Turn on' }).click();
  const kept = page.getByRole('dialog', { name: 'Recovery codes' });
  const codes = (await kept.getByLabel('Recovery codes', { exact: true }).inputValue()).split('\n');
  expect(codes).toHaveLength(10);
  const download = page.waitForEvent('download');
  await kept.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toContain(`recovery codes for ${WHO}`);
  await kept.getByRole('button', { name: 'I’ve saved the codes' }).click();
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(new URL('/auth', page.url()).href);
  await other.getByLabel('Username').fill(WHO);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Login', exact: true }).click();
  await enterCode(other, codes[0]!);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Dashboard');

  await page.reload();
  await expect(page.getByText('9 recovery codes left.')).toBeVisible();
  const devices = page.getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem');
  await expect(devices.filter({ hasText: 'This device' })).toContainText('Chrome on Linux');
  expect(await devices.count()).toBeGreaterThan(1);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(other).toHaveURL(/\/auth$/);
  await elsewhere.close();

  await signInByForm(page, WHO);
  await page.getByLabel('Code', { exact: true }).waitFor();
  await expectAccessible(page);
  await enterCode(page, '000000');
  await expect(
    page.getByText('401: This code is incorrect or was already used. Enter a new one.', {
      exact: true,
    }),
  ).toBeVisible();
  await enterCode(page, codeOf(secret, 0));
  await page.getByRole('navigation', { name: 'Main' }).waitFor();

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Turn off' }).click();
  const turnOff = page.getByRole('dialog', { name: 'Turn off two-factor authentication' });
  await turnOff.getByLabel('Code', { exact: true }).fill(codes[1]!);
  await turnOff.getByRole('button', { name: 'Turn off' }).click();
  await expect(
    page.getByText('Two-factor authentication turned off', { exact: true }),
  ).toBeVisible();
});

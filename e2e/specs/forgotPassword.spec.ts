import { expect, signInByForm, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

// The username of a demo account that no other spec uses.
const USERNAME = 'dwhitfield';
const NEW_PASSWORD = 'a password of my own';

test('spec §2: the forgot-password form emails a temporary password, which the user can use to set a new one', async ({
  page,
}) => {
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.getByLabel('Username').fill(USERNAME);
  await page.getByRole('button', { name: 'Send Password' }).click();
  await expect(
    page.getByText('Your password has been sent to your email address.', { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);

  await page.goto('/dev/mail');
  const mail = page.getByRole('article').filter({ hasText: `account "${USERNAME}"` });
  const text = await mail.first().textContent();
  const temporary = /Temporary password: (\S+)/.exec(text ?? '')?.[1] ?? '';

  await signInByForm(page, USERNAME, temporary);
  await expect(page).toHaveURL(/\/new-password$/);
  await page.goto('/flags');
  await expect(page, 'no other page opens').toHaveURL(/\/new-password$/);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
});

test('spec §8: the forgot-password form reports an unknown username, and keeps it in the field', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByLabel('Username').fill('nobody at all');
  await page.getByRole('button', { name: 'Send Password' }).click();
  await expect(
    page.getByText('404: User not found or email not configured.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue('nobody at all');
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

import { expect, hasWindowEntries, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

test('spec §2: a user changes their contact information, and sees the change after a reload', async ({
  page,
}) => {
  await signIn(page, 'location');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Profile' })
    .click();
  await expect(page.getByText('Manage your account information and password')).toBeVisible();
  await expect(page.getByRole('definition')).toHaveText(['location', 'Location User', /\w{16}/]);
  const phone = page.getByLabel('Phone');
  const before = await phone.inputValue();
  await phone.fill('757 555 0199');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(
    page.getByText('Your contact information has been updated successfully.', { exact: true }),
  ).toBeVisible();
  await page.reload();
  await expect(phone).toHaveValue('757 555 0199');
  await phone.fill(before);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Profile updated', { exact: true })).toBeVisible();
});

test('using only the keyboard, a user turns off the emails about the end of half-staff, and they stay off after a reload', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'company', '/profile');
  const ends = page.getByRole('switch', { name: 'When half-staff ends' });
  await expect(ends).toBeChecked();
  const box = await page.getByText('When half-staff ends', { exact: true }).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  const saved = () =>
    page.waitForResponse((response) => response.url().endsWith('/api/user/half-staff-mails'));
  const off = saved();
  await ends.focus();
  await page.keyboard.press('Space');
  expect((await off).status()).toBe(200);
  await expect(ends).toBeEnabled();
  await page.reload();
  await expect(ends).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Before half-staff begins' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Orders waiting for approval' })).toBeChecked();
  const on = saved();
  await page.getByText('When half-staff ends', { exact: true }).click();
  expect((await on).status()).toBe(200);
  await expect(ends).toBeChecked();
});

test('spec §8: a wrong current password shows an error and changes nothing', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'employee', '/profile');
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password', { exact: true }).fill('another password');
  await page.getByLabel('Confirm new password').fill('another password');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(
    page.getByText('400: The current password is incorrect.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('another password');
});

test('an employee can open the new-password form and sign out through the user menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'employee');
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Change Password' }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByLabel('Current password')).toBeFocused();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await hasWindowEntries(page, 0);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  // The menu focuses the password field only once. Going forward does not focus it again.
  await page.goForward();
  await expect(page).toHaveURL(/\/profile$/);
});

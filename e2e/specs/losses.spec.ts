import { expect, PASSWORD, signIn, test } from '../world/test.ts';

test('nothing that the user typed is lost when saving fails without a network, or when the session ends', async ({
  page,
  context,
  baseURL,
  playwright,
}) => {
  await signIn(page, 'company', '/locations?q=Harbor+Headquarters');
  await page.getByText('Norfolk, VA').first().click();
  const dialog = page.getByRole('dialog', { name: 'Edit location' });
  const address = dialog.getByLabel('Address 2');
  const typed = `Floor ${Date.now()}`;
  await address.fill(typed);

  await context.setOffline(true);
  await dialog.getByRole('button', { name: 'Save' }).click();
  const reason = 'Couldn’t reach the server. Check your connection, then try again.';
  await expect(dialog.getByRole('alert')).toHaveText(reason);
  await expect(address).toHaveValue(typed);
  await context.setOffline(false);

  // Signs out the same session from elsewhere. This browser still sends its cookie.
  const elsewhere = await playwright.request.newContext({
    baseURL: baseURL ?? '',
    storageState: await context.storageState(),
    extraHTTPHeaders: { origin: baseURL ?? '' },
  });
  expect((await elsewhere.post('/api/logout')).ok()).toBe(true);
  await elsewhere.dispose();
  // The connection is cut, and the page notices without any click.
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByText(/^You were signed out/)).toBeVisible();
  await page.getByLabel('Username').fill('company');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/locations\?q=Harbor\+Headquarters/);
  await expect(address).toHaveValue(typed);
  await expect(
    page.getByText('Your unsaved changes were restored.', { exact: true }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Location updated', { exact: true })).toBeVisible();
});

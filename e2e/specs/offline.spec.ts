import { POLES, polePath } from '../world/flags.ts';
import { connected, expect, signIn, startSession, test } from '../world/test.ts';

test('without a network, a page whose code is not loaded yet shows a message, and Retry opens the page once the network is back', async ({
  page,
  context,
}) => {
  await signIn(page, 'master', '/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Integrations' }).click();
  const notice = page.getByRole('main').getByRole('alert');
  await expect(notice).toContainText('Couldn’t load this page.');
  await expect(notice).toContainText('Check your connection, then try again.');
  await expect(notice).not.toContainText('import');
  await notice.getByRole('button', { name: 'Retry' }).click();
  await expect(notice).toContainText('Couldn’t load this page.');
  // A page that is already loaded opens.
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await page.getByRole('link', { name: 'Integrations' }).click();
  await expect(notice).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible();
});

test('without a network, a dialog whose code is not loaded yet closes with a message, and can be opened once the network is back', async ({
  page,
  context,
}) => {
  await signIn(page, 'master', '/employees');
  const invite = page.getByRole('button', { name: 'Invite', exact: true });
  await expect(invite).toBeVisible();
  await context.setOffline(true);
  for (let round = 0; round < 2; round++) {
    await invite.click();
    await expect(page.getByText('Couldn’t reach the server.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Employees' })).toBeVisible();
    await expect(page).toHaveURL(/\/employees$/);
  }
  await context.setOffline(false);
  await invite.click();
  await expect(page.getByRole('dialog', { name: 'Invite' })).toBeVisible();
});

test('the no-network notice and the bar for selected flags do not overlap', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'company', '/flags');
  await page.getByRole('button', { name: 'Select' }).click();
  await page.getByRole('checkbox').first().click();
  const bar = page.getByRole('region', { name: 'Selected flags' });
  await expect(bar).toBeVisible();
  await context.setOffline(true);
  const notice = page.getByText('You’re offline.');
  await expect(notice).toBeInViewport({ ratio: 1 });
  const [above, below] = [(await bar.boundingBox())!, (await notice.boundingBox())!];
  expect(above.y + above.height).toBeLessThanOrEqual(below.y);
});

test("without a network, a pole's page shows “Not connected”, and its layout does not shift", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startSession(page, 'company');
  await page.goto(await polePath(page, POLES.normal));
  await connected(page);
  const tabs = page.getByRole('tablist');
  await expect(tabs).toBeVisible();
  const controls = page.getByRole('group', { name: /^Position of/ });
  const places = async () => [await controls.boundingBox(), await tabs.boundingBox()];
  const before = await places();
  await context.setOffline(true);
  await expect(page.getByText('Not connected', { exact: true })).toBeVisible();
  expect(await places()).toEqual(before);
});

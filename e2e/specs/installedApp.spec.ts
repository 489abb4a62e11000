import { expectAccessible } from '../world/accessibility.ts';
import { COMPLETE_BROWSER } from '../world/browser.ts';
import { expect, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

test("the console meets Chromium's requirements for an installable app", async ({
  playwright,
  baseURL,
}) => {
  // Chromium without a window cannot install apps.
  const browser = await playwright.chromium.launch(COMPLETE_BROWSER);
  const page = await browser.newPage();
  await page.goto(`${baseURL}/auth`);
  const chromium = await page.context().newCDPSession(page);
  const { data, errors } = await chromium.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Halyard', display: 'standalone' });
  const { installabilityErrors } = await chromium.send('Page.getInstallabilityErrors');
  // The test's browser stores nothing, like a private window.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  await browser.close();
});

test('without a network, an open page shows a notice, remains readable, and moves no flags', {
  tag: FULL_ONLY,
}, async ({ page, context }) => {
  await signIn(page, 'location');
  const notice = page.getByText(/^You’re offline\./);
  const aSwitch = page.getByRole('switch', { name: /^Flag Up, / }).first();
  await expect(aSwitch).toBeEnabled();
  await context.setOffline(true);
  await expect(notice).toBeInViewport();
  await expect(page.getByText('Disconnected', { exact: true })).toBeVisible();
  await expect(aSwitch).toBeDisabled();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await expect(aSwitch).toBeEnabled();
});

import { expectAccessible } from '../world/accessibility.ts';
import { openFlag, POLES, polePath, row } from '../world/flags.ts';
import { expect, startSession, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

test("a pole's name links to its page, where a user can move the pole and see who moved it", async ({
  page,
}) => {
  await openFlag(page, 'company', POLES.another);
  await row(page, POLES.another).getByRole('link', { name: POLES.another }).click();
  await expect(page).toHaveURL(/\/flags\/[^/?]+$/);
  await expect(page.getByRole('heading', { level: 1, name: POLES.another })).toBeVisible();
  const control = page.getByRole('group', { name: `Position of ${POLES.another}` });
  const pressed = control.locator('[aria-pressed="true"]');
  const to = (await pressed.textContent())?.includes('Up') ? 'Down' : 'Up';
  await control.getByRole('button', { name: to }).click();
  await expect(page.getByRole('img', { name: `Flag is ${to.toLowerCase()}` })).toBeVisible();
  const timeline = page.getByRole('tabpanel', { name: 'Timeline' });
  await expect(timeline.getByText(`${to} by company`).first()).toBeVisible();
  await expect(timeline.getByText(/^Confirmed/).first()).toBeVisible();
  await expect(page.getByText(/^since .+, by company$/)).toBeVisible();
  // Choosing the current position does nothing.
  await control.getByRole('button', { name: to }).click();
  await expect(page.getByText('Stopped, no position requested')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'History' }).click();
  await expect(page).toHaveURL(/tab=history/);
  await page.getByRole('button', { name: '30 days' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByRole('button', { name: '30 days' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByLabel('Name')).toHaveValue(POLES.another);
  await page.goBack();
  await expect(page).toHaveURL(/\/flags\?q=/);
});

test.describe('the page of a pole in a different time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test("shows every time in the pole's time zone, not in the user's", async ({ page }) => {
    await startSession(page, 'company');
    await page.goto(await polePath(page, POLES.another));
    const control = page.getByRole('group', { name: `Position of ${POLES.another}` });
    const pressed = control.locator('[aria-pressed="true"]');
    const to = (await pressed.textContent())?.includes('Up') ? 'Down' : 'Up';
    await control.getByRole('button', { name: to }).click();
    await expect(page.getByText(/^since .+, by company$/)).toBeVisible();
    const times = page.getByRole('main').locator('time');
    // The timeline comes after the control.
    await expect.poll(() => times.count()).toBeGreaterThan(2);
    const titles = await times.evaluateAll((all) =>
      all.map((time) => `${time.textContent} ${time.getAttribute('title')}`),
    );
    expect(titles.filter((text) => /GMT\+9|JST/.test(text))).toEqual([]);
    expect(titles.filter((text) => !/[ECMP][SD]T/.test(text))).toEqual([]);
    await expect(page.getByRole('main')).not.toContainText('GMT+9');
  });
});

test('the page of an offline pole shows its last known data, the status of its neighbors, and what to check', async ({
  page,
}) => {
  await startSession(page, 'employee');
  await page.goto(await polePath(page, POLES.offline));
  const help = page.getByRole('region', { name: 'Offline' });
  await expect(help.getByText('This pole has never reported.')).toBeVisible();
  await expect(help.getByText(/other poles here are online/)).toBeVisible();
  await expect(help.getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Up', exact: true })).toBeDisabled();
  await expectAccessible(page);
});

test('the page of a location opens even for users who may see only the poles at that location', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await openFlag(page, 'location', POLES.normal);
  await row(page, POLES.normal).getByRole('link', { name: 'Harbor Headquarters' }).click();
  await expect(page).toHaveURL(/\/locations\/[^/?]+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor Headquarters' })).toBeVisible();
  await expect(page.getByText(/^Master Controls for Harbor Headquarters \d online/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit location' })).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Employees' })).toHaveCount(0);
  await expectAccessible(page);
});

test("the page of another company's pole shows a 404 error, just like the page of a pole or location that does not exist", {
  tag: FULL_ONLY,
}, async ({ page, browser }) => {
  await startSession(page, 'master');
  const pole = await polePath(page, 'Flag Circle 1');
  const second = await browser.newPage();
  await startSession(second, 'company');
  for (const path of [pole, '/flags/no-such-pole', '/locations/no-such-location']) {
    await second.goto(path);
    await expect(second.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  }
  await second.close();
});

test.describe("a pole's page on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a tap on a card opens the pole's page with its control visible, and Back returns to the list", async ({
    page,
  }) => {
    await openFlag(page, 'company', POLES.normal);
    const card = page.getByRole('listitem').filter({ hasText: POLES.normal });
    await card.tap({ position: { x: 200, y: 60 } });
    await expect(page).toHaveURL(/\/flags\/[^/?]+$/);
    const down = page.getByRole('button', { name: 'Down', exact: true });
    await expect(down).toBeInViewport({ ratio: 1 });
    expect((await down.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await page.goBack();
    await expect(page).toHaveURL(/\/flags\?q=/);
  });
});

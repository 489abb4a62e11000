import { expect, PASSWORD, type SignIn, signIn, signInByForm, test } from '../world/test.ts';
import { FULL_ONLY, tagOf } from '../world/variants.ts';

const SIDEBARS: [who: SignIn, badge: string, items: string[]][] = [
  [
    'master',
    'Master User',
    [
      'Dashboard',
      'Companies',
      'Locations',
      'Employees',
      'Flags',
      'Alerts',
      'Half-Staff',
      'Activity',
      'Import',
      'Integrations',
      'Settings',
      'Profile',
    ],
  ],
  [
    'company',
    'Company User',
    [
      'Locations',
      'Employees',
      'Flags',
      'Alerts',
      'Half-Staff',
      'Activity',
      'Import',
      'Integrations',
      'Profile',
    ],
  ],
  ['location', 'Location User', ['Dashboard', 'Flags', 'Profile']],
];

for (const [who, badge, items] of SIDEBARS) {
  test(`spec §2: ${who} signs in and sees the sidebar for their role`, {
    tag: tagOf(who === 'company'),
  }, async ({ page }) => {
    await signInByForm(page, who);
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    await expect(links).toHaveText(items);
    await expect(page.getByText(badge, { exact: true })).toBeVisible();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  });
}

test('spec §2: an employee sees neither the sidebar nor its toggle', async ({ page }) => {
  await signInByForm(page, 'employee');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /sidebar/i })).toHaveCount(0);
});

test('a wrong password shows an error and does not sign the user in', async ({ page }) => {
  await signInByForm(page, 'master', 'not-the-password');
  await expect(page.getByText('Login failed', { exact: true })).toBeVisible();
  // A toast is up to 420 px wide (spec §4).
  const area = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list');
  expect((await area.boundingBox())?.width).toBe(420);
  await expect(page).toHaveURL(/\/auth/);
  await expect(page.getByLabel('Username')).toHaveValue('master');
});

test('a protected page redirects to the sign-in page, and opens after signing in', async ({
  page,
}) => {
  await page.goto('/flags?q=pier');
  await expect(page).toHaveURL(/\/auth/);
  await page.getByLabel('Username').fill('company');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/flags\?q=pier/);
});

test("signing out asks for confirmation, and leaves none of the user's data for the next user", async ({
  page,
}) => {
  await signIn(page, 'master');
  await expect(page.getByRole('row', { name: /Athletic Fields/ })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog.getByText('Are you sure you want to logout?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth/);
  await signInByForm(page, 'location');
  await expect(page.getByText('Total Flags')).toBeVisible();
  await expect(page.getByText('Athletic Fields')).toHaveCount(0);
});

test('spec §2, §9: the sidebar is 16rem wide, or 3rem when collapsed to icons, and remembers its state for 7 days', {
  tag: FULL_ONLY,
}, async ({ page, context }) => {
  await signIn(page, 'master');
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const width = async () => (await sidebar.boundingBox())?.width;
  expect(await width()).toBe(256);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBe(48);
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
  expect(cookie?.value).toBe('false');
  const seconds = (cookie?.expires ?? 0) - Date.now() / 1000;
  expect(Math.abs(seconds - 604_800)).toBeLessThan(60);
  await page.reload();
  await expect.poll(width).toBe(48);

  await page.getByRole('button', { name: 'Find Company' }).click();
  const found = page.getByRole('list', { name: 'Companies', exact: true });
  await expect(found.getByRole('link').first()).toBeVisible();
  await expect(found).toHaveCSS('max-height', '240px');
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 767, height: 800 });
  await expect(sidebar).toHaveCount(0);
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(sidebar).toBeVisible();
});

test('signed-in users get a 404 page for an unknown path', async ({ page }) => {
  await signIn(page, 'master', '/nowhere');
  await expect(page.getByText('404 Page Not Found')).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
});

test('the theme is light at first, can be changed, and is remembered', async ({ page }) => {
  await signIn(page, 'master');
  const html = page.locator('html');
  await expect(html).not.toHaveClass(/dark/);
  // Colors that change slowly would leave dark text on a dark page for some frames.
  const changing = page.evaluate(
    () =>
      new Promise<number>((done) => {
        const isSlow = (each: Animation) =>
          each instanceof CSSTransition &&
          each.effect instanceof KeyframeEffect &&
          each.effect.target?.closest('main') != null;
        new MutationObserver(() => done(document.getAnimations().filter(isSlow).length)).observe(
          document.documentElement,
          { attributeFilter: ['class'] },
        );
      }),
  );
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  expect(await changing).toBe(0);
  await expect(html).toHaveClass(/dark/);
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await page.reload();
  await expect(html).toHaveClass(/dark/);
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth/);
  await expect(html).not.toHaveClass(/dark/);
  const robots = page.locator('meta[name="robots"]');
  await expect(robots).toHaveAttribute('content', 'noindex');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('button', { name: 'Send Password' })).toBeVisible();
  await expect(html).not.toHaveClass(/dark/);
  await signIn(page, 'master');
  await expect(html).toHaveClass(/dark/);
  await expect(robots).toHaveCount(0);
});

import type { Browser } from '@playwright/test';
import { flagSwitch, POLES } from '../world/flags.ts';
import { connected, expect, PASSWORD, type Page, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

/** Tests main tasks without a mouse: no test in this file clicks. */

/** Presses Tab until the element has focus. */
async function tabTo(page: Page, target: ReturnType<Page['locator']>, most = 120): Promise<void> {
  for (let count = 0; count < most; count++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${most} times Tab do not reach ${target}`);
}

test('users can sign in by keyboard, paste into the fields, and use a password manager', async ({
  page,
}) => {
  await page.goto('/auth');
  const username = page.getByLabel('Username');
  const password = page.getByLabel('Password', { exact: true });
  await expect(username).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await tabTo(page, username);
  await page.keyboard.type('company');
  await tabTo(page, password);
  await page.keyboard.type(PASSWORD);
  // The field must accept a paste (WCAG 3.3.8).
  await page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement;
    const data = new DataTransfer();
    data.setData('text/plain', field.value);
    const paste = new ClipboardEvent('paste', {
      clipboardData: data,
      bubbles: true,
      cancelable: true,
    });
    if (!field.dispatchEvent(paste)) throw new Error('The field refuses a paste');
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('the skip link is the first Tab stop, and jumps past the sidebar to the page content', async ({
  page,
}) => {
  await signIn(page, 'company', '/flags');
  await expect(page.getByRole('heading', { level: 1, name: 'Flags' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(
    await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)),
  ).toBe(true);
});

/** The file with the code of menus and tooltips. */
const OVERLAYS = /\/overlays-[^/]+\.js$/;

/**
 * Opens a page as a master with an empty cache, and holds back the scripts for menus and tooltips.
 * @returns the page, and a function that delivers these scripts
 */
async function openWithoutOverlays(signedIn: Page, browser: Browser) {
  await signIn(signedIn, 'master', '/profile');
  const storageState = await signedIn.context().storageState();
  const page = await browser.newPage({ storageState, serviceWorkers: 'block' });
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(OVERLAYS, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(new URL('/half-staff', signedIn.url()).href);
  const deliver = async () => {
    const arrived = page.waitForResponse(OVERLAYS);
    release();
    await (await arrived).finished();
  };
  return { page, deliver };
}

for (const { control, name } of [
  { control: 'a link in the sidebar', name: 'Companies' },
  { control: 'the user menu', name: 'User menu' },
]) {
  test(`${control} keeps the focus even if the code for menus and tooltips loads late`, async ({
    page: signedIn,
    browser,
  }) => {
    const { page, deliver } = await openWithoutOverlays(signedIn, browser);
    const focused = page
      .getByRole('link', { name, exact: true })
      .or(page.getByRole('button', { name, exact: true }));
    await tabTo(page, focused);
    await deliver();
    // The controls without focus are replaced by ones that open a menu or have a tooltip.
    const isReady = page.locator(
      name === 'User menu' ? 'aside [data-state="closed"]' : 'header [aria-haspopup="menu"]',
    );
    await expect(isReady.first()).toBeVisible();
    await expect(focused).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(focused).not.toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(focused).toBeFocused();
    await page.close();
  });
}

test('the user menu opens and can be used by keyboard even if the user presses Enter before its code has loaded', async ({
  page: signedIn,
  browser,
}) => {
  const { page, deliver } = await openWithoutOverlays(signedIn, browser);
  const button = page.getByRole('button', { name: 'User menu', exact: true });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await deliver();
  await expect(page.getByRole('menu')).toBeVisible();
  // Tooltips get ready while the menu is open.
  await expect(page.locator('header [data-state="closed"]').first()).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem').and(page.locator(':focus'))).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.close();
});

test('a pole can be moved with the keyboard, and its switch keeps the focus', async ({ page }) => {
  await signIn(page, 'company', `/flags?q=${encodeURIComponent(POLES.third)}`);
  const up = flagSwitch(page, 'Flag Up', POLES.third);
  await expect(up).toBeEnabled();
  await connected(page);
  const label = (await up.isChecked()) ? 'Flag Down' : 'Flag Up';
  const control = flagSwitch(page, label, POLES.third);
  await tabTo(page, control);
  await page.keyboard.press('Space');
  await expect(control).toHaveAttribute('aria-checked', 'true');
  await expect(control).toBeFocused();
  await expect(page.getByRole('row', { name: POLES.third }).getByText('Confirmed')).toBeVisible();
});

test('many poles can be moved by keyboard: the confirmation keeps the focus, Escape cancels it, and Undo is reachable', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'company', '/flags?q=Lambert%20Pier');
  const control = page.getByRole('switch', { name: /^All Half, \d+ online$/ });
  await expect(control).toBeEnabled();
  await connected(page);
  await tabTo(page, control);
  await page.keyboard.press('Space');
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Now: ');
  for (let count = 0; count < 8; count++) {
    await page.keyboard.press(count % 2 === 0 ? 'Tab' : 'Shift+Tab');
    expect(await question.evaluate((box) => box.contains(document.activeElement))).toBe(true);
    if (count === 3) await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(control).toBeFocused();
  await expect(page.getByText('Master control activated', { exact: true })).toHaveCount(0);
  // A second press within 0.7 s counts as a double click and does nothing.
  await expect(async () => {
    await page.keyboard.press('Space');
    await expect(question).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.keyboard.press('Enter');
  const result = page.getByRole('region', { name: 'Half: result' });
  await expect(result.getByRole('heading')).toContainText(/\d+ of \d+ poles confirmed$/);
  // A visually hidden status announces it too (WCAG 4.1.3).
  await expect(
    page.getByRole('status').getByText(/^Half: \d+ of \d+ poles confirmed/),
  ).toBeAttached();
  await tabTo(page, result.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Undo Half: result' })).toBeVisible();
});

test('a dialog opened by keyboard takes the focus and keeps it, and Escape returns the focus to where it was', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'company', '/employees');
  const invite = page.getByRole('button', { name: 'Invite', exact: true });
  await expect(invite).toBeVisible();
  await tabTo(page, invite);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite' });
  await expect(dialog).toBeVisible();
  for (let count = 0; count < 15; count++) {
    expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(invite).toBeFocused();
});

import { POLES, polePath } from '../world/flags.ts';
import { expect, type Page, signIn, startSession, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

const TOUCH_PX = 44;

/**
 * Returns the names of controls that are too small for a finger. A control's size includes the area
 * drawn around it (::after) and its label. A link within a sentence may have the height of its
 * line.
 */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const found: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type="hidden"]), textarea, summary, [role="switch"]',
    )) {
      const { width, height } = control.getBoundingClientRect();
      // Skip controls that are not visible or not in the tab order.
      if (width === 0 || height === 0 || control.tabIndex < 0) continue;
      const drawn = getComputedStyle(control, '::after');
      const around = drawn.position === 'absolute' ? Number.parseFloat(drawn.height) || 0 : 0;
      const label = control.closest('label')?.getBoundingClientRect().height ?? 0;
      const isInSentence =
        control.tagName === 'A' && control.parentElement?.matches('p') === true && around === 0;
      const target = Math.max(height, around, label);
      // Browsers round by up to half a pixel.
      if (target < least - 0.5 && !isInSentence)
        found.push(`${control.ariaLabel ?? control.innerText}: ${target} px`);
    }
    return found;
  }, TOUCH_PX);
}

test('every page fits at 320 px, and every control is at least 44 px high', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAllRoomy(page);
});

test.describe('on a phone held sideways', () => {
  // Wide enough for the desktop layout.
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true });

  test('every page fits, and every control is at least 44 px high', {
    tag: FULL_ONLY,
  }, async ({ page }) => {
    await expectAllRoomy(page);
  });

  test('the control of a pole is visible without scrolling', async ({ page }) => {
    await startSession(page, 'employee');
    await page.goto(await polePath(page, POLES.normal));
    const control = page.getByRole('group', { name: /^Position of/ });
    await expect(control).toBeInViewport({ ratio: 1 });
  });
});

/** Checks the controls on every page, for a user with a sidebar and one without. */
async function expectAllRoomy(page: Page): Promise<void> {
  test.slow();
  await page.goto('/auth');
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await tooSmall(page)).toEqual([]);
  await signIn(page, 'master');
  const flags = (await (await page.request.get('/api/flags')).json()) as {
    name: string;
    company: string;
    companyId: string;
    location: string;
    locationId: string;
  }[];
  const flag = flags.find(({ name }) => name === POLES.normal)!;
  const titles = {
    '/': 'Dashboard',
    '/companies': 'Companies',
    '/locations': 'Locations',
    '/employees': 'Employees',
    '/flags': 'Flags',
    '/alerts': 'Alerts',
    '/refused-devices': 'Rejected devices',
    '/half-staff': 'Half-Staff',
    [`${await polePath(page, POLES.normal)}?tab=history`]: POLES.normal,
    [`/companies/${flag.companyId}`]: flag.company,
    [`/locations/${flag.locationId}`]: flag.location,
    '/half-staff/proof': 'Compliance',
    '/import': 'Import',
    '/activity': 'Activity',
    '/integrations': 'Integrations',
    '/settings': 'Settings',
    '/profile': 'Profile',
  };
  for (const [path, title] of Object.entries(titles)) await expectRoomy(page, path, title);
  // Users without a sidebar see the product name where the sidebar would be.
  await page.context().clearCookies();
  await signIn(page, 'employee');
  await expectRoomy(page, '/', 'Dashboard');
}

test('the profile page fits at 320 px even with the long URL of a sign-in provider', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await signIn(page, 'company');
  const issuer = 'https://login.contoso.example/0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0/v2.0';
  const link = { id: 'link', label: 'Contoso', issuer, since: Date.now() };
  await page.route('**/api/user/sign-in-links', (route) => route.fulfill({ json: [link] }));
  await page.goto('/profile');
  await expect(page.getByRole('list', { name: 'Connected sign-in providers' })).toBeVisible();
  await expectRoomy(page, '/profile', 'Profile');
});

async function expectRoomy(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  expect.soft(await tooSmall(page), path).toEqual([]);
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, path).toBe(0);
}

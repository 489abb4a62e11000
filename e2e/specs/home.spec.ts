import { expectAccessible } from '../world/accessibility.ts';
import { POLES } from '../world/flags.ts';
import { expect, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

test('the home page of a company shows what is in effect today, problems that link to their poles, and pole counts by location', async ({
  page,
}) => {
  await signIn(page, 'company', '/');
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(/(Full|Half)[ -]staff/);
  const problems = page.getByRole('region', { name: 'Problems' });
  const link = problems.getByRole('link').first();
  const name = (await link.textContent())!;
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  const places = page.getByRole('list', { name: 'Locations at a glance' });
  await expect(places.getByText('7 poles')).toBeVisible();
  await expectAccessible(page);
  await places.getByRole('link', { name: 'Lambert Pier Terminal' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Lambert Pier Terminal' }),
  ).toBeVisible();
});

test("a master's home page lists companies with problems first", async ({ page }) => {
  await signIn(page, 'master', '/');
  const places = page.getByRole('list', { name: 'Companies at a glance' });
  await expect(places.getByRole('listitem').first()).toContainText(/offline|alert/);
  await places.getByRole('link', { name: 'Copper Ridge School District' }).click();
  await expect(page).toHaveURL(/\/companies\//);
});

test.describe('the home page with six poles, on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('shows every control without scrolling, and each is at least 44 px high and moves its pole', {
    tag: FULL_ONLY,
  }, async ({ page }) => {
    await signIn(page, 'location', '/');
    const poles = page.getByRole('list', { name: 'Your poles' });
    await expect(poles.getByRole('listitem')).toHaveCount(6);
    for (const row of await poles.getByRole('listitem').all()) {
      const down = row.getByRole('button', { name: 'Down' });
      await expect(down).toBeInViewport({ ratio: 1 });
      expect((await down.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    }
    await expectAccessible(page);
    const row = poles.getByRole('listitem').filter({ hasText: POLES.normal });
    const isUp = await row.getByRole('button', { name: 'Up' }).getAttribute('aria-pressed');
    const to = isUp === 'true' ? 'Down' : 'Up';
    await row.getByRole('button', { name: to }).tap();
    await expect(row.getByRole('img', { name: `Flag is ${to.toLowerCase()}` })).toBeVisible();
    const deaf = poles.getByRole('listitem').filter({ hasText: POLES.neverFollows });
    await deaf.getByRole('button', { name: 'Down' }).tap();
    await expect(deaf.getByText('Pending')).toBeVisible();
    await expect(deaf.getByText('Not confirmed')).toBeVisible({ timeout: 30_000 });
    await row.getByRole('link', { name: POLES.normal }).tap();
    await expect(page.getByRole('heading', { level: 1, name: POLES.normal })).toBeVisible();
  });
});

import { expectAccessible } from '../world/accessibility.ts';
import { openFlag, otherPosition, POLES, polePath } from '../world/flags.ts';
import { connected, expect, type Page, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or run a command' });
const active = (page: Page) => page.getByRole('option', { selected: true });

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(text);
}

test("a command typed into the palette moves the named pole, and opens the pole's page, which shows the progress", async ({
  page,
}) => {
  await openFlag(page, 'employee', POLES.normal);
  const isUp = (await otherPosition(page, POLES.normal)) === 'Flag Down';
  const verb = isUp ? 'lower' : 'raise';
  await connected(page);
  await type(page, `${verb} ${POLES.normal}`);
  const label = `${isUp ? 'Lower' : 'Raise'} ${POLES.normal}, Harbor Headquarters`;
  await expect(active(page)).toContainText(label);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/flags\/[^/?]+$/);
  await expect(page.getByText('Switch toggled', { exact: true })).toBeVisible();
  await expect(page.getByText(/Pending|Confirmed/).first()).toBeVisible();
  const image = page.getByRole('img', { name: `Flag is ${isUp ? 'down' : 'up'}` });
  await expect(image).toBeVisible();

  // The pole's page is now among the recent entries, but the command is not, so Enter moves
  // nothing.
  await page.keyboard.press('Control+k');
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect(recent).toHaveText([new RegExp(`^${POLES.normal}`)]);
  const kept = await page.evaluate(() => localStorage.getItem('palette-recent'));
  expect(kept).not.toContain(POLES.normal);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth/);
  expect(await page.evaluate(() => localStorage.getItem('palette-recent'))).toBeNull();
});

test('the command palette shows why a command is impossible, and asks the user to select a match if the command is ambiguous', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'company');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await type(page, `lower ${POLES.offline}`);
  await expect(active(page)).toContainText(/Offline/);
  await expect(active(page)).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await field(page).fill('lower m');
  await expect(page.getByText(/select one with the arrow keys/)).toBeVisible();
  await expect(active(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
});

test('a command typed into the palette moves all poles at a location after a confirmation, and Undo reverts the move', async ({
  page,
}) => {
  await signIn(page, 'company');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await connected(page);
  await type(page, 'half Harbor Headquarters');
  await expect(active(page)).toContainText(/Move to half-staff: \d+ poles? at Harbor Headquarters/);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: /^All Half: \d+ poles?$/ });
  await expect(question).toContainText('Harbor Headquarters, Tidewater Harbor Authority');
  await question.getByRole('button', { name: /^Move \d+ poles?$/ }).click();
  await expect(page.getByText('Master control activated')).toBeVisible();
  // Moves of earlier tests, below this one, can be undone, too.
  await page
    .getByRole('region', { name: 'Half: result' })
    .filter({ hasText: 'Harbor Headquarters' })
    .first()
    .getByRole('button', { name: 'Undo' })
    .click();
  const undone = page.getByRole('region', { name: 'Undo Half: result' });
  await expect(undone).toContainText(/: \d+ of \d+ poles confirmed/);
});

test("typing “lock” and a pole's name into the palette opens the lock form on the pole's page and focuses it, and Back leaves the page", {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'employee', '/alerts');
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
  await type(page, `lock ${POLES.third}`);
  await expect(active(page)).toContainText(`Lock ${POLES.third}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Reason for the lock' })).toBeFocused();
  const path = await polePath(page, POLES.third);
  await expect(page).toHaveURL((url) => url.pathname === path && url.search === '');
  await page.goBack();
  await expect(page).toHaveURL(/\/alerts$/);
});

test('pressing ? lists the keyboard shortcuts, and each works as listed', async ({ page }) => {
  await signIn(page, 'master');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('G then F')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(page).toHaveURL(/\/flags$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Flags' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('gd?');
  await expect(page.getByRole('searchbox')).toHaveValue('gd?');
  await expect(sheet).toHaveCount(0);
});

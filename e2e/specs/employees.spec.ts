import type { Browser } from '@playwright/test';
import { expectAccessible } from '../world/accessibility.ts';
import { expect, type Page, signIn, signInByForm, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

const PASSWORD = 'a-long-enough-one';

/** Number of users created by these tests, used to make each name unique. */
let people = 0;
const newPerson = (lastName: string) => {
  const username = `${lastName.toLowerCase()}-${Date.now()}-${++people}`;
  return { name: `Kit ${lastName}`, lastName, username, email: `${username}@example.org` };
};
type Person = ReturnType<typeof newPerson>;

async function fillPerson(page: Page, { lastName, username, email }: Person): Promise<void> {
  const form = page.locator('form', { has: page.getByLabel('First name') });
  await form.getByLabel('First name').fill('Kit');
  await form.getByLabel('Last name').fill(lastName);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Phone').fill('555 010 0123');
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Password').fill(PASSWORD);
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const search = (page: Page, text: string) =>
  page.getByPlaceholder('Search employees...').fill(text);

async function remove(page: Page, { name, email }: Person): Promise<void> {
  await search(page, email);
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete employee' });
  await expect(question).toContainText(
    `Are you sure you want to delete "${name}"? This action cannot be undone.`,
  );
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Employee deleted', { exact: true })).toBeVisible();
}

/** Opens a page for another user on another computer. */
async function otherPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

test('spec §2: a master sees all employees, sorted by last name, then first name', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'master');
  await page.getByRole('link', { name: 'Employees' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Employees' })).toBeVisible();
  await expect(page.getByText('Manage employee accounts and permissions')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Email',
    'Role',
    'Location',
    'Status',
    'Actions',
  ]);
  await expect(page.getByRole('row').nth(1)).toContainText('Oscar Alvarez');
  const own = page.getByRole('row', { name: /Morgan Ellis/ });
  await expect(own).toContainText('Online');
  await expect(own.getByRole('button', { name: 'Delete Morgan Ellis' })).toBeDisabled();
  await search(page, 'lambert pier');
  await expect(page.getByText('Showing 1-1 of 1 total items')).toBeVisible();
  await expect(page.getByRole('row', { name: /Nina Patel/ })).toContainText('Location User');
});

test("a company user adds, edits and deletes an employee, and a master's open company page updates", async ({
  page,
  browser,
}) => {
  const kit = newPerson('Marlow');
  const watcher = await otherPage(browser);
  await signIn(watcher, 'master', '/companies');
  await watcher.getByRole('link', { name: 'Tidewater Harbor Authority' }).click();
  const watched = watcher.getByRole('region', { name: 'Employees' });
  await expect(watched.getByRole('row', { name: /Nina Patel/ })).toBeVisible();
  await expect(watcher.getByText('Connected', { exact: true })).toBeVisible();

  await signIn(page, 'company', '/employees');
  await page.getByRole('button', { name: 'Add Employee' }).click();
  const add = page.getByRole('dialog', { name: 'Add Employee' });
  await expect(
    add.getByText('Fill in the information below to create a new employee.'),
  ).toBeVisible();
  await add.getByRole('button', { name: 'Add Employee' }).click();
  await expect(add.getByText('Password is required for new employees.')).toBeVisible();
  await expect(add.getByText('Please select a location for the employee.')).toBeVisible();
  await expectAccessible(page);
  await fillPerson(page, kit);
  await add.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option')).toHaveText(['Company User', 'Location User']);
  await page.keyboard.press('Escape');
  await choose(page, 'Location', 'Lambert Pier Terminal');
  const created = page.waitForRequest((request) => request.method() === 'POST');
  await add.getByRole('button', { name: 'Add Employee' }).click();
  expect((await created).postDataJSON()).toMatchObject({
    username: kit.username,
    role: 'location_user',
    locationId: expect.any(String),
  });
  await expect(page.getByText('Employee created', { exact: true })).toBeVisible();
  await expect(watched.getByRole('row', { name: new RegExp(kit.name) })).toContainText(
    'Lambert Pier Terminal',
  );

  await search(page, kit.email);
  await page.getByText(kit.email).click();
  const edit = page.getByRole('dialog', { name: 'Edit Employee' });
  await expect(edit.getByLabel('Password')).toHaveValue('');
  await choose(page, 'Role', 'Company User');
  const updated = page.waitForRequest((request) => request.method() === 'PATCH');
  await edit.getByRole('button', { name: 'Save' }).click();
  expect((await updated).postDataJSON()).toEqual({ role: 'company_user' });
  await expect(page.getByText('Employee updated', { exact: true })).toBeVisible();
  await expect(watched.getByRole('row', { name: new RegExp(kit.name) })).toContainText(
    'Company User',
  );

  // The blank password field kept the existing password.
  const self = await otherPage(browser);
  await signInByForm(self, kit.username, PASSWORD);
  await expect(self.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await self.context().close();

  await remove(page, kit);
  await expect(watched.getByRole('row', { name: new RegExp(kit.name) })).toHaveCount(0);
  await watcher.context().close();
});

test('a master adds an employee at a location of the selected company, and sees an error at the username field if the username is taken', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  const kit = newPerson('Tarn');
  await signIn(page, 'master', '/employees');
  await page.getByRole('button', { name: 'Add Employee' }).click();
  const add = page.getByRole('dialog', { name: 'Add Employee' });
  const location = add.getByRole('combobox', { name: 'Location' });
  await expect(location).toBeDisabled();
  await expect(location).toHaveText('Select a company first');
  await choose(page, 'Company', 'Kenai Fjord Outfitters');
  await choose(page, 'Location', 'Boathouse and Lodge');
  await choose(page, 'Company', 'Tidewater Harbor Authority');
  await expect(location).toHaveText('Select a location');
  await choose(page, 'Location', 'Harbor Headquarters');
  await fillPerson(page, { ...kit, username: 'Company' });
  await add.getByRole('button', { name: 'Add Employee' }).click();
  await expect(page.getByText('Failed to create employee.', { exact: true })).toBeVisible();
  await expect(add.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
  await add.getByLabel('Username').fill(kit.username);
  await add.getByRole('button', { name: 'Add Employee' }).click();
  await expect(page.getByText('Employee created', { exact: true })).toBeVisible();
  await remove(page, kit);
});

test("an employee added on a company's page needs only a location (spec §7)", {
  tag: FULL_ONLY,
}, async ({ page }) => {
  const kit = newPerson('Quay');
  await signIn(page, 'master', '/companies');
  await page.getByRole('link', { name: 'Kenai Fjord Outfitters' }).click();
  const employees = page.getByRole('region', { name: 'Employees' });
  await page.getByRole('button', { name: 'Add Employee' }).click();
  const add = page.getByRole('dialog', { name: 'Add Employee' });
  await expect(add.getByRole('combobox', { name: 'Company' })).toHaveCount(0);
  await fillPerson(page, kit);
  await choose(page, 'Location', 'Boathouse and Lodge');
  const created = page.waitForRequest((request) => request.method() === 'POST');
  await add.getByRole('button', { name: 'Add Employee' }).click();
  expect((await created).postDataJSON()).not.toHaveProperty('companyId');
  await expect(employees.getByRole('row', { name: new RegExp(kit.name) })).toContainText(
    'Boathouse and Lodge',
  );
  await page.goto('/employees');
  await remove(page, kit);
});

test('an invitation creates a single account in the inviting company, signs the new user in, and updates open screens', async ({
  page,
  browser,
}) => {
  const kit = newPerson('Reef');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, 'company', '/employees');
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Invite' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite' });
  await invite.getByRole('button', { name: 'Create link' }).click();
  await invite.getByRole('button', { name: 'Copy invitation link' }).click();
  await expect(invite.getByText('Copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toMatch(/^\/join\/[\w-]+$/);
  await expect(invite.getByText(/^created by company, expires /)).toBeVisible();
  await expectAccessible(page);
  await invite.getByRole('button', { name: 'Done' }).click();
  await search(page, kit.email);
  await expect(page.getByText(`No results for “${kit.email}”`)).toBeVisible();

  const guest = await otherPage(browser);
  await guest.goto(link);
  await expect(guest.getByRole('heading', { level: 1, name: 'Join Halyard' })).toBeVisible();
  // The URL no longer contains the code, but the code survives a reload.
  await expect(guest).toHaveURL((url) => url.pathname === '/join');
  await guest.reload();
  await expect(guest.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expectAccessible(guest);
  await fillPerson(guest, kit);
  await guest.getByRole('button', { name: 'Create account' }).click();
  await expect(guest.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(guest.getByRole('navigation', { name: 'Main' })).toHaveCount(0);

  const row = page.getByRole('row', { name: new RegExp(kit.name) });
  await expect(row).toContainText('Employee');
  await expect(row).toContainText('Online');

  const late = await otherPage(browser);
  await late.goto(link);
  await expect(late.getByText(/^This invitation was used or revoked/)).toBeVisible();
  await late.context().close();

  await page.getByRole('button', { name: `Edit ${kit.name}` }).click();
  await page.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option')).toHaveText(['Company User', 'Location User', 'Employee']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await remove(page, kit);
  await expect(guest).toHaveURL(/\/auth/);
  await guest.context().close();
});

test('a revoked invitation does not work', { tag: FULL_ONLY }, async ({ page, browser }) => {
  await signIn(page, 'master', '/employees');
  await page.getByRole('button', { name: 'Invite' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite' });
  await invite.getByRole('button', { name: 'Create link' }).click();
  await expect(invite.getByText('Company is required')).toBeVisible();
  await choose(page, 'Company', 'Copper Ridge School District');
  await invite.getByRole('button', { name: 'Create link' }).click();
  const link = await invite.getByLabel('Invitation link', { exact: true }).inputValue();
  const open = invite.getByRole('listitem').filter({ hasText: 'Copper Ridge School District' });
  await open.getByRole('button', { name: /^Revoke/ }).click();
  await expect(page.getByText('Invitation revoked', { exact: true })).toBeVisible();
  await expect(open).toHaveCount(0);
  await expect(invite.getByLabel('Invitation link', { exact: true })).toHaveCount(0);

  const guest = await otherPage(browser);
  await guest.goto(link);
  await expect(guest.getByText(/^This invitation was used or revoked/)).toBeVisible();
  await guest.context().close();
});

test('on a phone, each employee is a card that can be opened, and the page does not scroll sideways', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'company', '/employees');
  const card = page.getByRole('listitem').filter({ hasText: 'Nina Patel' });
  await expect(card).toContainText('Location User');
  await expect(card).toContainText('Lambert Pier Terminal');
  await expect(page.getByRole('table')).toHaveCount(0);
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0);
  await card.getByRole('button', { name: 'Nina Patel', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Employee' })).toBeVisible();
});

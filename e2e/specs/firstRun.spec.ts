import { expectAccessible } from '../world/accessibility.ts';
import { type RunningServer, startServer } from '../world/processes.ts';
import { expect, type Page, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

/** Tests a new installation, from its first master to its first customer. */

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({}, { demo: false });
});
test.afterAll(() => server.stop());
test.describe.configure({ mode: 'serial' });

const MASTER = { username: 'ada', password: 'a-long-enough-one' };

async function signInAsMaster(page: Page, to = '/'): Promise<void> {
  const answer = await page.request.post(`${server.url}/api/login`, { data: MASTER });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goto(server.url + to);
}
const setUp = (page: Page) => page.getByRole('region', { name: /^Setup/ });
const step = (page: Page, title: string) =>
  setUp(page).getByRole('listitem').filter({ hasText: title });

test('the setup checklist opens a form for a new customer, and checks off each step once it is done', async ({
  page,
  browser,
}) => {
  test.slow();
  const code = /\/setup#(\S+)/.exec(server.output())?.[1];
  const person = {
    ...{ firstName: 'Ada', lastName: 'Halyard', email: 'ada@example.com', phone: '5550100000' },
    ...MASTER,
  };
  const registered = await page.request.post(`${server.url}/api/register`, {
    data: { ...person, code },
  });
  expect(registered.ok(), await registered.text()).toBe(true);
  await page.goto(server.url);
  await expect(setUp(page)).toContainText('0 of 8 done');
  await expectAccessible(page);
  await step(page, 'Add customer').getByRole('link', { name: 'Add customer' }).click();

  const form = page.getByRole('dialog', { name: 'Add customer' });
  await form.getByLabel('Company').fill('Birch Hotels');
  await form.getByLabel('Address 1').fill('1 Main Street');
  await form.getByLabel('City').fill('Austin');
  await form.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Texas' }).click();
  await form.getByLabel('ZIP code').fill('78701');
  await form.getByLabel('Phone').fill('5125550100');
  await form.getByLabel('First user’s email').fill('first@birch.example');
  await form.getByLabel('Pole 1', { exact: true }).fill('Main Entrance');
  await expect(form.getByLabel('Flag ID for pole 1')).toHaveValue('BIRCH-HOTELS-MAIN-ENTRANCE');
  await expect(form.getByText('Birch Hotels · 1 Main Street · Austin, TX')).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add customer' }).click();

  const made = page.getByRole('dialog', { name: 'Birch Hotels is set up' });
  const pole = made.getByRole('region', { name: 'Main Entrance' });
  await expect(pole.getByRole('textbox', { name: 'Device key' })).toHaveValue(/^[\w-]{43}$/);
  await expect(pole.getByRole('img', { name: 'Installer code for Main Entrance' })).toBeVisible();
  await expectAccessible(page);
  const link = await made.getByRole('textbox', { name: 'Invitation link' }).inputValue();
  await made.getByRole('button', { name: 'Done' }).click();

  await page.goto(server.url);
  await expect(setUp(page)).toContainText('3 of 8 done');

  // The first user opens the link, and has a separate checklist.
  const other = await browser.newPage();
  await other.goto(link);
  await other.getByLabel('First name').fill('Bea');
  await other.getByLabel('Last name').fill('Birch');
  await other.getByLabel('Email').fill('first@birch.example');
  await other.getByLabel('Phone').fill('5125550101');
  await other.getByLabel('Username').fill('bea');
  await other.getByLabel('Password', { exact: true }).fill('another-long-one');
  await other.getByRole('button', { name: /create/i }).click();
  await expect(other.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(setUp(other)).toContainText('2 of 4 done');
  await other.getByRole('switch', { name: 'Auto Half Mass' }).click();
  await expect(
    step(other, 'Turn on Auto Half Mass').getByRole('img', { name: 'Done' }),
  ).toBeVisible();
  await other.close();
});

test('one click adds a simulated pole, which moves and is marked as simulated, and another click removes it', async ({
  page,
}) => {
  await signInAsMaster(page);
  await step(page, 'Try out a simulated pole')
    .getByRole('button', { name: 'Add simulated pole' })
    .click();
  await step(page, 'Try out a simulated pole').getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Simulated pole' })).toBeVisible();
  await expect(page.getByText('No real pole will move.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Keys' })).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Flag is up' })).toBeVisible();
  const control = page.getByRole('group', { name: 'Position of Simulated pole' });
  await control.getByRole('button', { name: 'Down' }).click();
  await expect(page.getByText(/^Confirmed/).first()).toBeVisible();
  await expect(page.getByRole('img', { name: 'Flag is down' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${server.url}/flags`);
  const row = page.getByRole('row', { name: 'Simulated pole' });
  await expect(row.getByText('Simulated', { exact: true })).toBeVisible();
  await row.getByRole('link', { name: 'Simulated pole' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(page.getByText('Simulated pole removed', { exact: true })).toBeVisible();
  await expect(
    step(page, 'Try out a simulated pole').getByRole('button', { name: 'Add simulated pole' }),
  ).toBeVisible();
});

test('the setup checklist can be hidden, and shown again from the user menu', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signInAsMaster(page);
  await setUp(page).getByRole('button', { name: 'Hide' }).click();
  await expect(setUp(page)).toHaveCount(0);
  await page.goto(`${server.url}/flags`);
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Setup checklist' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
  await expect(setUp(page)).toBeVisible();
});

test("the form for a new location is prefilled with the company's name and address", {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signInAsMaster(page, '/locations?dialog=add');
  const form = page.getByRole('dialog', { name: 'Add Location' });
  await form.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'Birch Hotels' }).click();
  await expect(form.getByLabel('Name')).toHaveValue('Birch Hotels');
  await expect(form.getByLabel('Address', { exact: true })).toHaveValue('1 Main Street');
  await form.getByLabel('Name').fill('Birch Annex');
  await form.getByRole('button', { name: 'Add Location' }).click();
  await expect(page.getByRole('row', { name: /Birch Annex/ })).toContainText('Austin, TX');
});

test("a pole's label shows the URL of the pole's page, and prints without the rest of the page", async ({
  page,
}) => {
  await signInAsMaster(page, '/flags');
  await page.getByRole('link', { name: 'Main Entrance' }).click();
  await page.getByRole('button', { name: 'Print label' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print label' });
  const address = page.url().replace(/\?.*$/, '');
  await expect(dialog.getByText(address)).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(dialog).toBeHidden();
  const paper = page.locator('[data-print-only]');
  await expect(paper).toBeVisible();
  await expect(paper).toContainText('BIRCH-HOTELS-MAIN-ENTRANCE');
  await expect(paper).toContainText(address);
});

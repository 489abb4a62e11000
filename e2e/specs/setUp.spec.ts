import { type RunningServer, startServer } from '../world/processes.ts';
import { expect, test } from '../world/test.ts';

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({}, { demo: false });
});
test.afterAll(() => server.stop());

test('the printed setup link creates the first master and signs them in, and does not work a second time', async ({
  page,
  browser,
}) => {
  const link = /https?:\/\/\S+\/setup#\S+/.exec(server.output())?.[0];
  expect(link).toBeTruthy();
  await page.goto(link!.replace(/^https?:\/\/[^/]+/, server.url));
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Halyard');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Phone').fill('555 010 0000');
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: /create/i }).click();
  await expect(page.getByText('Password must be at least 8 characters long.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('a-long-enough-one');
  await page.getByRole('button', { name: /create/i }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(page.getByText('No flags to display')).toBeVisible();
  await expect(page.getByText('Flags will appear here once they are created.')).toBeVisible();

  const second = await browser.newPage();
  await second.goto(link!.replace(/^https?:\/\/[^/]+/, server.url));
  await expect(second.getByText('Already set up')).toBeVisible();
  await second.close();
});

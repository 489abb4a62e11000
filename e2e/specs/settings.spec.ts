import fs from 'node:fs';
import path from 'node:path';
import { type MailServer, startMailServer } from '../../apps/server/src/testing/mailServer.ts';
import { expectAccessible } from '../world/accessibility.ts';
import { type RunningServer, startServer } from '../world/processes.ts';
import { expect, hasWindowEntries, signIn, test } from '../world/test.ts';
import { FULL_ONLY } from '../world/variants.ts';

let server: RunningServer;
let mail: MailServer;
test.beforeAll(async () => {
  mail = await startMailServer();
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
  await mail.close();
});

test('a master sets up mail in the console, tests it, and invites someone, all without a restart', async ({
  page,
}) => {
  await signIn(page, 'master', `${server.url}/`);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Settings' })
    .click();
  await expect(page.getByText(/No mail server/)).toBeVisible();
  await expectAccessible(page);

  const { port } = new URL(mail.url);
  await page.getByLabel('Server', { exact: true }).fill('127.0.0.1');
  await page.getByLabel('Sender', { exact: true }).fill('Flags <flags@example.com>');
  await page.getByLabel('Port', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText('The mail server refused the connection.')).toBeVisible();
  await page.getByLabel('Port', { exact: true }).fill(port);
  await page.getByRole('combobox', { name: 'Encryption' }).click();
  await page.getByRole('option', { name: 'STARTTLS if available' }).click();
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText(/The mail server accepted the email/)).toBeVisible();
  expect(mail.mails[0]!.raw).toContain('Subject: Test email from Halyard');

  await page.getByRole('button', { name: 'Save changes' }).first().click();
  await expect(page.getByText('Mail settings saved', { exact: true })).toBeVisible();
  await expect(page.getByText(/No mail server/)).toBeHidden();

  await page.goto(`${server.url}/import?kind=people`);
  const lines = [
    'Company,Location,First Name,Last Name,Email,Phone,Username,Role',
    'Tidewater Harbor Authority,,Ivy,Invited,ivy@example.com,7575550100,ivy,company_user',
  ];
  await page.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
  await page.getByLabel(/Email each new user/).check();
  await page.getByRole('button', { name: /^Import 1/ }).click();
  await expect(page.getByRole('heading', { name: /imported$/ })).toBeVisible();
  await expect.poll(() => mail.mails.map(({ to }) => to)).toContainEqual(['ivy@example.com']);
});

test('turning on daily backups in the console creates a first backup, and a button creates another', async ({
  page,
}) => {
  await signIn(page, 'master', `${server.url}/settings`);
  const folder = path.join(server.dataDir, 'backups');
  const made = () =>
    fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => /\.tar\.gz$/.test(name)) : [];
  expect(made()).toEqual([]);
  await page.getByRole('switch', { name: 'Back up every day' }).click();
  await page.getByRole('button', { name: 'Save changes' }).nth(2).click();
  await expect(page.getByText('Backup settings saved', { exact: true })).toBeVisible();
  await expect.poll(() => made().length, { timeout: 45_000 }).toBe(1);
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  await expect(page.getByText(folder)).toBeVisible();
  const now = page.getByRole('button', { name: 'Back up now' });
  await expect(now).toBeEnabled({ timeout: 45_000 });
  // The names of backups contain the time in seconds, so two backups must not be made in the same
  // second.
  const second = (at: number) => Math.floor(at / 1000);
  const firstAt = fs.statSync(path.join(folder, made()[0]!)).mtimeMs;
  await expect.poll(() => second(Date.now())).toBeGreaterThan(second(firstAt) + 1);
  await now.click();
  await expect.poll(() => made().length, { timeout: 45_000 }).toBe(2);
});

test('keeping history for fewer days asks for confirmation, and Back cancels', {
  tag: FULL_ONLY,
}, async ({ page }) => {
  await signIn(page, 'master', `${server.url}/settings`);
  await page.getByLabel('Activity log (days)').fill('60');
  await page.getByRole('button', { name: 'Save changes' }).nth(1).click();
  const question = page.getByRole('alertdialog', { name: 'Remove older entries?' });
  await expect(question).toContainText('All activity before');
  // A dialog gets its history entry shortly after it appears.
  await hasWindowEntries(page, 1);
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(`${server.url}/settings`);
  await page.getByRole('button', { name: 'Save changes' }).nth(1).click();
  await question.getByRole('button', { name: 'Save and remove' }).click();
  await expect(page.getByText('Retention saved', { exact: true })).toBeVisible();
  await page.goto(`${server.url}/activity?what=settings`);
  await expect(page.getByText('activity kept 400 days → 60 days')).toBeVisible();
});

test('only a master can open the settings page', { tag: FULL_ONLY }, async ({ page }) => {
  await signIn(page, 'company', `${server.url}/settings`);
  await expect(page).not.toHaveURL(/\/settings/);
});

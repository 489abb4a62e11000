import { execFile, execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type MailServer, startMailServer } from '@halyard/server/testing/mail';
import { flagSwitch, row } from '../world/flags.ts';
import { type RunningServer, startPoles, startServer } from '../world/processes.ts';
import { expect, type Page, test } from '../world/test.ts';

/** Goes through an operator's whole day, from an empty machine to a restored one. */

test.use({ ignoreHTTPSErrors: true });
test.setTimeout(600_000);

const ROOT = path.resolve(import.meta.dirname, '../..');
const COUNT = 200;
/** A pole that reports more than 48 V, which raises a voltage alert. */
const SICK = 'Pole 007';
const MOVED = 'Pole 042';
const PASSWORD = 'a-long-enough-one';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'halyard-day-'));
const at = (name: string) => path.join(folder, name);

let mail: MailServer;
let server: RunningServer;
let poles: ReturnType<typeof startPoles>;
test.beforeAll(async () => {
  mail = await startMailServer();
});
test.afterAll(async () => {
  await poles?.stop();
  await server?.stop();
  await mail?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Runs the built admin CLI directly, without the build that `npm run admin` may start. */
async function admin(args: readonly string[], input = ''): Promise<string> {
  const running = promisify(execFile)(
    process.execPath,
    [path.join(ROOT, 'apps/server/dist/app/admin/cli.js'), ...args],
    { env: { ...process.env, DATA_DIR: at('data') } },
  );
  running.child.stdin?.end(input);
  return (await running).stdout;
}

function start(): Promise<RunningServer> {
  return startServer(
    {
      DATA_DIR: at('data'),
      TLS_CERT: at('cert.pem'),
      TLS_KEY: at('key.pem'),
      SMTP_URL: mail.url,
      MAIL_FROM: 'Flags <flags@example.com>',
    },
    { demo: false },
  );
}

const address = () => server.url.replace('127.0.0.1', 'localhost');

async function signInByForm(page: Page): Promise<void> {
  await page.goto(`${address()}/auth`);
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
}

/** Imports a file on the import page, after checking its dry run. */
async function importFile(page: Page, kind: string, lines: readonly string[]): Promise<void> {
  await page.goto(`${address()}/import?kind=${kind}`);
  await page.getByLabel('CSV file').setInputFiles({
    name: `${kind}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
  await expect(page.getByRole('region', { name: 'Dry run' })).toContainText(
    `${lines.length - 1} new, 0 changed, 0 unchanged`,
  );
  await page.getByRole('button', { name: /^Import \d/ }).click();
  await expect(page.getByRole('heading', { name: /imported$/ })).toBeVisible({ timeout: 60_000 });
}

/** Writes a fleet file for simulated poles with the device keys from the import. */
function flash(keysCsv: string, fleetFile: string): void {
  const [head, ...lines] = keysCsv.trim().split(/\r?\n/);
  const columns = head!.split(',');
  const fleet = lines.map((line) => {
    const cells = line.split(',');
    const of = (column: string) => cells[columns.indexOf(column)]!;
    return {
      ownerId: of('Owner'),
      flagId: of('Flag ID'),
      key: of('Device Key'),
      name: of('Name'),
      behaviour: of('Name') === SICK ? 'error-voltage' : 'normal',
    };
  });
  expect(fleet).toHaveLength(COUNT);
  fs.writeFileSync(fleetFile, JSON.stringify(fleet));
}

test('an operator can install with TLS, import 200 poles, get an alert, see who moved what, back up, destroy and restore the data', async ({
  page,
}) => {
  await test.step('the operator installs Halyard, creates the first master from the shell, and serves TLS', async () => {
    fs.mkdirSync(at('data'), { mode: 0o700 });
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const files = ['-keyout', at('key.pem'), '-out', at('cert.pem')];
    execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' });
    const name = ['--username', 'ada', '--first-name', 'Ada', '--last-name', 'Halyard'];
    const reach = ['--email', 'ada@example.com', '--phone', '5550100000'];
    await admin(['create-master', ...name, ...reach], `${PASSWORD}\n`);
    server = await start();
    expect(address()).toMatch(/^https:/);
    await signInByForm(page);
  });

  await test.step('the operator imports the fleet from spreadsheets, and gets the device keys once', async () => {
    const place = '1 Main Street,Austin,TX,78701,512-555-0100';
    const columns = 'Name,Address 1,City,State,ZIP,Phone';
    await importFile(page, 'companies', [columns, `Acme,${place}`]);
    await importFile(page, 'locations', [`Company,${columns}`, `Acme,North Yard,${place}`]);
    await importFile(page, 'people', [
      'Company,Location,First Name,Last Name,Email,Phone,Username,Role',
      'Acme,North Yard,Ann,Lee,ann@example.com,512-555-0101,ann.lee,Company User',
    ]);
    const numbers = Array.from({ length: COUNT }, (_, i) => String(i + 1).padStart(3, '0'));
    await importFile(page, 'flags', [
      'Company,Location,Name,Flag ID',
      ...numbers.map((number) => `Acme,North Yard,Pole ${number},P-${number}`),
    ]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save device keys' }).click();
    await (await download).saveAs(at('keys.csv'));
    flash(fs.readFileSync(at('keys.csv'), 'utf8'), at('fleet.json'));
    poles = startPoles({ url: address(), fleetFile: at('fleet.json') });
    await page.goto(`${address()}/flags?q=${SICK}`);
    await expect(row(page, SICK).getByText('Online')).toBeVisible({ timeout: 60_000 });
  });

  await test.step('the server emails the company about the pole whose voltage is too high', async () => {
    const announcements = () =>
      mail.mails.filter(({ to, raw }) => to.includes('ann@example.com') && raw.includes(SICK));
    await expect.poll(() => announcements().length, { timeout: 60_000 }).toBe(1);
  });

  await test.step('the activity log shows who moved what', async () => {
    await page.goto(`${address()}/flags?q=${MOVED}`);
    await expect(row(page, MOVED).getByText('Online')).toBeVisible({ timeout: 60_000 });
    await flagSwitch(page, 'Flag Half', MOVED).click();
    await expect(row(page, MOVED).getByText('Confirmed')).toBeVisible({ timeout: 30_000 });
    await page.goto(`${address()}/activity`);
    const entry = row(page, MOVED);
    await expect(entry).toContainText('ada');
    await expect(entry).toContainText('Confirmed');
  });

  await test.step('the operator backs up the running server, destroys it and restores it', async () => {
    const file = at('backup');
    await admin(['backup', file]);
    await poles.stop();
    await server.stop('SIGKILL');
    fs.rmSync(at('data'), { recursive: true });
    fs.mkdirSync(at('data'), { mode: 0o700 });
    await admin(['restore', file]);
    await admin(['verify']);
    server = await start();
    poles = startPoles({ url: address(), fleetFile: at('fleet.json') });
  });

  await test.step('the operator signs in again and finds all data', async () => {
    await page.context().clearCookies();
    await signInByForm(page);
    await expect(page.getByText(`of ${COUNT}`).first()).toBeVisible();
    await page.goto(`${address()}/flags?q=${MOVED}`);
    await expect(row(page, MOVED).getByText('Online')).toBeVisible({ timeout: 60_000 });
    await expect(flagSwitch(page, 'Flag Half', MOVED)).toBeChecked();
    await page.goto(`${address()}/activity`);
    await expect(row(page, MOVED)).toContainText('ada');
  });
});

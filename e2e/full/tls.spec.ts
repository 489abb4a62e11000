import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { flagSwitch, openFlag, otherPosition, POLES, row } from '../world/flags.ts';
import { type RunningServer, startPoles, startServer } from '../world/processes.ts';
import { expect, test } from '../world/test.ts';

/** These tests run the built server with a self-signed certificate. */
test.use({ ignoreHTTPSErrors: true });

let server: RunningServer;
let poles: ReturnType<typeof startPoles>;

test.beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'halyard-e2e-tls-'));
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' });
  server = await startServer({ TLS_CERT: cert, TLS_KEY: key });
  poles = startPoles(server);
});
test.afterAll(async () => {
  await poles?.stop();
  await server?.stop();
});

test('the console works over TLS: its cookies are secure, its connection is live, and a pole carries out its commands', async ({
  page,
}) => {
  const url = server.url.replace('127.0.0.1', 'localhost');
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).origin));
  await openFlag(page, 'company', POLES.normal, url);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  expect(sockets).toContain(url.replace('https', 'wss'));
  for (const cookie of await page.context().cookies()) expect(cookie.secure).toBe(true);
  await expect(row(page, POLES.normal).getByText('Online')).toBeVisible({ timeout: 30_000 });
  const target = await otherPosition(page, POLES.normal);
  await flagSwitch(page, target, POLES.normal).click();
  await expect(row(page, POLES.normal).getByText('Confirmed')).toBeVisible({ timeout: 30_000 });
  await expect(flagSwitch(page, target, POLES.normal)).toBeChecked();
});

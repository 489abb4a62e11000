import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newCertificate } from '../../../testing/certificates.ts';
import type { CertificateTexts } from './certificate.ts';
import { openCertificate } from './openCertificate.ts';

const DAY_MS = 86_400_000;

let one: CertificateTexts;
let other: CertificateTexts;
const cleanups: (() => void)[] = [];

beforeAll(async () => {
  [one, other] = [await newCertificate(), await newCertificate()];
});
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean();
});

/** Writes a certificate and its key to files in a new folder, and returns the paths. */
function folderWith(texts: CertificateTexts) {
  const folder = mkdtempSync(path.join(tmpdir(), 'halyard-tls-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return write(folder, texts);
}

function write(folder: string, { cert, key }: CertificateTexts) {
  const files = { folder, cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
  return files;
}

/** Starts a TLS server with this certificate and key. It sends back everything that it receives. */
async function serve(files: { cert: string; key: string }, clock = Date.now) {
  const lines: string[] = [];
  const sink = new PassThrough().on('data', (line: Buffer) => lines.push(line.toString()));
  const log = pino(sink);
  const certificate = await openCertificate(files, { log, clock });
  const server = createServer(certificate.first, (socket) => socket.pipe(socket));
  cleanups.push(certificate.keepFresh(server), () => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const dial = async (ca: string): Promise<TLSSocket> => {
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca });
    await once(socket, 'secureConnect');
    cleanups.push(() => socket.destroy());
    return socket;
  };
  return {
    certificate,
    dial,
    log: () => lines.join(''),
    /** Whether a client that trusts only this certificate can connect. */
    serves: ({ cert }: CertificateTexts) =>
      dial(cert).then(
        (socket) => socket.end() !== undefined,
        () => false,
      ),
  };
}

describe('renewing a certificate', () => {
  test('affects only new connections, and does not interrupt open ones', async () => {
    const files = folderWith(one);
    const server = await serve(files);
    const open = await server.dial(one.cert);
    const fresh = folderWith(other);
    renameSync(fresh.cert, files.cert);
    renameSync(fresh.key, files.key);
    await expect.poll(() => server.serves(other)).toBe(true);
    expect(await server.serves(one)).toBe(false);
    open.end('still here');
    expect(await text(open)).toBe('still here');
    expect(server.log()).toContain('has been renewed');
  });

  test('works if a symbolic link is pointed at the new file, which is how certbot renews certificates', async () => {
    const [before, after] = [folderWith(one), folderWith(other)];
    const live = folderWith(one);
    for (const name of ['cert.pem', 'key.pem']) {
      rmSync(path.join(live.folder, name));
      symlinkSync(path.join(before.folder, name), path.join(live.folder, name));
    }
    const server = await serve(live);
    expect(await server.serves(one)).toBe(true);
    for (const name of ['cert.pem', 'key.pem']) {
      const turned = path.join(live.folder, `${name}.new`);
      symlinkSync(path.join(after.folder, name), turned);
      renameSync(turned, path.join(live.folder, name));
    }
    await expect.poll(() => server.serves(other)).toBe(true);
  });

  test('keeps the old certificate while the new one is unusable, and logs each problem once', {
    timeout: 60_000,
  }, async () => {
    const files = folderWith(one);
    const server = await serve(files);
    const faults = () => server.log().match(/the previous one stays in use/g) ?? [];
    writeFileSync(files.cert, other.cert);
    await expect.poll(() => server.log()).toContain('TLS_KEY does not match');
    rmSync(files.key);
    await expect.poll(() => server.log()).toContain(`TLS_KEY: ${files.key} does not exist.`);
    expect(await server.serves(one)).toBe(true);
    expect(faults()).toHaveLength(2);
    writeFileSync(files.key, other.key);
    await expect.poll(() => server.serves(other)).toBe(true);
    expect(faults()).toHaveLength(2);
  });
});

describe('the certificate log', () => {
  const warningAt = async (clock: () => number) => (await serve(folderWith(one), clock)).log();

  test.each([
    ['has no entry at startup if the certificate is valid', 60, /^$/],
    [
      'warns at startup that the certificate expires within two weeks',
      77,
      /The TLS certificate expires on [A-Z][a-z]{2} \d+, \d{4}\./,
    ],
    [
      'warns at startup that the certificate has expired',
      91,
      /The TLS certificate has expired, on [A-Z][a-z]{2} \d+, \d{4}\./,
    ],
    [
      'warns at startup that the certificate is not valid yet',
      -2,
      /The TLS certificate is not valid before [A-Z][a-z]{2} \d+, \d{4}\./,
    ],
  ])('%s', async (_case, days, said) => {
    expect(await warningAt(() => Date.now() + days * DAY_MS)).toMatch(said);
  });

  test('repeats a warning about the dates of the certificate once a day', async () => {
    let now = Date.now() + 80 * DAY_MS;
    const server = await serve(folderWith(one), () => now);
    const warnings = () => server.log().match(/expires on/g)?.length;
    expect(warnings()).toBe(1);
    now += DAY_MS;
    await expect.poll(warnings).toBe(2);
  });
});

test('the host name of a certificate is the first name in it that is not a wildcard', async () => {
  const named = async (names: string) =>
    (await serve(folderWith(await newCertificate(names)))).certificate.first.host;
  expect(await named('DNS:*.example.com,DNS:flags.example.com,DNS:b.example')).toBe(
    'flags.example.com',
  );
  expect(await named('IP:127.0.0.1,DNS:*.example.com')).toBe(null);
});

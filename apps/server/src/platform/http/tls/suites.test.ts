import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { newCertificate } from '../../../testing/certificates.ts';
import { openFrontDoor } from '../frontDoor.ts';
import { openCertificate } from './openCertificate.ts';

const OTHER_SUITES = [
  'ECDHE-ECDSA-AES128-SHA256',
  'ECDHE-ECDSA-AES256-SHA384',
  'ECDHE-ECDSA-AES128-SHA',
  'ECDHE-RSA-AES256-SHA',
  'AES128-SHA',
];

test('the server accepts only cipher suites with AEAD, even after a certificate is renewed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'halyard-suites-'));
  const files = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
  const write = ({ cert, key }: { cert: string; key: string }) => {
    writeFileSync(files.cert, cert);
    writeFileSync(files.key, key);
  };
  write(await newCertificate());
  const log = pino({ level: 'silent' });
  const certificate = await openCertificate(files, { log, clock: Date.now });
  const door = await openFrontDoor({ port: 0, host: '127.0.0.1' }, certificate);

  const dial = async (ciphers: string, version: 'TLSv1.2' | 'TLSv1.3' = 'TLSv1.2') => {
    const socket = connect({
      port: door.port,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      minVersion: version,
      maxVersion: version,
      ciphers,
    });
    try {
      await once(socket, 'secureConnect');
      return { suite: socket.getCipher().name, seen: socket.getPeerCertificate().fingerprint256 };
    } catch {
      return { suite: null, seen: null };
    } finally {
      socket.destroy();
    }
  };
  const onlyAead = async () => {
    expect((await dial('ALL')).suite).toMatch(/^ECDHE-ECDSA-.*(GCM|CHACHA20)/);
    expect((await dial('TLS_AES_128_GCM_SHA256', 'TLSv1.3')).suite).toBe('TLS_AES_128_GCM_SHA256');
    for (const suite of OTHER_SUITES)
      expect([suite, (await dial(suite)).suite]).toEqual([suite, null]);
  };

  await onlyAead();
  const { seen } = await dial('ALL');
  write(await newCertificate());
  await expect.poll(async () => (await dial('ALL')).seen, { timeout: 20_000 }).not.toBe(seen);
  await onlyAead();
  await door.close();
});

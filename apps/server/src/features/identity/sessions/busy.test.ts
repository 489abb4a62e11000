import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, PLACES } from '../../../platform/secrets/hashing/places.ts';
import { hashAtRealCost } from '../../../testing/cheapPasswords.ts';
import {
  type Client as Browser,
  createHarness,
  type Harness,
  PASSWORD,
} from '../../../testing/harness.ts';
import { userBody } from '../../../testing/world.ts';
import { places, strangerAt, userOf } from '../passwords/passwords.ts';

// At the lowest hashing cost, no sign-in would have to wait for another.
hashAtRealCost();
let harness: Harness;
let webRoot: string;
let master: Browser;

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'halyard-web-'));
  await writeFile(path.join(webRoot, 'index.html'), '<!doctype html><title>Halyard</title>');
  await writeFile(path.join(webRoot, 'theme.js'), 'void 0');
  harness = await createHarness({ webRoot, mailer: { send: async () => {}, close() {} } });
  master = await harness.as('master');
});
afterAll(async () => {
  await harness.close();
  await rm(webRoot, { recursive: true });
});

const from = (address: string) => ({ remoteAddress: address });
const signIn = (username: string, address: string, password = PASSWORD) =>
  harness.anonymous().call('POST', '/api/login', { username, password }, from(address));

describe('90 simultaneous sign-ins from one IP address', () => {
  test('do not delay static files or signed-in users', async () => {
    const names = await Promise.all(
      Array.from({ length: 90 }, async () => `employee-${await harness.addUser('employee')}`),
    );
    const statuses: number[] = [];
    const flood = names.map(async (name) => {
      statuses.push((await signIn(name, '192.0.2.1')).status);
    });
    const file = await harness.anonymous().call('GET', '/theme.js');
    const user = await master.call('GET', '/api/user');
    const signedInBefore = statuses.filter((status) => status === 200).length;
    expect([file.status, user.status]).toEqual([200, 200]);
    await Promise.all(flood);
    const signedIn = statuses.filter((status) => status === 200).length;
    const busy = statuses.filter((status) => status === 503).length;
    expect(signedIn + busy).toBe(90);
    // Most passwords had not been checked yet when the file and the API response arrived.
    expect(signedInBefore).toBeLessThan(signedIn / 2);
    // On a busy machine, the last sign-ins may arrive when a slot is free again.
    expect(busy).toBeGreaterThan(0);
    expect(busy).toBeLessThanOrEqual(90 - PLACES.perAddress);
  });
});

/**
 * Takes password-hashing slots for these clients, one after another, until `most` slots are taken.
 */
function takePlaces(most: number, left: Promise<void>, client: (i: number) => Client): void {
  for (let i = 0; places.taken < most; i++) void places.hold(client(i), () => left);
}

describe('a server whose password-hashing slots are all taken', () => {
  let leave: () => void = () => {};
  beforeAll(async () => {
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    takePlaces(PLACES.strangers, left, (i) => strangerAt(`198.51.100.${i}`));
    // Many unauthenticated clients do not keep a signed-in user from changing a password.
    const answer = await master.call('POST', '/api/users', { ...userBody(null), role: 'master' });
    expect(answer.status).toBe(201);
    expect((await signIn('master-busy', '192.0.2.9')).status).toBe(503);
    takePlaces(PLACES.all, left, (i) => userOf(`user-${i}`));
  });
  afterAll(() => leave());

  test('rejects a sign-in with 503 and Retry-After, and does not count it as an attempt', async () => {
    for (let i = 0; i < 150; i++) {
      const answer = await signIn('master-busy', '192.0.2.2');
      expect([answer.status, answer.text]).toEqual([
        503,
        'The server is busy. Try again in a moment.',
      ]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(30);
    }
    const rows = await harness.services.db.queries
      .selectFrom('rate_limits')
      .select('id')
      .where('id', 'like', '%192.0.2.2%')
      .execute();
    expect(rows).toEqual([]);
  });

  test('also rejects registrations, password resets and new passwords with 503 and Retry-After', async () => {
    const nobody = harness.anonymous();
    const contact = { firstName: 'A', lastName: 'B', email: 'a@example.test', phone: '5550100000' };
    const registered = await nobody.call('POST', '/api/register', {
      ...contact,
      code: 'x'.repeat(43),
      username: 'newcomer',
      password: 'long enough',
    });
    const changed = await master.call('PATCH', '/api/user/password', {
      currentPassword: PASSWORD,
      newPassword: 'another one',
    });
    const created = await master.call('POST', '/api/users', {
      ...userBody(null),
      role: 'master',
    });
    const forgot = await nobody.call('POST', '/api/auth/forgot-password', { username: 'nobody' });
    const answers = [registered, changed, created, forgot];
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    for (const answer of answers) expect(answer.headers['retry-after']).toBeDefined();
  });

  test('still serves 300 signed-in browsers behind one IP address', async () => {
    const people = await Promise.all(Array.from({ length: 300 }, () => harness.as('master')));
    const answers = await Promise.all(
      people.flatMap((person) =>
        ['/', '/theme.js', '/api/config', '/api/user', '/api/flags'].map((url) =>
          person.call('GET', url, undefined, from('192.0.2.3')),
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const rows = await harness.services.db.queries
      .selectFrom('rate_limits')
      .select('id')
      .where('id', 'like', '%192.0.2.3%')
      .execute();
    expect(rows).toEqual([]);
  });

  test('accepts a sign-in once a slot is free again', async () => {
    await harness.addUser('employee', {}, 'patient');
    leave();
    await Promise.resolve();
    expect((await signIn('patient', '192.0.2.4')).status).toBe(200);
  });
});

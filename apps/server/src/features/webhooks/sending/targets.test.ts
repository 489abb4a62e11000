import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { post } from './post.ts';
import { isPublicAddress, publicLookup, requirePublicTarget } from './targets.ts';

describe('the check for public internet addresses', () => {
  test.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'accepts %s',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    'ff02::1',
    'localhost',
    '',
  ])('rejects %j', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe("the check of a target's address", () => {
  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://①②⑦.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://169.254.169.254/latest/meta-data/',
    'http://hooks.example.com/',
  ])('rejects %s', (url) => {
    expect(() => requirePublicTarget(new URL(url))).toThrow(/private network|https/);
  });
  test('accepts a name, which is checked when it is looked up', () => {
    expect(() => requirePublicTarget(new URL('https://hooks.example.com/x'))).not.toThrow();
  });
});

describe('a name is looked up once, and only checked addresses are connected to', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  const answering = (...answers: LookupAddress[][]) => {
    const asked: string[] = [];
    const lookup = publicLookup((hostname, _options, done) => {
      asked.push(hostname);
      done(null, answers.shift() ?? []);
    });
    return { asked, lookup };
  };
  const at = (address: string): LookupAddress => ({
    address,
    family: address.includes(':') ? 6 : 4,
  });
  const send = (url: string, lookup = publicLookup()) =>
    post(url, {}, '{}', { privateTargets: false, signal: new AbortController().signal, lookup });

  test.each([
    { name: 'a loopback address', addresses: [at('127.0.0.1')] },
    { name: 'the metadata service', addresses: [at('169.254.169.254')] },
    { name: 'IPv4 inside IPv6', addresses: [at('::ffff:127.0.0.1')] },
    { name: 'a public and a private address', addresses: [at('1.1.1.1'), at('127.0.0.1')] },
    { name: 'nothing', addresses: [] },
  ])('refuses a name that resolves to $name before any connection', async ({ addresses }) => {
    const { asked, lookup } = answering(addresses);
    const outcome = await send(`https://hooks.example.com:${receiver.port}/`, lookup);
    expect(outcome).toEqual({
      responseStatus: null,
      responseText: null,
      error: 'The address is in a private network, which is not allowed.',
    });
    expect(asked).toEqual(['hooks.example.com']);
    expect(receiver.connections).toBe(0);
  });

  test('refuses localhost, which the system resolves', async () => {
    const outcome = await send(`https://localhost:${receiver.port}/`);
    expect(outcome.error).toMatch(/private network/);
    expect(receiver.connections).toBe(0);
  });

  test('a name that resolves differently a moment later (DNS rebinding) gains nothing', async () => {
    const { asked, lookup } = answering([at('1.1.1.1')], [at('127.0.0.1')]);
    const given = await new Promise((resolve) =>
      lookup('rebind.example.com', { all: true }, (_error, addresses) => resolve(addresses)),
    );
    // The connection gets the checked addresses without another lookup …
    expect(given).toEqual([at('1.1.1.1')]);
    expect(asked).toHaveLength(1);
    // … and the next connection checks again.
    const outcome = await send(`https://rebind.example.com:${receiver.port}/`, lookup);
    expect(outcome.error).toMatch(/private network/);
    expect(asked).toHaveLength(2);
    expect(receiver.connections).toBe(0);
  });
});

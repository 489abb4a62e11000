import type { LookupAddress } from 'node:dns';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicLookup } from '../../../platform/http/publicTargets.ts';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { post } from './post.ts';

describe('the webhook sender', () => {
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
  ])('rejects a host name that resolves to $name, before it connects', async ({ addresses }) => {
    const { asked, lookup } = answering(addresses);
    const outcome = await send(`https://hooks.example.com:${receiver.port}/`, lookup);
    expect(outcome).toEqual({
      responseStatus: null,
      responseText: null,
      error: 'The URL must not point to a private network.',
    });
    expect(asked).toEqual(['hooks.example.com']);
    expect(receiver.connections).toBe(0);
  });

  test('rejects localhost, which the operating system resolves without DNS', async () => {
    const outcome = await send(`https://localhost:${receiver.port}/`);
    expect(outcome.error).toMatch(/private network/);
    expect(receiver.connections).toBe(0);
  });

  test('connects to the IP address that it has checked, even if the host name later resolves to a different one (DNS rebinding)', async () => {
    const { asked, lookup } = answering([at('1.1.1.1')], [at('127.0.0.1')]);
    const given = await new Promise((resolve) =>
      lookup('rebind.example.com', { all: true }, (_error, addresses) => resolve(addresses)),
    );
    // The connection gets the checked addresses and does not look up the name again.
    expect(given).toEqual([at('1.1.1.1')]);
    expect(asked).toHaveLength(1);
    // The next connection checks the name again.
    const outcome = await send(`https://rebind.example.com:${receiver.port}/`, lookup);
    expect(outcome.error).toMatch(/private network/);
    expect(asked).toHaveLength(2);
    expect(receiver.connections).toBe(0);
  });
});

import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createHarness, type Harness } from '../../../testing/harness.ts';

let harness: Harness;
let master: Client;

beforeAll(async () => {
  harness = await createHarness({});
  master = await harness.as('master');
});
afterAll(() => harness.close());

const ask = (url: string, acceptEncoding?: string) =>
  harness.app.inject({
    url,
    headers: {
      host: 'localhost:3000',
      cookie: master.cookie!,
      ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
    },
  });

const LONG = '/api/federal-holidays';

describe('response compression', () => {
  test.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8'])(
    'sends a long list as gzip to a client that accepts %s',
    async (accepted) => {
      const plain = await ask(LONG);
      const answer = await ask(LONG, accepted);
      expect(answer.headers['content-encoding']).toBe('gzip');
      expect(answer.headers.vary).toContain('accept-encoding');
      expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
      expect(gunzipSync(answer.rawPayload).toString()).toBe(plain.payload);
    },
  );

  test.each([undefined, '', 'br', 'gzip;q=0', 'gzip;q=0.0, br', 'xgzip'])(
    'sends a long list uncompressed to a client that accepts %s',
    async (accepted) => {
      const answer = await ask(LONG, accepted);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers.vary).toContain('accept-encoding');
      expect(answer.json()).not.toEqual([]);
    },
  );

  test('sends a short response uncompressed', async () => {
    const answer = await ask('/api/user', 'gzip');
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.json()).toMatchObject({ role: 'master' });
  });
});

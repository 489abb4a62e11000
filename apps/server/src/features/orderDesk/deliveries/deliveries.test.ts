import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness, SETTINGS } from '../../../testing/harness.ts';
import { onlyOnce } from '../../../testing/onlyOnce.ts';
import { runJob } from '../../../testing/runJob.ts';
import { createWorld, orderBody } from '../../../testing/world.ts';
import { Sender } from '../../webhooks/sending/sender.ts';
import { newWebhookSecret, signatureHeaders } from '../../webhooks/sending/signature.ts';
import { sealSecrets } from '../../webhooks/stored/secrets.ts';
import { orderSourcesJob } from '../sources/job.ts';

const PATH = '/api/half-staff/sources';
const DRAFTS = '/api/half-staff/source-drafts';
const MINUTE_MS = 60_000;
const NOW = Date.UTC(2026, 4, 4, 15);
const TEXT =
  'Columbus, May 4, 2026. The Governor of Ohio orders flags in Ohio to half-staff from sunrise on May 5, 2026 until sunset on May 8, 2026, in memory of Trooper Cole Barton.';
const DOCUMENT = { id: 'order-7', title: 'Flags lowered', text: TEXT };

interface Sent {
  type?: string;
  secret?: string;
  /** The time of the signature, in epoch milliseconds. */
  at?: number;
  id?: string;
  headers?: Record<string, string>;
}

describe.each(engines)('a webhook source of orders on %s', (engine) => {
  const testOnce = onlyOnce(engine);
  let harness: Harness;
  let master: Client;
  let source: { id: string; secret: string; deliverTo: string };

  beforeEach(async () => {
    harness = await createHarness({ engine });
    harness.time.now = NOW;
    master = await harness.as('master');
    source = (await master.call('POST', PATH, { kind: 'webhook', name: 'City hall' })).json;
  });
  afterEach(() => harness.close());

  const send = (content: unknown, sent: Sent = {}) => {
    const body = typeof content === 'string' ? content : JSON.stringify(content);
    const { secret = source.secret, at = harness.time.now, id = 'd-1' } = sent;
    return harness.anonymous().call('POST', new URL(source.deliverTo).pathname, body, {
      headers: {
        'content-type': sent.type ?? 'application/json',
        ...signatureHeaders(secret, id, at, body),
        ...sent.headers,
      },
    });
  };
  const round = () => runJob(orderSourcesJob(harness.services, SETTINGS), harness.services.db);
  const drafts = async () => (await master.call('GET', DRAFTS)).json;
  const shown = async () =>
    (await master.call('GET', PATH)).json.sources.find(
      ({ id }: { id: string }) => id === source.id,
    );

  test('creates a draft from a signed document, just as other sources do from their entries', async () => {
    const answer = await send({
      ...DOCUMENT,
      link: 'https://city.example.gov/7',
      publishedAt: NOW,
    });
    expect([answer.status, answer.json]).toEqual([200, { outcome: 'new' }]);
    await round();
    const [draft, ...others] = await drafts();
    expect(others).toEqual([]);
    expect(draft).toMatchObject({
      sourceId: source.id,
      sourceName: 'City hall',
      title: 'Flags lowered',
      link: 'https://city.example.gov/7',
      publishedAt: NOW,
    });
    const { text, orders } = (await master.call('GET', `${DRAFTS}/${draft.id}`)).json;
    expect(orders[0].ends.value).toEqual({ kind: 'sunset', date: '2026-05-08' });
    expect(text.slice(orders[0].ends.start, orders[0].ends.end)).toContain('until sunset on May 8');
    expect(await shown()).toMatchObject({ checkedAt: NOW, newestAt: NOW, refusedAt: null });
    expect((await master.call('GET', '/api/half-staff/orders')).json).toEqual([]);
  });

  testOnce.each([
    ['text/plain', TEXT],
    ['text/html; charset=utf-8', `<html><body><p>${TEXT}</p></body></html>`],
  ])('accepts a document of media type %s', async (type, content) => {
    expect((await send(content, { type })).json).toEqual({ outcome: 'new' });
    await round();
    expect(await drafts()).toMatchObject([{ title: 'City hall', unread: null }]);
  });

  testOnce(
    'returns its secret only when the source is created, and stores the secret encrypted',
    async () => {
      expect(source.secret).toMatch(/^whsec_/);
      expect(JSON.stringify((await master.call('GET', PATH)).json)).not.toContain('whsec_');
      const { queries } = harness.services.db;
      const stored = () =>
        queries
          .selectFrom('order_sources')
          .select(['secret', 'secret_is_sealed'])
          .executeTakeFirstOrThrow();
      expect(Boolean((await stored()).secret_is_sealed)).toBe(true);
      await queries
        .updateTable('order_sources')
        .set({ secret: source.secret, secret_is_sealed: false })
        .execute();
      await sealSecrets(queries, 'order_sources', SETTINGS.secrets);
      expect((await stored()).secret).not.toContain('whsec_');
      expect((await send(DOCUMENT)).status).toBe(200);
    },
  );

  testOnce('rejects the old secret as soon as a new one is created', async () => {
    const renewed = (await master.call('POST', `${PATH}/${source.id}/secret`, {})).json;
    expect((await send(DOCUMENT)).status).toBe(401);
    expect((await send(DOCUMENT, { secret: renewed.secret })).status).toBe(200);
    const feed = { kind: 'feed', name: 'Feed', url: 'https://city.example.gov/feed' };
    const { id } = (await master.call('POST', PATH, feed)).json;
    expect((await master.call('POST', `${PATH}/${id}/secret`, {})).status).toBe(409);
  });

  testOnce('can use a secret that the sending system has created', async () => {
    const secret = newWebhookSecret();
    const given = await master.call('POST', `${PATH}/${source.id}/secret`, { secret });
    expect([given.status, given.json.secret]).toEqual([200, undefined]);
    expect((await send(DOCUMENT, { secret })).status).toBe(200);
    for (const weak of ['x', 'whsec_', 'whsec_dG9vIHNob3J0'])
      expect(
        (await master.call('POST', `${PATH}/${source.id}/secret`, { secret: weak })).status,
      ).toBe(400);
  });

  testOnce("accepts deliveries from another Halyard installation's webhook", async () => {
    await harness.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = harness.app.server.address() as AddressInfo;
    const sending = await createHarness({ engine, settings: { webhookPrivateTargets: true } });
    sending.time.now = NOW;
    const there = await sending.as('master');
    await createWorld(sending, there);
    const webhook = await there.call('POST', '/api/webhooks', {
      url: `http://127.0.0.1:${port}${new URL(source.deliverTo).pathname}`,
      eventTypes: ['order.approved'],
      companyId: null,
    });
    const { secret } = webhook.json;
    await master.call('POST', `${PATH}/${source.id}/secret`, { secret });
    const starts = { kind: 'sunrise', date: '2026-05-05' };
    const ends = { kind: 'sunset', date: '2026-05-08' };
    const terms = orderBody({ issuedAt: NOW, reason: 'Death of Senator Whitlock', starts, ends });
    const order = (await there.call('POST', '/api/half-staff/orders', terms)).json;
    const { revision } = order;
    await there.call('POST', `/api/half-staff/orders/${order.id}/approve`, { revision });
    await there.call('POST', `/api/webhooks/${webhook.json.id}/test`);
    const sender = new Sender(sending.services, {
      privateTargets: true,
      secrets: SETTINGS.secrets,
      failed(error) {
        throw error;
      },
    });
    await sender.round();
    await sender.idle();
    const deliveries = await there.call('GET', `/api/webhooks/${webhook.json.id}/deliveries`);
    expect(
      deliveries.json.items.map((one: { type: string; responseText: string }) => [
        one.type,
        one.responseText,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['order.approved', '{"outcome":"new"}'],
        ['test', '{"outcome":"ignored"}'],
      ]),
    );
    await sending.close();
    await round();
    const [draft] = await drafts();
    expect(draft).toMatchObject({ title: 'Death of Senator Whitlock' });
    expect(draft.orders).toMatchObject([
      {
        authority: { value: 'president' },
        scope: { value: { kind: 'all' } },
        starts: { value: starts },
        ends: { value: ends },
      },
    ]);
  });

  testOnce('creates no second draft if the same delivery is sent again', async () => {
    await send(DOCUMENT);
    expect((await send(DOCUMENT)).json).toEqual({ outcome: 'known' });
    expect((await send(DOCUMENT, { id: 'd-2' })).json).toEqual({ outcome: 'known' });
    await round();
    expect((await send(DOCUMENT, { id: 'd-3' })).json).toEqual({ outcome: 'known' });
    await round();
    expect(await drafts()).toHaveLength(1);
  });

  test('creates only one draft if the same document is delivered ten times at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send(DOCUMENT, { id: `d-${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers.filter(({ json }) => json.outcome === 'new')).toHaveLength(1);
    await round();
    expect(await drafts()).toHaveLength(1);
  });

  test("replaces a document's draft when a corrected document arrives", async () => {
    await send(DOCUMENT);
    await round();
    harness.time.now += MINUTE_MS;
    const text = TEXT.replace('May 8', 'May 10');
    expect((await send({ ...DOCUMENT, text })).json).toEqual({ outcome: 'new' });
    await round();
    const open = await drafts();
    expect(open).toHaveLength(1);
    expect(open[0].orders[0].ends.value.date).toBe('2026-05-10');
  });

  testOnce('does not recreate a dismissed draft', async () => {
    await send(DOCUMENT);
    await round();
    const [{ id }] = await drafts();
    await master.call('DELETE', `${DRAFTS}/${id}`);
    await send({ ...DOCUMENT, text: `${TEXT} Read 12 times.` });
    await round();
    expect(await drafts()).toEqual([]);
  });

  testOnce(
    'rejects a delivery with a time that is more than five minutes in the past or future',
    async () => {
      const signed = (seconds: number) => send(DOCUMENT, { at: NOW + seconds * 1000 });
      expect((await signed(-301)).status).toBe(401);
      expect(await shown()).toMatchObject({ refusedAt: NOW, refusedFor: 'time' });
      expect((await signed(301)).status).toBe(401);
      expect(await shown()).toMatchObject({ checkedAt: null });
      expect((await signed(-299)).status).toBe(200);
      expect((await signed(299)).status).toBe(200);
    },
  );

  testOnce.each<[string, Sent]>([
    ['another secret', { secret: newWebhookSecret() }],
    ['no signature', { headers: { 'webhook-signature': '' } }],
    ['a signature of another version', { headers: { 'webhook-signature': 'v2,AAAA' } }],
    ['another delivery ID than the signed one', { headers: { 'webhook-id': 'd-2' } }],
    ['another time than the signed one', { headers: { 'webhook-timestamp': '1777906801' } }],
    ['no time', { headers: { 'webhook-timestamp': '' } }],
    ['a time in words', { headers: { 'webhook-timestamp': 'now' } }],
    ['an endless delivery ID', { id: 'x'.repeat(5000) }],
  ])(
    'rejects a delivery that is not correctly signed, without giving the reason: %s',
    async (_what, sent) => {
      const { status, text } = await send(DOCUMENT, sent);
      expect([status, text]).toEqual([401, 'The signature is not valid.']);
      expect(await shown()).toMatchObject({ refusedFor: 'signature', checkedAt: null });
    },
  );

  testOnce(
    'accepts a delivery if one of its signatures is correct, so that senders can rotate secrets',
    async () => {
      const body = JSON.stringify(DOCUMENT);
      const right = signatureHeaders(source.secret, 'd-1', NOW, body)['webhook-signature'];
      const headers = { 'webhook-signature': `v1,AAAA ${right}` };
      expect((await send(body, { headers })).status).toBe(200);
    },
  );

  testOnce('rejects a delivery whose body was changed', async () => {
    const signed = signatureHeaders(source.secret, 'd-1', NOW, JSON.stringify(DOCUMENT));
    const changed = JSON.stringify({ ...DOCUMENT, title: 'Flags raised' });
    expect((await send(changed, { headers: signed })).status).toBe(401);
  });

  testOnce(
    'responds with 404 if the address is unknown or the source is not a webhook',
    async () => {
      const feed = { kind: 'feed', name: 'Feed', url: 'https://city.example.gov/feed' };
      const { id } = (await master.call('POST', PATH, feed)).json;
      for (const other of [id, 'white-house', 'nobody']) {
        source = { ...source, deliverTo: `http://localhost${PATH}/${other}/deliveries` };
        expect((await send(DOCUMENT)).status, other).toBe(404);
      }
    },
  );

  testOnce(
    'throttles an IP address after 100 invalid signatures, but accepts deliveries from other addresses',
    async () => {
      const wrong = () => send(DOCUMENT, { secret: newWebhookSecret() });
      for (let count = 0; count < 101; count++) expect((await wrong()).status).toBe(401);
      const blocked = await wrong();
      expect([blocked.status, blocked.headers['retry-after']]).toEqual([429, '60']);
      const elsewhere = await harness.app.inject({
        method: 'POST',
        url: new URL(source.deliverTo).pathname,
        remoteAddress: '203.0.113.9',
        payload: JSON.stringify(DOCUMENT),
        headers: {
          host: 'localhost:3000',
          'content-type': 'application/json',
          ...signatureHeaders(source.secret, 'd-1', NOW, JSON.stringify(DOCUMENT)),
        },
      });
      expect(elsewhere.statusCode).toBe(200);
    },
  );

  testOnce(
    'limits the number of deliveries from one sender, even if the sender has the right secret',
    async () => {
      const answers = [];
      for (let count = 0; count < 125; count++)
        answers.push((await send({ id: 'test', type: 'test', data: {} })).status);
      expect(answers.filter((status) => status === 200)).toHaveLength(121);
      expect(answers.at(-1)).toBe(429);
    },
  );

  testOnce('rejects further documents while 100 are waiting for review', async () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ ...DOCUMENT, id: `order-${n}` }));
    for (const one of many) expect((await send(one)).json).toEqual({ outcome: 'new' });
    const { status, headers } = await send(DOCUMENT);
    expect([status, headers['retry-after']]).toEqual([429, '3600']);
  });

  testOnce.each([
    ['another media type', 'application/xml', '<a/>', 415],
    ['a form', 'application/x-www-form-urlencoded', 'text=flags', 415],
    ['no JSON', 'application/json', '{"text":', 400],
    ['an empty body', 'application/json', '', 400],
    ['JSON without text', 'application/json', '{"title":"Flags"}', 400],
    ['JSON nested deeply', 'application/json', '{"a":'.repeat(5000), 400],
    ['a large body', 'text/plain', 'x'.repeat(1024 * 1024 + 1), 413],
  ])('rejects unusable content: %s', async (_what, type, content, status) => {
    expect((await send(content, { type })).status).toBe(status);
    await round();
    expect(await drafts()).toEqual([]);
  });

  test('treats keys such as __proto__ as plain data', async () => {
    const content = `{"__proto__":{"text":"${TEXT}"},"constructor":{"prototype":{"x":1}},"text":"Nothing."}`;
    expect((await send(content)).json).toEqual({ outcome: 'new' });
    await round();
    expect(await drafts()).toEqual([]);
    expect('x' in {}).toBe(false);
  });

  testOnce(
    'notifies the operator if a delivery with a valid signature contains no document',
    async () => {
      const { status, text } = await send({ title: 'Flags' });
      expect([status, text]).toEqual([400, 'The document must have text, HTML or a valid link.']);
      expect(await shown()).toMatchObject({ refusedFor: 'content' });
    },
  );

  testOnce(
    "accepts another Halyard installation's events that are not about orders, but ignores them",
    async () => {
      for (const type of ['test', 'flag.position', 'alert.ended'])
        expect((await send({ id: type, type, data: {} })).json).toEqual({ outcome: 'ignored' });
      expect(await shown()).toMatchObject({ checkedAt: NOW, newestAt: null });
    },
  );

  testOnce(
    'rejects deliveries while it is turned off, and gives this reason only to a sender with the secret',
    async () => {
      await master.call('PATCH', `${PATH}/${source.id}`, { isOn: false });
      expect((await send(DOCUMENT)).status).toBe(409);
      expect((await send(DOCUMENT, { secret: newWebhookSecret() })).status).toBe(401);
    },
  );

  testOnce('is reported as a problem if nothing new is delivered for too long', async () => {
    const quiet = { kind: 'webhook', name: 'Quiet', silentDays: 2 };
    source = (await master.call('POST', PATH, quiet)).json;
    harness.time.now += 2 * 24 * 60 * MINUTE_MS - 1;
    await round();
    expect((await shown()).problem).toBeNull();
    harness.time.now += MINUTE_MS;
    await round();
    expect(await shown()).toMatchObject({ problem: 'silent', checkedAt: null });
    await send(DOCUMENT);
    await round();
    expect((await shown()).problem).toBeNull();
  });

  testOnce('reads at most 20 documents per check, and the rest in later checks', async () => {
    for (let n = 0; n < 25; n++) await send({ ...DOCUMENT, id: `order-${n}` });
    await round();
    expect(await drafts()).toHaveLength(20);
    harness.time.now += MINUTE_MS;
    await round();
    expect(await drafts()).toHaveLength(25);
  });

  testOnce('reads only documents whose title contains the configured text', async () => {
    const wanting = { kind: 'webhook', name: 'News', titleContains: ['half-staff'] };
    source = (await master.call('POST', PATH, wanting)).json;
    await send(DOCUMENT);
    await send({ ...DOCUMENT, id: 'order-8', title: 'Flags at Half-Staff' });
    await round();
    expect(await drafts()).toMatchObject([{ title: 'Flags at Half-Staff' }]);
  });

  testOnce(
    'rejects unknown hosts and requests from other sites, like the rest of the API',
    async () => {
      const ofSite = { headers: { 'sec-fetch-site': 'cross-site' } };
      expect((await send(DOCUMENT, ofSite)).status).toBe(403);
    },
  );

  testOnce(
    'stops reading an endless request body before the server runs out of memory',
    async () => {
      await harness.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = harness.app.server.address() as AddressInfo;
      const { status, sent } = await flood(port, new URL(source.deliverTo).pathname);
      expect(status).toBe(413);
      expect(sent).toBeLessThan(64 * 1024 * 1024);
    },
  );
});

/** Sends a body of up to 1 GB in pieces until the server responds. */
function flood(port: number, path: string): Promise<{ status: number; sent: number }> {
  return new Promise((resolve, reject) => {
    let sent = 0;
    let isAnswered = false;
    const headers = { 'content-type': 'text/plain', host: 'localhost:3000' };
    const request = http.request({ port, host: '127.0.0.1', path, method: 'POST', headers });
    request.on('response', (response) => {
      isAnswered = true;
      response.resume();
      resolve({ status: response.statusCode ?? 0, sent });
      request.destroy();
    });
    request.on('error', (error) => !isAnswered && reject(error));
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const more = () => {
      while (!isAnswered && sent < 1024 ** 3) {
        sent += chunk.length;
        if (!request.write(chunk)) {
          request.once('drain', more);
          return;
        }
      }
    };
    more();
  });
}

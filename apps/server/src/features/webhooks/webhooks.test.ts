import { createHmac } from 'node:crypto';
import type { ActivityPage, WebhookDelivery } from '@halyard/domain';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createSecretBox } from '../../platform/secrets/secretBox.ts';
import { bothEngines } from '../../testing/engines.ts';
import { type Client, createHarness, type Harness, SETTINGS } from '../../testing/harness.ts';
import { onlyOnce } from '../../testing/onlyOnce.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { sweepDeliveries } from './deliveries.ts';
import { enqueueEvent, enqueueEvents } from './events/events.ts';
import { Sender } from './sending/sender.ts';
import { sealSecrets } from './stored/secrets.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';

const HOUR = 3_600_000;

/** Computes a signature as a receiver does. */
function signatureOf(
  secret: string,
  { headers, body }: Pick<Receiver['received'][number], 'headers' | 'body'>,
): string {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

describe.each(bothEngines)('webhooks on %s', (engine) => {
  const testOnce = onlyOnce(engine);
  let harness: Harness;
  let master: Client;
  let world: World;
  let other: World;
  let receiver: Receiver;
  let sender: Sender;
  beforeAll(async () => {
    harness = await createHarness({ engine, settings: { webhookPrivateTargets: true } });
    master = await harness.as('master');
    world = await createWorld(harness, master);
    other = await createWorld(harness, master);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    receiver = await startReceiver();
    sender = senderWith(SETTINGS.secrets);
  });
  afterEach(async () => {
    await sender.stop();
    await receiver.close();
    for (const { id } of (await master.call('GET', '/api/webhooks')).json)
      await master.call('DELETE', `/api/webhooks/${id}`);
  });

  const senderWith = (secrets: typeof SETTINGS.secrets) =>
    new Sender(harness.services, {
      privateTargets: true,
      secrets,
      failed(error) {
        throw error;
      },
    });
  const create = async (more: object = {}, client = master) => {
    const { status, json } = await client.call('POST', '/api/webhooks', {
      url: receiver.url,
      eventTypes: ['alert.started'],
      companyId: world.companyId,
      ...more,
    });
    expect(status).toBe(201);
    return json;
  };
  const happen = (companyId = world.companyId, data: object = { what: 'offline' }) =>
    harness.services.db.transaction((trx) =>
      enqueueEvent(trx, { companyId, type: 'alert.started', at: harness.time.now, data }),
    );
  /** Sends everything that is due now. */
  const send = async () => {
    await sender.round();
    await sender.idle();
  };
  const log = async (id: string): Promise<WebhookDelivery[]> =>
    (await master.call('GET', `/api/webhooks/${id}/deliveries`)).json.items;
  const found = async (id: string) =>
    (await master.call('GET', '/api/webhooks')).json.find((each: { id: string }) => each.id === id);

  test("make the sending job fail if a delivery's result cannot be stored", async () => {
    await create();
    await happen();
    const { db } = harness.services;
    const error = new Error('The database is away.');
    const transaction = vi.spyOn(db, 'transaction').mockRejectedValueOnce(error);
    await expect(send()).rejects.toThrow(error);
    transaction.mockRestore();
  });

  test('send an event signed according to Standard Webhooks, and add it to their log', async () => {
    const { id, secret } = await create();
    expect((await found(id)).secret).toBeUndefined();
    await happen();
    await send();
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[0]];
    const [delivery] = (await log(id)) as [WebhookDelivery];
    expect(JSON.parse(body)).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{16}$/),
      type: 'alert.started',
      timestamp: new Date(harness.time.now).toISOString(),
      companyId: world.companyId,
      data: { what: 'offline' },
    });
    expect(headers['content-type']).toBe('application/json');
    expect(headers['halyard-event']).toBe('alert.started');
    expect(headers['webhook-id']).toBe(delivery.id);
    expect(headers['webhook-timestamp']).toBe(String(Math.floor(harness.time.now / 1000)));
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    expect(headers['webhook-signature']).toBe(signatureOf(secret, { headers, body }));
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: 1,
      payload: body,
      responseStatus: 204,
      nextAttemptAt: null,
      error: null,
    });
  });

  test('keep their secrets encrypted in the database, including any that an earlier version stored as plain text', async () => {
    const { queries } = harness.services.db;
    const { id, secret } = await create();
    const stored = () =>
      queries
        .selectFrom('webhooks')
        .select(['secret', 'secret_is_sealed'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    expect((await stored()).secret).not.toContain(secret.slice('whsec_'.length));
    const readable = { secret, secret_is_sealed: false };
    await queries.updateTable('webhooks').set(readable).where('id', '=', id).execute();
    const isSigned = async () => {
      await happen();
      await send();
      const last = receiver.received.at(-1)!;
      return last.headers['webhook-signature'] === signatureOf(secret, last);
    };
    expect(await isSigned()).toBe(true);
    // Without a key, the secret stays in plain text.
    await sealSecrets(queries, 'webhooks', null);
    expect(await stored()).toEqual(readable);
    await sealSecrets(queries, 'webhooks', SETTINGS.secrets);
    expect(await stored()).toMatchObject({ secret_is_sealed: true });
    expect((await stored()).secret).not.toContain(secret.slice('whsec_'.length));
    expect(await isSigned()).toBe(true);
  });

  testOnce.each([
    ['another key', createSecretBox('another key')],
    ['no encryption key', null],
  ])(
    "send nothing if their secrets cannot be decrypted, and the server's log says what to do: %s",
    async (_what, secrets) => {
      const { id } = await create();
      await sender.stop();
      sender = senderWith(secrets);
      await happen();
      await send();
      expect(receiver.received).toEqual([]);
      expect(await log(id)).toMatchObject([
        {
          status: 'waiting',
          error:
            'Couldn’t read the signing secret on this server. Delete the webhook and create it again.',
        },
      ]);
    },
  );

  test("send each event if they subscribe to its type and are for the event's company or for all companies", async () => {
    const own = await create();
    const all = await create({ companyId: null });
    const others = await create({ companyId: other.companyId }, other.companyUser);
    const ofAnotherType = await create({ eventTypes: ['flag.lamp'] });
    const off = await create();
    await master.call('PATCH', `/api/webhooks/${off.id}`, { isOn: false });
    await happen();
    const counts = await Promise.all(
      [own, all, others, ofAnotherType, off].map(async ({ id }) => (await log(id)).length),
    );
    expect(counts).toEqual([1, 1, 0, 0, 0]);
  });

  test('send an event only if the transaction that queues it commits', async () => {
    const { id } = await create();
    const undone = harness.services.db.transaction(async (trx) => {
      await enqueueEvents(trx, [
        { companyId: world.companyId, type: 'alert.started', at: 1, data: {} },
      ]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await log(id)).toEqual([]);
  });

  testOnce(
    'retry a failed delivery for a day, at increasing intervals and with the same ID, and then give up',
    async () => {
      receiver.answer((response) => response.writeHead(503).end('later'));
      const { id } = await create();
      await happen();
      const begun = harness.time.now;
      for (;;) {
        await send();
        const [delivery] = (await log(id)) as [WebhookDelivery];
        expect(delivery).toMatchObject({ responseStatus: 503, responseText: 'later' });
        if (delivery.nextAttemptAt === null) break;
        // This is one millisecond too early.
        harness.time.now = delivery.nextAttemptAt - 1;
        await send();
        expect((await log(id))[0]?.attempts).toBe(delivery.attempts);
        harness.time.now = delivery.nextAttemptAt;
      }
      expect(await log(id)).toMatchObject([
        { status: 'failed', attempts: 11, error: 'The endpoint responded with status 503.' },
      ]);
      const took = harness.time.now - begun;
      expect(took).toBeGreaterThan(23 * HOUR);
      expect(took).toBeLessThan(25 * HOUR);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      // Each attempt has a new signature, because the receiver may reject an old one.
      const stamps = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
      expect(new Set(stamps).size).toBe(11);
      expect(await found(id)).toMatchObject({ isOn: true, failingSince: begun });
    },
  );

  testOnce('resend a delivery with the same ID and body when a user asks for it', async () => {
    const { id } = await create();
    await happen();
    await send();
    const [{ id: deliveryId }] = (await log(id)) as [WebhookDelivery];
    const again = await master.call('POST', `/api/webhooks/${id}/deliveries/${deliveryId}/send`);
    expect(again.json).toMatchObject({ id: deliveryId, status: 'waiting' });
    await send();
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(await log(id)).toMatchObject([{ status: 'delivered' }]);
  });

  testOnce(
    'can be tested even if they do not subscribe to the type of the test event',
    async () => {
      const { id } = await create({ eventTypes: ['flag.lamp'] });
      expect((await master.call('POST', `/api/webhooks/${id}/test`)).status).toBe(201);
      await send();
      expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ type: 'test' });
    },
  );

  testOnce('limit the number of tests and repeated deliveries per target', async () => {
    const { id } = await create();
    const url = `/api/webhooks/${id}`;
    const { json: first } = await master.call('POST', `${url}/test`);
    for (let i = 0; i < 60; i++) await master.call('POST', `${url}/deliveries/${first.id}/send`);
    for (const path of ['test', `deliveries/${first.id}/send`])
      expect((await master.call('POST', `${url}/${path}`)).status).toBe(429);
    expect((await master.call('POST', `/api/webhooks/${(await create()).id}/test`)).status).toBe(
      201,
    );
  });

  testOnce("are not delayed by another webhook's slow target", async () => {
    const slow = await startReceiver();
    slow.answer(() => {});
    try {
      await create({ url: slow.url });
      const quick = await create();
      for (let i = 0; i < 20; i++) await happen();
      await sender.round();
      await expect.poll(() => receiver.received.length).toBe(20);
      const statuses = async () => (await log(quick.id)).map(({ status }) => status);
      await expect.poll(statuses).toEqual(Array(20).fill('delivered'));
      expect(slow.received.length).toBeLessThanOrEqual(4);
      // Stopping cancels the slow delivery, which is sent again later.
      await sender.stop();
      const counts = await harness.services.db.queries
        .selectFrom('webhook_deliveries')
        .select('attempts')
        .where('status', '=', 'waiting')
        .execute();
      expect(counts).toEqual(Array(20).fill({ attempts: 0 }));
    } finally {
      await slow.close();
    }
  });

  testOnce('pause deliveries to a target that fails again and again', async () => {
    receiver.answer((response) => response.writeHead(500).end());
    const { id } = await create();
    for (let i = 0; i < 30; i++) await happen();
    await send();
    const tried = receiver.received.length;
    expect(tried).toBeLessThan(12);
    await send();
    expect(receiver.received.length).toBe(tried);
    receiver.answer((response) => response.writeHead(200).end());
    harness.time.now += 31_000;
    await send();
    expect((await log(id)).every(({ status }) => status === 'delivered')).toBe(true);
    expect(await found(id)).toMatchObject({ failingSince: null });
  });

  test('are turned off after 3 days of failures, show the reason, and mark remaining deliveries as failed', async () => {
    receiver.answer((response) => response.writeHead(410).end());
    const { id } = await create();
    await happen();
    await send();
    harness.time.now += 73 * HOUR;
    await happen();
    await happen();
    await send();
    expect(await found(id)).toMatchObject({
      isOn: false,
      offReason:
        'All deliveries have failed for 3 days. Last error: The endpoint responded with status 410.',
    });
    expect(new Set((await log(id)).map(({ status }) => status))).toEqual(new Set(['failed']));
    const activity = await master.call('GET', '/api/activity?category=keys');
    expect((activity.json as ActivityPage).entries[0]).toMatchObject({
      kind: 'webhook.changed',
      actor: { kind: 'server' },
      detail: { about: 'turned off: all deliveries have failed for 3 days' },
    });
    expect((await master.call('POST', `/api/webhooks/${id}/test`)).status).toBe(409);
    const on = await master.call('PATCH', `/api/webhooks/${id}`, { isOn: true });
    expect(on.json).toMatchObject({ isOn: true, offReason: null, failingSince: null });
  });

  test('show their deliveries in pages, newest first, and delete them after a week', async () => {
    const { id } = await create();
    for (let i = 0; i < 60; i++) {
      harness.time.now++;
      await happen(world.companyId, { i });
    }
    const numbers = (items: WebhookDelivery[]) =>
      items.map(({ payload }) => JSON.parse(payload).data.i);
    const url = `/api/webhooks/${id}/deliveries`;
    const first = (await master.call('GET', url)).json;
    const second = (await master.call('GET', `${url}?before=${first.next}`)).json;
    expect(second.next).toBe(null);
    expect([...numbers(first.items), ...numbers(second.items)]).toEqual(
      Array.from({ length: 60 }, (_, i) => 59 - i),
    );
    expect((await master.call('GET', `${url}?before=%27--`)).status).toBe(400);
    await sweepDeliveries(harness.services.db.queries, harness.time.now + 8 * 24 * HOUR);
    expect(await log(id)).toEqual([]);
  });

  test('are limited to 20 per company, and are deleted together with the company', async () => {
    const { companyId } = await createWorld(harness, master);
    for (let i = 0; i < 20; i++) await create({ companyId });
    const more = await master.call('POST', '/api/webhooks', {
      url: receiver.url,
      eventTypes: ['flag.lamp'],
      companyId,
    });
    expect([more.status, more.text]).toEqual([409, expect.stringContaining('20 webhooks')]);
    expect((await master.call('DELETE', `/api/companies/${companyId}`)).status).toBe(204);
    const { json } = await master.call('GET', '/api/webhooks');
    expect(json.filter((each: { companyId: string }) => each.companyId === companyId)).toEqual([]);
  });

  testOnce(
    'are listed without their secrets, and only for users of their own company',
    async () => {
      const own = await create({}, world.companyUser);
      await create({ companyId: other.companyId });
      await create({ companyId: null });
      const { json, text } = await world.companyUser.call('GET', '/api/webhooks');
      expect(json.map(({ id }: { id: string }) => id)).toEqual([own.id]);
      expect(text).not.toContain('whsec_');
    },
  );
});

describe('an invalid webhook URL', () => {
  test.each([
    ['http://hooks.example.com/', 'must begin with https://'],
    ['https://10.0.0.1/', 'private network'],
    ['https://[::ffff:10.0.0.1]/', 'private network'],
    ['https://user:secret@hooks.example.com/', 'without a username'],
    ['ftp://hooks.example.com/', 'Enter an address'],
    ['javascript:alert(1)', 'Enter an address'],
    ['', 'Enter an address'],
  ])('is rejected with a reason: %j', async (url, reason) => {
    const harness = await createHarness();
    const master = await harness.as('master');
    const answer = await master.call('POST', '/api/webhooks', {
      url,
      eventTypes: ['flag.lamp'],
      companyId: null,
    });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(reason)]);
    await harness.close();
  });
});

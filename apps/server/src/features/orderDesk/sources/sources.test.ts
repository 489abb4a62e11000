import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newCertificate } from '../../../testing/certificates.ts';
import { engines } from '../../../testing/engines.ts';
import { type Client, createHarness, type Harness, SETTINGS } from '../../../testing/harness.ts';
import { runJob } from '../../../testing/runJob.ts';
import { type Receiver, startReceiver } from '../../webhooks/testing/receiver.ts';
import { orderSourcesJob } from './job.ts';

const PATH = '/api/half-staff/sources';
const DRAFTS = '/api/half-staff/source-drafts';
const MINUTE_MS = 60_000;
const NOW = Date.UTC(2026, 4, 4, 15);

/** Returns the text of a governor's order that the program can read completely. */
const orderText = (until: string) =>
  `<p>COLUMBUS, May 4, 2026. Governor Ann Bell of Ohio ordered flags statewide to half-staff,
effective immediately, until sunset on ${until}. The order is in memory of Trooper Cole Barton.</p>`;

interface Item {
  path: string;
  title: string;
}

describe.each(engines)('sources of orders on %s', (engine) => {
  let harness: Harness;
  let master: Client;
  let site: Receiver;
  /**
   * The documents on the test's website, by path. If a value is a function, it handles the request
   * itself.
   */
  let documents: Map<string, string | Parameters<Receiver['answer']>[0]>;

  beforeAll(async () => {
    site = await startReceiver();
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    harness = await createHarness({
      engine,
      settings: { webhookPrivateTargets: true },
    });
    harness.time.now = NOW;
    master = await harness.as('master');
    documents = new Map();
    site.received.length = 0;
    site.answer((response, request) => {
      const document = documents.get(request.path);
      if (typeof document === 'function') document(response, request);
      else if (document === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(document);
    });
  });
  afterEach(() => harness.close());

  const at = (path: string) => new URL(path, site.url).href;
  const poll = () =>
    runJob(
      orderSourcesJob(harness.services, { ...SETTINGS, webhookPrivateTargets: true }),
      harness.services.db,
    );
  /** Lets time pass until every source is due for a check, and checks all sources. */
  const pollAgain = async (minutes = 24 * 60) => {
    harness.time.now += minutes * MINUTE_MS;
    await poll();
  };
  const publish = (items: readonly Item[]) => {
    const list = items.map(
      ({ path, title }) => `<item><title>${title}</title><link>${path}</link></item>`,
    );
    documents.set('/feed', `<rss><channel>${list.join('')}</channel></rss>`);
  };
  const publishOrder = (path = '/order', until = 'May 8, 2026') => {
    documents.set(path, `<html><body>${orderText(until)}</body></html>`);
    publish([{ path, title: 'Governor orders flags lowered' }]);
  };
  const add = async (more: object = {}) =>
    master.call('POST', PATH, { kind: 'feed', name: 'Ohio', url: at('/feed'), ...more });
  const sourceOf = async (id: string) =>
    (await master.call('GET', PATH)).json.sources.find((one: { id: string }) => one.id === id);
  const drafts = async () => (await master.call('GET', DRAFTS)).json;

  test('turn a new order into a draft at the next check, with the full text and the quoted sentences', async () => {
    publish([{ path: '/roads', title: 'Roads' }]);
    documents.set('/roads', '<p>The governor opened a road.</p>');
    const { json: source, status } = await add();
    expect(status).toBe(201);
    await poll();
    expect(await drafts()).toEqual([]);

    publishOrder();
    await pollAgain(15);
    const [draft, ...others] = await drafts();
    expect(others).toEqual([]);
    expect(draft).toMatchObject({
      sourceId: source.id,
      sourceName: 'Ohio',
      title: 'Governor orders flags lowered',
      link: at('/order'),
      unread: null,
    });
    const { text, orders } = (await master.call('GET', `${DRAFTS}/${draft.id}`)).json;
    expect(orders[0].ends).toMatchObject({ value: { kind: 'sunset', date: '2026-05-08' } });
    expect(text.slice(orders[0].ends.start, orders[0].ends.end)).toContain('until sunset on May 8');
  });

  test('read each entry only once, no matter how often the source lists the entry', async () => {
    publishOrder();
    await add();
    await poll();
    await pollAgain();
    await pollAgain();
    expect(site.received.filter(({ path }) => path === '/order')).toHaveLength(1);
    expect(await drafts()).toHaveLength(1);
  });

  test('read an entry again at the next check after its source marks the entry as updated', async () => {
    const listAt = (time: string) =>
      documents.set(
        '/feed',
        `<feed><entry><id>1</id><title>Flags lowered</title><link href="/order"/>
        <published>2026-05-04T09:00:00Z</published><updated>${time}</updated></entry></feed>`,
      );
    const ends = async () =>
      (await drafts()).map(
        ({ orders }: { orders: { ends: { value: { date: string } } }[] }) =>
          orders[0]?.ends.value.date,
      );
    documents.set('/order', `<body>${orderText('May 8, 2026')}</body>`);
    listAt('2026-05-04T09:00:00Z');
    await add();
    await poll();
    expect(await ends()).toEqual(['2026-05-08']);

    documents.set('/order', `<body>${orderText('May 9, 2026')}</body>`);
    listAt('2026-05-04T11:00:00Z');
    await pollAgain(15);
    expect(await ends()).toEqual(['2026-05-09']);
    const reads = () => site.received.filter(({ path }) => path === '/order').length;
    await pollAgain(15);
    expect(reads(), 'not updated again').toBe(2);

    const [{ id }] = await drafts();
    await master.call('DELETE', `${DRAFTS}/${id}`);
    listAt('2026-05-04T12:00:00Z');
    await pollAgain(15);
    expect([await drafts(), reads()], 'dismissed').toEqual([[], 2]);
  });

  test('read an entry again after its source rewords it without changing its time', async () => {
    const ends = async () =>
      (await drafts()).map(
        ({ orders }: { orders: { ends: { value: { date: string } } }[] }) =>
          orders[0]?.ends.value.date,
      );
    const reads = () => site.received.filter(({ path }) => path === '/order').length;
    const listWith = (summary: string) =>
      documents.set(
        '/feed',
        `<rss><channel><item><guid>1</guid><title>Flags lowered</title><link>/order</link>
        <pubDate>Mon, 04 May 2026 12:00:00 GMT</pubDate><description>${summary}</description></item>
        </channel></rss>`,
      );
    documents.set('/order', `<body>${orderText('May 8, 2026')}</body>`);
    listWith('Until Friday');
    await add();
    await poll();
    expect(await ends()).toEqual(['2026-05-08']);

    documents.set('/order', `<body>${orderText('May 9, 2026')}</body>`);
    listWith('Corrected: until Saturday');
    await pollAgain(15);
    expect(await ends()).toEqual(['2026-05-09']);
    listWith('  Corrected:\n until Saturday ');
    await pollAgain(15);
    expect(reads(), 'not reworded again').toBe(2);

    const [{ id }] = await drafts();
    await master.call('DELETE', `${DRAFTS}/${id}`);
    listWith('Until Sunday');
    await pollAgain(15);
    expect([await drafts(), reads()], 'dismissed').toEqual([[], 2]);
  });

  test('read an entry of a JSON document again after one of its texts changes, but not if only a number changes', async () => {
    const listWith = (item: object) =>
      documents.set(
        '/list.json',
        JSON.stringify({ items: [{ name: 'Flags', url: '/order', ...item }] }),
      );
    const ends = async () =>
      (await drafts()).map(
        ({ orders }: { orders: { ends: { value: { date: string } } }[] }) =>
          orders[0]?.ends.value.date,
      );
    documents.set('/order', `<body>${orderText('May 8, 2026')}</body>`);
    listWith({ abstract: 'Until Friday', views: 1 });
    await add({ kind: 'json', url: at('/list.json'), list: 'items', title: 'name', link: 'url' });
    await poll();
    documents.set('/order', `<body>${orderText('May 9, 2026')}</body>`);
    listWith({ abstract: 'Until Friday', views: 2 });
    await pollAgain(15);
    expect(await ends()).toEqual(['2026-05-08']);
    listWith({ abstract: 'Until Saturday', views: 3 });
    await pollAgain(15);
    expect(await ends()).toEqual(['2026-05-09']);
  });

  test('create drafts, which are not orders and move no poles', async () => {
    publishOrder();
    await add();
    await poll();
    expect((await master.call('GET', '/api/half-staff/orders')).json).toEqual([]);
  });

  test('close a draft when its order is recorded from the same URL', async () => {
    publishOrder();
    await add();
    await poll();
    await master.call('POST', '/api/half-staff/orders', {
      ...recorded('2026-05-09'),
      sourceUrl: at('/order'),
    });
    expect(await drafts()).toEqual([]);
  });

  test('close a draft if another source has already led to the same order', async () => {
    publishOrder();
    await add();
    await master.call('POST', '/api/half-staff/orders', recorded('2026-05-08'));
    await poll();
    expect(await drafts()).toEqual([]);
  });

  test('keep a draft open for a decision if its dates contradict the recorded order', async () => {
    publishOrder();
    await add();
    await master.call('POST', '/api/half-staff/orders', recorded('2026-05-09'));
    await poll();
    expect(await drafts()).toHaveLength(1);
  });

  test('replace the draft of a page that changes its dates, even if the page changes them back', async () => {
    const banner = (until: string) => documents.set('/status', `<body>${orderText(until)}</body>`);
    const dates = async () =>
      (await drafts()).map(
        ({ orders }: { orders: { ends: { value: { date: string } } }[] }) =>
          orders[0]?.ends.value.date,
      );
    banner('May 8, 2026');
    await add({ kind: 'page', url: at('/status') });
    await poll();
    expect(await dates()).toEqual(['2026-05-08']);
    banner('May 10, 2026');
    await pollAgain(30);
    expect(await dates()).toEqual(['2026-05-10']);
    banner('May 8, 2026');
    await pollAgain(30);
    expect(await dates()).toEqual(['2026-05-08']);
  });

  test('replace only the earlier draft about the same event when a later entry is about that event', async () => {
    publishOrder('/one', 'May 8, 2026');
    await add();
    await poll();
    const other = orderText('May 9, 2026').replace('Trooper Cole Barton', 'Senator Dana Whitlock');
    documents.set('/other', `<body>${other}</body>`);
    documents.set('/two', `<body>${orderText('May 10, 2026')}</body>`);
    publish([
      { path: '/other', title: 'Governor orders flags lowered for a senator' },
      { path: '/two', title: 'Correction: flags lowered' },
      { path: '/one', title: 'Governor orders flags lowered' },
    ]);
    await pollAgain(30);
    const links = (await drafts()).map(({ link }: { link: string }) => new URL(link).pathname);
    expect(links.toSorted()).toEqual(['/other', '/two']);
  });

  test('keep the drafts of two entries that are found at the same time', async () => {
    documents.set('/one', `<body>${orderText('May 8, 2026')}</body>`);
    documents.set('/two', `<body>${orderText('May 10, 2026')}</body>`);
    publish(['/one', '/two'].map((path) => ({ path, title: 'Flags lowered' })));
    await add();
    await poll();
    expect(await drafts()).toHaveLength(2);
  });

  test('do not create a dismissed draft again', async () => {
    publishOrder();
    await add();
    await poll();
    const [{ id }] = await drafts();
    expect((await master.call('DELETE', `${DRAFTS}/${id}`)).status).toBe(204);
    expect((await master.call('DELETE', `${DRAFTS}/${id}`)).status).toBe(404);
    await pollAgain();
    expect(await drafts()).toEqual([]);
  });

  test('create no draft from a page that contains no order, or only an order that is over', async () => {
    publishOrder('/old', 'May 1, 2026');
    await add();
    await poll();
    expect(await drafts()).toEqual([]);
  });

  test('are checked again without downloading documents that have not changed', async () => {
    publishOrder();
    const feed = documents.get('/feed');
    documents.set('/feed', (response, { headers }) => {
      if (headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"v1"' }).end(feed);
    });
    const { json: source } = await add();
    await poll();
    await pollAgain();
    expect(
      site.received
        .filter(({ path }) => path === '/feed')
        .map((one) => one.headers['if-none-match']),
    ).toEqual([undefined, '"v1"']);
    expect(await sourceOf(source.id)).toMatchObject({
      problem: null,
      succeededAt: harness.time.now,
    });
  });

  test('are checked less often after each failure, or as rarely as the source asks', async () => {
    const { json: source } = await add();
    const waits: number[] = [];
    for (let failure = 0; failure < 3; failure++) {
      await pollAgain();
      waits.push((await sourceOf(source.id)).nextAt - harness.time.now);
    }
    expect(waits).toEqual([15, 30, 60].map((minutes) => minutes * MINUTE_MS));
    documents.set('/feed', (response) => response.writeHead(429, { 'retry-after': '43200' }).end());
    await pollAgain();
    expect((await sourceOf(source.id)).nextAt - harness.time.now).toBe(12 * 60 * MINUTE_MS);
  });

  test('are reported as not responding until they respond again', async () => {
    const { json: source } = await add();
    await poll();
    await pollAgain();
    expect((await sourceOf(source.id)).problem).toBeNull();
    await pollAgain();
    expect(await sourceOf(source.id)).toMatchObject({
      problem: 'unreachable',
      problemText: 'The website responded with status 404.',
      problemSince: harness.time.now,
    });
    publishOrder();
    await pollAgain();
    expect((await sourceOf(source.id)).problem).toBeNull();
  });

  test.each([
    {
      problem: 'redirect',
      answer: (response: Parameters<Parameters<Receiver['answer']>[0]>[0]) =>
        response.writeHead(302, { location: `http://localhost:${site.port}/feed` }).end(),
    },
    {
      problem: 'unreadable',
      answer: (response: Parameters<Parameters<Receiver['answer']>[0]>[0]) =>
        response.writeHead(200).end('<html>This page has moved</html>'),
    },
    {
      problem: 'empty',
      answer: (response: Parameters<Parameters<Receiver['answer']>[0]>[0]) =>
        response.writeHead(200).end('<rss><channel></channel></rss>'),
    },
  ])(
    'are reported with the problem $problem after two checks in a row have found it',
    async ({ problem, answer }) => {
      const { json: source } = await add();
      documents.set('/feed', answer);
      await poll();
      expect((await sourceOf(source.id)).problem).toBeNull();
      await pollAgain();
      expect(await sourceOf(source.id)).toMatchObject({ problem, problemSince: harness.time.now });
    },
  );

  test('are reported if their certificate is invalid', async () => {
    const server = createServer(await newCertificate(), (_request, response) => response.end('x'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { json: source } = await add({ url: `https://127.0.0.1:${port}/feed` });
    await poll();
    await pollAgain();
    server.close();
    expect(await sourceOf(source.id)).toMatchObject({ problem: 'certificate' });
  });

  test('are reported if they have had no new entry for too long', async () => {
    publishOrder();
    const { json: source } = await add({ silentDays: 2 });
    await poll();
    await pollAgain();
    expect((await sourceOf(source.id)).problem).toBeNull();
    await pollAgain();
    expect((await sourceOf(source.id)).problem).toBe('silent');
  });

  test('create a draft that a user must read after a document could not be read three times', async () => {
    publish([{ path: '/gone', title: 'Flags' }]);
    await add();
    await poll();
    await pollAgain();
    expect(await drafts()).toEqual([]);
    await pollAgain();
    expect(await drafts()).toMatchObject([
      { title: 'Flags', orders: [], unread: 'The website responded with status 404.' },
    ]);
  });

  test('turn a PDF file into a draft that a user must read', async () => {
    publish([{ path: '/order.pdf', title: 'Executive Order 5' }]);
    documents.set('/order.pdf', '%PDF-1.7\n…');
    await add();
    await poll();
    expect(await drafts()).toMatchObject([{ title: 'Executive Order 5', orders: [] }]);
  });

  test('have at most 20 documents read per check, and the others in later checks', async () => {
    const items = Array.from({ length: 30 }, (_, n) => ({ path: `/n${n}`, title: `News ${n}` }));
    for (const { path } of items) documents.set(path, '<p>Nothing.</p>');
    publish(items);
    await add();
    await poll();
    const read = () => site.received.filter(({ path }) => path !== '/feed').length;
    expect(read()).toBe(20);
    await pollAgain();
    expect(read()).toBe(30);
  });

  test('are read even if another source sends data without end', async () => {
    documents.set('/endless', (response) => {
      const chunk = Buffer.alloc(256 * 1024, 'x');
      const more = () => response.write(chunk, (error) => error ?? setImmediate(more));
      response.on('error', () => {});
      more();
    });
    publishOrder();
    await add({ url: at('/endless'), name: 'Endless' });
    await add();
    await poll();
    expect(await drafts()).toHaveLength(1);
  });

  test('include federal sources, which are not contacted before a master agrees', async () => {
    expect((await master.call('GET', PATH)).json).toEqual({ watchFederal: null, sources: [] });
    await poll();
    const { json } = await master.call('PUT', `${PATH}/federal`, { watch: true });
    expect(json.watchFederal).toBe(true);
    expect(json.sources.map((one: { id: string; isOn: boolean }) => [one.id, one.isOn])).toEqual([
      ['federal-register', true],
      ['public-inspection', true],
      ['white-house', true],
    ]);
    const stopped = (await master.call('PUT', `${PATH}/federal`, { watch: false })).json;
    expect(stopped.watchFederal).toBe(false);
    expect(stopped.sources.some(({ isOn }: { isOn: boolean }) => isOn)).toBe(false);
    expect((await master.call('DELETE', `${PATH}/white-house`)).status).toBe(409);
  });

  test('are not contacted while they are turned off, and are checked immediately when they are turned on', async () => {
    publishOrder();
    const { json: source } = await add();
    await master.call('PATCH', `${PATH}/${source.id}`, { isOn: false });
    expect((await master.call('POST', `${PATH}/${source.id}/check`)).status).toBe(409);
    await pollAgain();
    expect(site.received).toEqual([]);
    await master.call('PATCH', `${PATH}/${source.id}`, { isOn: true });
    await poll();
    expect(await drafts()).toHaveLength(1);
  });

  test('are checked immediately when a master asks for that', async () => {
    publish([]);
    documents.set(
      '/feed',
      '<rss><channel><item><title>x</title><link>/x</link></item></channel></rss>',
    );
    const { json: source } = await add();
    await poll();
    publishOrder();
    await poll();
    expect(await drafts()).toEqual([]);
    expect((await master.call('POST', `${PATH}/${source.id}/check`)).status).toBe(200);
    await poll();
    expect(await drafts()).toHaveLength(1);
  });

  test('are deleted together with their drafts', async () => {
    publishOrder();
    const { json: source } = await add();
    await poll();
    expect((await master.call('DELETE', `${PATH}/${source.id}`)).status).toBe(204);
    expect(await drafts()).toEqual([]);
    expect((await master.call('DELETE', `${PATH}/${source.id}`)).status).toBe(404);
  });

  test('cannot be added twice or with incomplete settings', async () => {
    expect((await add()).status).toBe(201);
    expect((await add({ name: 'Ohio again' })).status).toBe(409);
    for (const wrong of [
      { url: 'ftp://example.com/' },
      { url: at('/other'), kind: 'json' },
      { url: at('/other'), kind: 'json', list: '__proto__..x', title: 't', link: 'l' },
      { url: at('/other'), everyMinutes: 1 },
      { url: at('/other'), unknown: true },
    ])
      expect((await add(wrong)).status, JSON.stringify(wrong)).toBe(400);
  });

  const recorded = (until: string) => ({
    authority: 'governor',
    kind: 'half',
    reason: 'In memory of Trooper Cole Barton',
    sourceUrl: null,
    issuedAt: NOW,
    scope: { kind: 'states', states: ['OH'] },
    starts: { kind: 'immediately' },
    ends: { kind: 'sunset', date: until },
  });
});

test('an order source in a private network is rejected', async () => {
  const harness = await createHarness();
  const master = await harness.as('master');
  for (const url of ['http://127.0.0.1/feed', 'https://10.0.0.1/feed', 'https://[::1]/feed'])
    expect((await master.call('POST', PATH, { kind: 'feed', name: 'x', url })).status).toBe(400);
  await harness.close();
});

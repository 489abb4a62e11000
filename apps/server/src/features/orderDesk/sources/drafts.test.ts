import { describe, expect, test } from 'vitest';
import { engines } from '../../../testing/engines.ts';
import { DRAFTS, NOW, orderText, useSourceSite } from './testing/sourceSite.ts';

describe.each(engines)('order source checks on %s', (engine) => {
  const { documents, call, at, poll, publish, received, pollAgain, publishOrder, add, drafts } =
    useSourceSite(engine);

  test('turn a new order into a draft that contains the full text and the quoted sentences', async () => {
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
    const { text, orders } = (await call('GET', `${DRAFTS}/${draft.id}`)).json;
    expect(orders[0].ends).toMatchObject({ value: { kind: 'sunset', date: '2026-05-08' } });
    expect(text.slice(orders[0].ends.start, orders[0].ends.end)).toContain('until sunset on May 8');
  });

  test('read each entry only once, no matter how often the source lists the entry', async () => {
    publishOrder();
    await add();
    await poll();
    await pollAgain();
    await pollAgain();
    expect(received().filter(({ path }) => path === '/order')).toHaveLength(1);
    expect(await drafts()).toHaveLength(1);
  });

  test('read an entry again after it is marked as updated', async () => {
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
    const reads = () => received().filter(({ path }) => path === '/order').length;
    await pollAgain(15);
    expect(reads(), 'not updated again').toBe(2);

    const [{ id }] = await drafts();
    await call('DELETE', `${DRAFTS}/${id}`);
    listAt('2026-05-04T12:00:00Z');
    await pollAgain(15);
    expect([await drafts(), reads()], 'dismissed').toEqual([[], 2]);
  });

  test('read an entry again when its summary changes, even if its date does not', async () => {
    const ends = async () =>
      (await drafts()).map(
        ({ orders }: { orders: { ends: { value: { date: string } } }[] }) =>
          orders[0]?.ends.value.date,
      );
    const reads = () => received().filter(({ path }) => path === '/order').length;
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
    await call('DELETE', `${DRAFTS}/${id}`);
    listWith('Until Sunday');
    await pollAgain(15);
    expect([await drafts(), reads()], 'dismissed').toEqual([[], 2]);
  });

  test("infer the year of an order's dates from the entry's publication date", async () => {
    documents.set(
      '/order',
      '<body>Governor Ann Poe of Ohio has ordered flags across Ohio to half-staff from sunrise to sunset on Friday, May 8, in honor of Officer Roe.</body>',
    );
    documents.set(
      '/feed',
      `<rss><channel><item><guid>1</guid><title>Flags lowered</title><link>/order</link>
      <pubDate>Mon, 04 May 2026 12:00:00 GMT</pubDate></item></channel></rss>`,
    );
    await add();
    await poll();
    const [{ orders }] = await drafts();
    expect(orders[0].ends.value.date).toBe('2026-05-08');
  });

  test('read an entry of a JSON list again after one of its strings changes, but not if only a number changes', async () => {
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
    expect((await call('GET', '/api/half-staff/orders')).json).toEqual([]);
  });

  test('close a draft when its order is recorded from the same URL', async () => {
    publishOrder();
    await add();
    await poll();
    await call('POST', '/api/half-staff/orders', {
      ...recorded('2026-05-09'),
      sourceUrl: at('/order'),
    });
    expect(await drafts()).toEqual([]);
  });

  test('close a draft if a user has already recorded the same order', async () => {
    publishOrder();
    await add();
    await call('POST', '/api/half-staff/orders', recorded('2026-05-08'));
    await poll();
    expect(await drafts()).toEqual([]);
  });

  test('keep a draft open for a decision if its dates contradict the recorded order', async () => {
    publishOrder();
    await add();
    await call('POST', '/api/half-staff/orders', recorded('2026-05-09'));
    await poll();
    expect(await drafts()).toHaveLength(1);
  });

  test("replace a page's draft when the dates on the page change, even if they change back", async () => {
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

  test('replace a draft when a later entry is about the same event, and keep all other drafts', async () => {
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

  test('create a draft for each of two entries that are found in the same check', async () => {
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
    expect((await call('DELETE', `${DRAFTS}/${id}`)).status).toBe(204);
    expect((await call('DELETE', `${DRAFTS}/${id}`)).status).toBe(404);
    await pollAgain();
    expect(await drafts()).toEqual([]);
  });

  test('create no draft from a page that contains no order, or only an order that is over', async () => {
    publishOrder('/old', 'May 1, 2026');
    await add();
    await poll();
    expect(await drafts()).toEqual([]);
  });

  test('create a draft without order details after three failed attempts to read a document', async () => {
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

  test('create a draft for a PDF file, but leave reading the file to a user', async () => {
    publish([{ path: '/order.pdf', title: 'Executive Order 5' }]);
    documents.set('/order.pdf', '%PDF-1.7\n…');
    await add();
    await poll();
    expect(await drafts()).toMatchObject([{ title: 'Executive Order 5', orders: [] }]);
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

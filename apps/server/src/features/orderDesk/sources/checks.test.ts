import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { newCertificate } from '../../../testing/certificates.ts';
import { engines } from '../../../testing/engines.ts';
import { type Answer, MINUTE_MS, useSourceSite } from './testing/sourceSite.ts';

describe.each(engines)('sources of orders on %s', (engine) => {
  const {
    documents,
    at,
    poll,
    publish,
    now,
    port,
    received,
    pollAgain,
    publishOrder,
    add,
    sourceOf,
    drafts,
  } = useSourceSite(engine);

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
      received()
        .filter(({ path }) => path === '/feed')
        .map((one) => one.headers['if-none-match']),
    ).toEqual([undefined, '"v1"']);
    expect(await sourceOf(source.id)).toMatchObject({
      problem: null,
      succeededAt: now(),
    });
  });

  test('are checked less often after each failure, or at the time in the Retry-After header', async () => {
    const { json: source } = await add();
    const waits: number[] = [];
    for (let failure = 0; failure < 3; failure++) {
      await pollAgain();
      waits.push((await sourceOf(source.id)).nextAt - now());
    }
    expect(waits).toEqual([15, 30, 60].map((minutes) => minutes * MINUTE_MS));
    documents.set('/feed', (response) => response.writeHead(429, { 'retry-after': '43200' }).end());
    await pollAgain();
    expect((await sourceOf(source.id)).nextAt - now()).toBe(12 * 60 * MINUTE_MS);
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
      problemSince: now(),
    });
    publishOrder();
    await pollAgain();
    expect((await sourceOf(source.id)).problem).toBeNull();
  });

  test.each([
    {
      problem: 'redirect',
      answer: (response: Parameters<Answer>[0]) =>
        response.writeHead(302, { location: `http://localhost:${port()}/feed` }).end(),
    },
    {
      problem: 'unreadable',
      answer: (response: Parameters<Answer>[0]) =>
        response.writeHead(200).end('<html>This page has moved</html>'),
    },
    {
      problem: 'empty',
      answer: (response: Parameters<Answer>[0]) =>
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
      expect(await sourceOf(source.id)).toMatchObject({ problem, problemSince: now() });
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

  test('are reported if they have had no new entries for too long', async () => {
    publishOrder();
    const { json: source } = await add({ silentDays: 2 });
    await poll();
    await pollAgain();
    expect((await sourceOf(source.id)).problem).toBeNull();
    await pollAgain();
    expect((await sourceOf(source.id)).problem).toBe('silent');
  });

  test('are read in batches: at most 20 documents per check, and the rest in later checks', async () => {
    const items = Array.from({ length: 30 }, (_, n) => ({ path: `/n${n}`, title: `News ${n}` }));
    for (const { path } of items) documents.set(path, '<p>Nothing.</p>');
    publish(items);
    await add();
    await poll();
    const read = () => received().filter(({ path }) => path !== '/feed').length;
    expect(read()).toBe(20);
    await pollAgain();
    expect(read()).toBe(30);
  });

  test('are still read if another source never stops sending data', async () => {
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
});

import type { LookupAddress } from 'node:dns';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { publicLookup } from '../../../platform/http/publicTargets.ts';
import { type Receiver, startReceiver } from '../../webhooks/testing/receiver.ts';
import { fetchDocument, MAX_DOCUMENT_BYTES } from './fetchDocument.ts';

let site: Receiver;
beforeAll(async () => {
  site = await startReceiver();
});
afterAll(() => site.close());
beforeEach(() => {
  site.received.length = 0;
});

const at = (path: string) => new URL(path, site.url).href;
const fetched = (path = '/order') => fetchDocument(at(path), { privateTargets: true });

describe('a fetched document', () => {
  test('has the type, character set and bytes that the server sent', async () => {
    site.answer((response) =>
      response.writeHead(200, { 'content-type': 'Text/HTML; charset="ISO-8859-1"' }).end('<p>ü'),
    );
    expect(await fetched()).toEqual({
      address: at('/order'),
      type: 'text/html',
      charset: 'iso-8859-1',
      content: Buffer.from('<p>ü'),
      validators: { etag: null, lastModified: null },
    });
    expect(site.received.map(({ headers }) => headers['user-agent'])).toEqual(['Halyard']);
  });

  test.each([
    { encoding: 'gzip', compress: gzipSync },
    { encoding: 'br', compress: brotliCompressSync },
  ])(
    'is decompressed if the server sends it compressed ($encoding)',
    async ({ encoding, compress }) => {
      site.answer((response) =>
        response.writeHead(200, { 'content-encoding': encoding }).end(compress('the text')),
      );
      expect((await fetched()).content.toString()).toBe('the text');
    },
  );

  test('comes from the URL that the server redirects to', async () => {
    site.answer((response, { path }) => {
      if (path === '/order') response.writeHead(302, { location: '/moved?a=1' }).end('old');
      else response.writeHead(200).end('new');
    });
    const { address, content } = await fetched();
    expect([address, content.toString()]).toEqual([at('/moved?a=1'), 'new']);
  });
});

describe('fetching a document fails with an error that gives the reason', () => {
  const problemOf = (path?: string) =>
    fetched(path).then(
      () => 'none',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  test('after five redirects', async () => {
    site.answer((response) => response.writeHead(301, { location: '/order' }).end());
    expect(await problemOf()).toBe('FetchFailed: The URL redirects more than 5 times.');
    expect(site.received).toHaveLength(6);
  });

  test.each(['file:///etc/passwd', 'ftp://example.com/', 'data:text/plain,x'])(
    'after a redirect to %s',
    async (location) => {
      site.answer((response) => response.writeHead(302, { location }).end());
      expect(await problemOf()).toMatch('redirects to something other than a web page');
    },
  );

  test.each([404, 403, 500, 204])('if the response status is %i', async (status) => {
    site.answer((response) => response.writeHead(status).end());
    expect(await problemOf()).toBe(`FetchFailed: The website responded with status ${status}.`);
  });

  test('as soon as the document exceeds the size limit', async () => {
    let sent = 0;
    site.answer((response) => {
      const chunk = Buffer.alloc(64 * 1024);
      const more = () => {
        sent += chunk.length;
        response.write(chunk, (error) => error ?? setImmediate(more));
      };
      response.on('error', () => {});
      more();
    });
    expect(await problemOf()).toBe('FetchFailed: The document is larger than 4 MB.');
    expect(sent).toBeLessThan(4 * MAX_DOCUMENT_BYTES);
  });

  test('if a small response becomes too large when decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(MAX_DOCUMENT_BYTES + 1));
    expect(bomb.length).toBeLessThan(10_000);
    site.answer((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect(await problemOf()).toBe('FetchFailed: The document is larger than 4 MB.');
  });

  test('if the response is cut off', async () => {
    site.answer((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('only this', () => response.destroy());
    });
    expect(await problemOf()).toMatch(
      /^FetchFailed: (The website stopped sending|Couldn’t read the website)/,
    );
  });

  test('if no server listens at the URL', async () => {
    const closed = await startReceiver();
    await closed.close();
    await expect(fetchDocument(closed.url, { privateTargets: true })).rejects.toThrow(
      'Couldn’t read the website (ECONNREFUSED).',
    );
  });
});

describe('a fetch from a private IP address', () => {
  const internal: LookupAddress[] = [{ address: '127.0.0.1', family: 4 }];

  test('is rejected if the host name resolves to a private address', async () => {
    const lookup = publicLookup((_name, _options, done) => done(null, internal));
    const url = `https://www.example.gov:${site.port}/`;
    const before = site.connections;
    await expect(fetchDocument(url, { privateTargets: false, lookup })).rejects.toThrow(
      'private network',
    );
    expect(site.connections).toBe(before);
  });

  test.each(['https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/latest/'])(
    'is rejected if the URL contains a private address: %s',
    async (url) => {
      await expect(fetchDocument(url, { privateTargets: false })).rejects.toThrow(
        'private network',
      );
    },
  );
});

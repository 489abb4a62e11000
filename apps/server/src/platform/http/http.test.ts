import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { api } from '@halyard/domain';
import { msg } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Client, createHarness, type Harness } from '../../testing/harness.ts';
import { companyBody } from '../../testing/world.ts';
import { AppError } from '../errors.ts';
import { loggedPath, logSerializers } from '../log/serializers.ts';
import { errorHeader } from './errorHandler.ts';

let harness: Harness;
let master: Client;
let webRoot: string;

beforeAll(async () => {
  webRoot = await mkdtemp(path.join(tmpdir(), 'halyard-web-'));
  await mkdir(path.join(webRoot, 'assets'));
  await writeFile(
    path.join(webRoot, 'index.html'),
    '<!doctype html><head><style nonce="__CSP_NONCE__"></style><title>Halyard</title></head>',
  );
  await writeFile(path.join(webRoot, 'assets', 'main-abc123.js'), 'console.log(1)');
  await writeFile(
    path.join(webRoot, 'assets', 'main-abc123.js.br'),
    brotliCompressSync('console.log(1)'),
  );
  await writeFile(path.join(webRoot, 'theme.js'), 'void 0');
  await writeFile(path.join(webRoot, 'worker.js'), 'const version = __SHELL_VERSION__;');
  await writeFile(
    path.join(webRoot, 'site.webmanifest'),
    JSON.stringify({ name: 'Halyard', display: 'standalone' }),
  );
  await writeFile(path.join(path.dirname(webRoot), `${path.basename(webRoot)}-secret`), 'secret');
  harness = await createHarness({ webRoot, settings: { productName: 'Poles of Lima' } });
  master = await harness.as('master');
});
afterAll(async () => {
  await harness.close();
  await rm(webRoot, { recursive: true });
  await rm(`${webRoot}-secret`);
});

/** Sends a raw request, as an attacker might. */
const raw = (payload: string, headers: Record<string, string> = {}) =>
  harness.app.inject({
    method: 'POST',
    url: '/api/companies',
    headers: {
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      cookie: master.cookie!,
      'content-type': 'application/json',
      ...headers,
    },
    payload,
  });

const companies = async () => (await master.call('GET', '/api/companies')).json.length;

describe('a hostile request', () => {
  const deep = `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  test.each([
    ['malformed JSON', '{"name":', {}, 400],
    ['text that is not JSON', 'name=x', {}, 400],
    ['a list', '[]', {}, 400],
    ['a number', '42', {}, 400],
    ['null', 'null', {}, 400],
    ['nothing', '', {}, 400],
    ['wrong types', '{"name":{"$gt":""},"city":[1]}', {}, 400],
    [
      '__proto__',
      JSON.stringify(companyBody()).replace('{', '{"__proto__":{"admin":true},'),
      {},
      400,
    ],
    [
      'constructor.prototype',
      JSON.stringify(companyBody()).replace('{', '{"constructor":{"prototype":{"admin":true}},'),
      {},
      400,
    ],
    ['deep nesting', deep, {}, 400],
    ['a huge body', JSON.stringify({ ...companyBody(), name: 'x'.repeat(70_000) }), {}, 413],
    ['an over-long field', JSON.stringify(companyBody('x'.repeat(201))), {}, 400],
    ['control characters', JSON.stringify(companyBody('a\u0000b')), {}, 400],
    ['a lone surrogate', '{"name":"\\ud800"}', {}, 400],
    ['text/plain', JSON.stringify(companyBody()), { 'content-type': 'text/plain' }, 415],
    ['a form', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ] as const)(
    'is rejected with a short message, and nothing is stored: %s',
    async (_what, payload, headers, status) => {
      const before = await companies();
      const answer = await raw(payload, headers);
      expect(answer.statusCode).toBe(status);
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(answer.body.length).toBeGreaterThan(0);
      expect(answer.body.length).toBeLessThan(200);
      expect(answer.body).not.toMatch(/at .*\.[jt]s|node_modules|zod|fastify/i);
      expect(await companies()).toBe(before);
    },
  );

  test('gets the error message from the specification for its first invalid field', async () => {
    const { name: _, ...rest } = companyBody();
    const answer = await raw(JSON.stringify({ ...rest, zip: '1' }));
    expect(answer.body).toBe('Company name is required');
  });

  test('cannot set fields that are not part of the API', async () => {
    const answer = await raw(
      JSON.stringify({ ...companyBody(), id: 'mine', auto_half_mast: true }),
    );
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ autoHalfMast: false });
    expect(answer.json().id).not.toBe('mine');
  });

  test.each([
    ['climbing', '/api/companies/..%2f..%2fetc'],
    ['a zero byte', '/api/companies/%00'],
    ['two dots', '/api/flags/company/%2e%2e'],
    ['5,000 characters', `/api/companies/${'x'.repeat(5000)}`],
    ['invalid escapes', '/api/companies/%zz'],
  ])('finds nothing with %s as an ID', async (_what, url) => {
    const answer = await master.call('GET', url);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  });
});

describe('the origin check', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['another port', { origin: 'http://localhost:4000' }, 403],
    ['the null origin', { origin: 'null' }, 403],
    ['an empty origin', { origin: '' }, 403],
    ['cross-site, according to the browser', { 'sec-fetch-site': 'cross-site' }, 403],
    ['same-site, according to the browser', { 'sec-fetch-site': 'same-site' }, 403],
    ['same-origin, according to the browser', { 'sec-fetch-site': 'same-origin', origin: '' }, 201],
    ['our own origin', {}, 201],
  ] as const)('responds to %s (%j) with %i', async (_what, headers, status) => {
    const answer = await raw(JSON.stringify(companyBody()), headers as Record<string, string>);
    expect(answer.statusCode).toBe(status);
  });

  test('rejects sign-ins from other sites', async () => {
    const answer = await harness
      .anonymous()
      .call(
        'POST',
        '/api/login',
        { username: 'x', password: 'y' },
        { headers: { origin: 'https://evil.example' } },
      );
    expect(answer.status).toBe(403);
  });

  test('accepts a client that sends no origin (spec §7)', async () => {
    const answer = await harness.app.inject({
      method: 'POST',
      url: '/api/companies',
      headers: { host: 'localhost:3000', cookie: master.cookie! },
      payload: companyBody(),
    });
    expect(answer.statusCode).toBe(201);
  });

  test('accepts PUBLIC_URL as the origin behind a proxy that changes the Host header', async () => {
    const proxied = await createHarness({ settings: { publicUrl: 'https://flags.example' } });
    const call = (origin: string) =>
      proxied
        .anonymous()
        .call('POST', '/api/logout', undefined, { headers: { origin, host: 'internal:3000' } });
    expect((await call('https://flags.example')).status).toBe(200);
    expect((await call('https://flags.example.evil')).status).toBe(403);
    await proxied.close();
  });
});

describe('the error handler', () => {
  test('responds to an internal error with a request ID, but not with the error message', async () => {
    const broken = await createHarness();
    const client = await broken.as('master');
    await broken.services.db.queries.schema.dropTable('invitations').execute();
    const answer = await client.call('GET', '/api/invitations');
    expect(answer.status).toBe(500);
    expect(answer.text).toMatch(/^Something went wrong\. \(request [\w-]{36}\)$/);
    await broken.close();
  });

  test('responds to an unknown path with 404 as text, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const answer = await master.call(method, '/api/nothing');
      expect([answer.status, answer.text]).toEqual([404, 'API call not found']);
      expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    }
  });
});

describe('the console', () => {
  const get = (url: string) => harness.anonymous().call('GET', url);

  test('is served with a new nonce at every path that is not a file', async () => {
    const nonces = new Set<string>();
    for (const url of ['/', '/auth', '/companies/abc', '/join/code?x=1', '//']) {
      const answer = await get(url);
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      const nonce = /nonce="([^"]+)"/.exec(answer.text)?.[1];
      expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
      nonces.add(nonce!);
    }
    expect(nonces.size).toBe(5);
  });

  test("preloads the user's data only for a browser that opens a page and has a session cookie", async () => {
    const preloads = async (client: Client, mode?: string) => {
      const headers = mode === undefined ? {} : { 'sec-fetch-mode': mode };
      const { text } = await client.call('GET', '/flags', undefined, { headers });
      return text.includes('href="/api/user"');
    };
    expect(await preloads(master, 'navigate')).toBe(true);
    expect(await preloads(master)).toBe(true);
    // The service worker keeps the page for everybody who uses the browser.
    expect(await preloads(master, 'cors')).toBe(false);
    expect(await preloads(harness.anonymous(), 'navigate')).toBe(false);
  });

  test('has a content security policy that allows no inline scripts, frames or other hosts', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self' ws://localhost:3000 wss://localhost:3000");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  test('does not let a Host header change its content security policy', async () => {
    const answer = await harness
      .anonymous()
      .call('GET', '/', undefined, { headers: { host: "x; script-src 'unsafe-inline'" } });
    expect(String(answer.headers['content-security-policy'])).not.toContain('unsafe-inline');
  });

  test('lets browsers cache a file for a year if its name contains a hash; other files are revalidated each time', async () => {
    const built = await get('/assets/main-abc123.js');
    expect(built.text).toBe('console.log(1)');
    expect(built.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/theme.js')).headers['cache-control']).toBe('public, max-age=0');
    expect((await get('/assets/gone-000.js')).status).toBe(404);
  });

  test('sends files that the build has compressed to clients that accept compression', async () => {
    const url = '/assets/main-abc123.js';
    const answer = await harness.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers.vary).toBe('accept-encoding');
    expect(answer.headers['content-type']).toMatch('javascript');
    expect(String(brotliDecompressSync(answer.rawPayload))).toBe('console.log(1)');
  });

  test.each(['secret', '%2e%2e', '..%2f'])(
    'serves no files outside its folder: %s',
    async (part) => {
      const name = `${path.basename(webRoot)}-secret`;
      for (const url of [
        `/../${name}`,
        `/%2e%2e/${name}`,
        `/..%2f${name}`,
        `/assets/../../${name}`,
        `/${part}`,
      ])
        expect((await get(url)).text).not.toBe('secret');
    },
  );

  test('gives the installed app the product name that the operator has chosen', async () => {
    const { headers, text } = await get('/site.webmanifest');
    expect(headers['content-type']).toMatch('application/manifest+json');
    const name = 'Poles of Lima';
    expect(JSON.parse(text)).toEqual({ name, short_name: name, display: 'standalone' });
  });

  describe("the console's service worker", () => {
    const workerOf = async (settings: Parameters<typeof createHarness>[0]) => {
      const own = await createHarness({ webRoot, ...settings });
      const answer = await own.anonymous().call('GET', '/worker.js');
      await own.close();
      return answer.text;
    };

    test('is revalidated each time a browser loads it, and can fetch only from its own host', async () => {
      const { headers } = await get('/worker.js');
      expect(headers['content-type']).toMatch('text/javascript');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';/);
      expect(headers['content-security-policy']).toMatch(/; connect-src 'self'$/);
    });

    test('stays the same until the page, a file or the content security policy changes', async () => {
      const first = await workerOf({});
      expect(first).toMatch(/^const version = "[\da-f]{16}";$/);
      expect(await workerOf({ settings: { productName: 'Another' } })).toBe(first);
      const project = {
        ...{ apiKey: 'k', authDomain: 'x.firebaseapp.com', projectId: 'x', appId: '1' },
        databaseURL: 'https://x-default-rtdb.firebaseio.com',
        authEmulator: null,
      };
      const realtime = { mode: 'firebase', project } as const;
      expect(await workerOf({ settings: { realtime } })).not.toBe(first);
      const theme = path.join(webRoot, 'theme.js');
      await writeFile(theme, 'void 1');
      expect(await workerOf({})).not.toBe(first);
      await writeFile(theme, 'void 0');
      expect(await workerOf({})).toBe(first);
    });

    test('removes itself if the operator turns off the offline app', async () => {
      expect(await workerOf({ settings: { offlineApp: false } })).toBe('const version = null;');
    });
  });

  test('has the standard security headers, but HSTS only behind TLS', async () => {
    const { headers } = await get('/');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['strict-transport-security']).toBe(undefined);
    const tls = await createHarness({ settings: { secureCookies: true } });
    const id = await tls.addUser('master', {}, 'tls');
    expect(id).toBeTruthy();
    const answer = await tls
      .anonymous()
      .call('POST', '/api/login', { username: 'tls', password: 'correct horse' });
    expect(answer.headers['strict-transport-security']).toBeTruthy();
    const cookies = [answer.headers['set-cookie']].flat();
    expect(cookies[0]).toMatch(/^__Host-halyard_3000=.*; Path=\/; .*; Secure(;|$)/);
    for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; .*Secure(;|$)/);
    await tls.close();
  });
});

test('an API response forbids caching, and its content security policy allows nothing', async () => {
  const answer = await master.call('GET', '/api/user');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
});

describe('the API documentation', () => {
  test('describes every API call in OpenAPI 3.1 at /api/openapi.json', async () => {
    const { json } = await harness.anonymous().call('GET', '/api/openapi.json');
    expect(json.openapi).toBe('3.1.0');
    const operations = Object.values(json.paths).flatMap((methods) =>
      Object.values(methods as Record<string, { operationId: string }>),
    );
    expect(operations.map((operation) => operation.operationId).sort()).toEqual(
      Object.keys(api).sort(),
    );
    const create = json.paths['/api/companies'].post;
    const { schemas } = json.components;
    expect(create.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/CompanyCreate',
    });
    expect(schemas.CompanyCreate.required).toContain('name');
    expect(schemas.Company.properties.id).toBeTruthy();
    const references = JSON.stringify(json).match(/"\$ref":"[^"]*"/g) ?? [];
    const known = Object.keys(schemas).map((name) => `"$ref":"#/components/schemas/${name}"`);
    expect(references.filter((one) => !known.includes(one))).toEqual([]);
    expect(json.paths['/api/companies/{id}'].patch.parameters[0].name).toBe('id');
  });

  test('works without scripts at /api/docs, and loads no styles but its own', async () => {
    const answer = await harness.anonymous().call('GET', '/api/docs');
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.text).toContain('PATCH /api/flags/{id}');
    expect(answer.text).not.toMatch(/<script/);
    const style = /<style>([^<]*)<\/style>/.exec(answer.text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(answer.headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
  });

  test.each(['/api/docs', '/api/openapi.json'])('is rendered only once at %s', async (url) => {
    const first = await harness.anonymous().call('GET', url);
    const work = vi.spyOn(JSON, 'stringify');
    const second = await harness.anonymous().call('GET', url);
    // Rendering the whole document would pass objects to JSON.stringify. Sending the stored
    // response does not.
    expect(work.mock.calls.filter(([value]) => typeof value === 'object')).toEqual([]);
    work.mockRestore();
    expect(second.text).toBe(first.text);
  });

  test.each(['/api/docs', '/api/openapi.json'])(
    'is not sent again to a client whose copy is current: %s',
    async (url) => {
      const ask = (tag: string) =>
        harness.anonymous().call('GET', url, undefined, { headers: { 'if-none-match': tag } });
      const { headers } = await harness.anonymous().call('GET', url);
      const etag = String(headers.etag);
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await ask(tag);
        expect([answer.status, answer.text]).toEqual([304, '']);
        expect(answer.headers.etag).toBe(etag);
      }
      expect((await ask('"other"')).status).toBe(200);
    },
  );
});

describe('/healthz', () => {
  test('responds with 200 while both databases work, and otherwise with 503', async () => {
    const own = await createHarness();
    const check = async () => (await own.anonymous().call('GET', '/healthz')).status;
    expect(await check()).toBe(200);
    own.link.healthy = false;
    expect(await check()).toBe(503);
    own.link.healthy = true;
    await own.services.db.close();
    expect(await check()).toBe(503);
    await own.close();
  });
});

describe('the request log', () => {
  test('contains no query strings, cookies or secret codes', () => {
    expect(loggedPath('/users/a/hardware/F.json?auth=KEY')).toBe('/users/a/hardware/F.json');
    expect(loggedPath('/join/CODE?x')).toBe('/join/…');
    expect(loggedPath('/api/calendars/TOKEN.ics')).toBe('/api/calendars/…');
    const logged = logSerializers.req({ method: 'GET', url: '/x?auth=KEY', ip: '10.0.0.1' });
    expect(logged).toEqual({ method: 'GET', path: '/x', address: '10.0.0.1' });
  });
});

describe('an error response', () => {
  test('has a header with the message ID and the placeholder values, so that programs do not have to parse English', async () => {
    const taken = await raw(JSON.stringify({}));
    expect(JSON.parse(String(taken.headers['halyard-error']))).toEqual({
      code: 'invalid',
      text: messageOf(taken.body).id,
      values: { text: taken.body },
    });
  });

  test('contains the error in an ASCII header, or only the error code if the error would be too long for a header', async () => {
    const names = ['Zoë 🏴', 'x'.repeat(3_000)];
    const answers = names.map((name) =>
      errorHeader(new AppError('conflict', msg`${{ name }} is taken.`)),
    );
    expect(answers[0]).toBe(
      `{"code":"conflict","text":"${msg`${{ name: '' }} is taken.`.id}","values":{"name":"Zo\\u00eb \\ud83c\\udff4"}}`,
    );
    expect(answers[1]).toBe('{"code":"conflict"}');
  });
});

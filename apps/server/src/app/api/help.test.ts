import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../testing/harness.ts';

let folder: string;
let webRoot: string;
let helpRoot: string;
let harness: Harness;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'halyard-help-'));
  webRoot = path.join(folder, 'web');
  helpRoot = path.join(folder, 'help');
  await mkdir(webRoot);
  await mkdir(path.join(helpRoot, 'assets'), { recursive: true });
  await mkdir(path.join(helpRoot, 'decisions'));
  const files = {
    'secret.html': 'secret',
    'help-secret.html': 'secret',
    'web/index.html': 'console',
    'help/index.html': 'start',
    'help/404.html': 'lost',
    'help/half-staff.html': 'half-staff',
    'help/decisions/index.html': 'decisions',
    'help/assets/help-abc.js': 'void 0',
    'help/assets/search-abc.txt': 'index',
  };
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), content);
  await writeFile(path.join(helpRoot, 'half-staff.html.br'), brotliCompressSync('half-staff'));
  harness = await createHarness({ webRoot, helpRoot });
});
afterAll(async () => {
  await harness.close();
  await rm(folder, { recursive: true });
});

const get = (url: string) => harness.anonymous().call('GET', url);

describe('the help site', () => {
  test.each([
    ['/help/', 'start'],
    ['/help/index.html', 'start'],
    ['/help/half-staff.html', 'half-staff'],
    ['/help/half-staff.html?x=1', 'half-staff'],
    ['/help/decisions/', 'decisions'],
  ])('serves %s to anyone', async (url, content) => {
    const answer = await get(url);
    expect([answer.status, answer.text]).toEqual([200, content]);
    expect(answer.headers['content-type']).toMatch('text/html');
  });

  test('redirects from /help to /help/', async () => {
    const { status, headers } = await get('/help');
    expect([status, headers.location]).toEqual([308, '/help/']);
  });

  test('has a content security policy that allows only its own files, and the standard security headers', async () => {
    const { headers } = await get('/help/half-staff.html');
    const policy = String(headers['content-security-policy']);
    expect(policy).toBe(
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; " +
        "script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'",
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['referrer-policy']).toBe('same-origin');
    const script = await get('/help/assets/help-abc.js');
    expect(script.headers['content-security-policy']).not.toMatch('self');
  });

  test('lets browsers cache files with a hash in their names, and makes them revalidate pages on each visit', async () => {
    for (const url of ['/help/assets/help-abc.js', '/help/assets/search-abc.txt'])
      expect((await get(url)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const page = await get('/help/half-staff.html');
    expect(page.headers['cache-control']).toBe('public, max-age=0');
    expect(page.headers.etag).toBeTruthy();
  });

  test('compresses its responses if the client accepts compression', async () => {
    const answer = await harness.app.inject({
      url: '/help/half-staff.html',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['content-type']).toMatch('text/html');
    expect(String(brotliDecompressSync(answer.rawPayload))).toBe('half-staff');
  });

  test('responds to an unknown page with 404 and its own error page', async () => {
    const answer = await get('/help/none/at-all.html');
    expect([answer.status, answer.text]).toEqual([404, 'lost']);
    expect(answer.headers['content-security-policy']).toMatch("script-src 'self'");
    expect(await get('/help/assets/gone-abc.js')).toMatchObject({ status: 404 });
    expect((await get('/help/assets/gone-abc.js')).text).not.toBe('lost');
  });

  test.each([
    '/help/../secret.html',
    '/help/%2e%2e/secret.html',
    '/help/..%2fsecret.html',
    '/help/%2e%2e%2fsecret.html',
    '/help/..\\secret.html',
    '/help/decisions/../../secret.html',
    '/help/decisions/%2e%2e/%2e%2e/secret.html',
    '/help-secret.html',
    '/help//../secret.html',
    '/help/%00',
    '/help/%',
  ])('does not serve files outside its folder: %s', async (url) => {
    expect((await get(url)).text).not.toBe('secret');
  });

  test('is linked from the console, which learns about it from /api/config', async () => {
    expect((await get('/api/config')).json.help).toBe(true);
  });

  test('leaves all paths that do not begin with /help/ to the console', async () => {
    expect((await get('/helping')).text).toBe('console');
    expect((await get('/')).text).toBe('console');
  });
});

test('without a built help site, /help returns 404 and the console does not link to it', async () => {
  const without = await createHarness({ webRoot });
  const ask = (url: string) => without.anonymous().call('GET', url);
  for (const url of ['/help', '/help/', '/help/index.html', '/help/assets/help-abc.js']) {
    const { status, text } = await ask(url);
    expect([status, text]).toEqual([404, 'Help topic not found']);
  }
  expect((await ask('/api/config')).json.help).toBe(false);
  await without.close();
});

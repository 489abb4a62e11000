import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Running, start } from '../../app/start.ts';

const UPGRADE =
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';

const NO_KEY = UPGRADE.replace(/Key: .*/, 'Key: x');
const VERSION_7 = UPGRADE.replace('Version: 13', 'Version: 7');
const PROTOCOL = 'Sec-WebSocket-Protocol: a b';

describe.each([
  ['https', true],
  ['http', false],
])('every response over %s', (scheme, hasHsts) => {
  let running: Running;
  beforeAll(async () => {
    running = await start({
      env: {
        PORT: '0',
        HOST: '127.0.0.1',
        LOG_LEVEL: 'silent',
        DATA_DIR: mkdtempSync(path.join(tmpdir(), 'halyard-headers-')),
        PUBLIC_URL: `${scheme}://flags.example.com`,
      },
      demo: false,
      reset: false,
      print: () => {},
    });
  });
  afterAll(() => running.stop());

  /** Sends raw HTTP text, and returns the status line and headers of the response in lowercase. */
  const head = async (text: string) => {
    const socket = connect({ port: Number(new URL(running.url).port), host: '127.0.0.1' });
    socket.write(text);
    let answer = '';
    while (!answer.includes('\r\n\r\n')) {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      answer += chunk.toString();
    }
    socket.destroy();
    return answer.split('\r\n\r\n')[0]!.toLowerCase();
  };
  const get = (target: string, more = 'Connection: close', host = 'localhost') =>
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n\r\n`;

  test.each([
    ['a page', get('/'), ''],
    ['an API call', get('/api/config'), '200'],
    ['a rejected API call', get('/api/user'), '401'],
    ['an unknown path', get('/api/nothing'), '404'],
    ['an invalid escape', get('/api/flags/%zz'), '400'],
    ['a redirect', get('/api/sign-in/callback?code=x&state=y'), '302'],
    ['the health check', get('/healthz'), '200'],
    ['the realtime database', get('/users/a.json'), '401'],
    ['a preflight to the realtime database', get('/users/a.json').replace('GET', 'OPTIONS'), '200'],
    ['long polling', get('/.lp?start=t'), '400'],
    ['a WebSocket', get('/.ws?v=5&ns=halyard', UPGRADE), '101'],
    ['a rejected WebSocket', get('/nowhere', UPGRADE), '404'],
    [
      'a WebSocket from another site',
      get('/.ws?v=5', `${UPGRADE}\r\nOrigin: http://evil.example`),
      '403',
    ],
    ['an unknown host', get('/', 'Connection: close', 'evil.example'), '421'],
    [
      "an unknown host's WebSocket",
      get('/.ws?v=5', `${UPGRADE}\r\nOrigin: x`, 'evil.example'),
      '421',
    ],
    ['a request without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400'],
    ['an unsupported Expect header', get('/api/config', 'Expect: foo\r\nConnection: close'), '417'],
    ['a WebSocket with an invalid key', get('/.ws?v=5&ns=halyard', NO_KEY), '400'],
    ['a WebSocket of an unknown version', get('/.ws?v=5&ns=halyard', VERSION_7), '400'],
    ['a WebSocket with another method', get('/.ws?v=5', UPGRADE).replace('GET', 'POST'), '405'],
    ['a WebSocket with another protocol', get('/.ws?v=5', `${UPGRADE}\r\n${PROTOCOL}`), '400'],
    ['invalid HTTP', 'nonsense\r\n\r\n', '400'],
    ['headers that are too large', get('/', `X: ${'x'.repeat(20_000)}`), '431'],
  ])('tells browsers not to guess its content type: %s', async (_what, text, status) => {
    const answer = await head(text);
    expect(answer).toContain(` ${status}`);
    expect(answer).toContain('\r\nx-content-type-options: nosniff');
    expect(
      answer.includes('\r\nstrict-transport-security: max-age=31536000; includesubdomains'),
    ).toBe(hasHsts);
  });
});

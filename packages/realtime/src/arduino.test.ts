import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseRules } from './rules/index.ts';
import { RawSocket } from './testing/rawSocket.ts';
import { type Running, start } from './testing/start.ts';
import { until } from './testing/until.ts';

/**
 * Replays, byte for byte, the requests of mobizt's FirebaseClient 2.2.13 and Firebase-ESP-Client
 * 4.4.17 (protocol §16, §17), and reads the responses as those libraries do.
 */
class Device extends RawSocket {
  /**
   * Sends the bytes and returns the response, matching the Content-Length header case-sensitively.
   */
  async request(bytes: string): Promise<{ head: string; body: string }> {
    const from = this.received.length;
    this.send(bytes);
    let head = '';
    let length = 0;
    await until(() => {
      const text = this.received.slice(from);
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return false;
      head = text.slice(0, end + 4);
      length = Number(/Content-Length: (\d+)\r\n/.exec(head)?.[1] ?? 0);
      return text.length >= end + 4 + length;
    });
    return { head, body: this.received.slice(from + head.length, from + head.length + length) };
  }
}

const NODE = '/users/o1/hardware/F-1';
let server: Running;
const devices: Device[] = [];
const device = (): Device => {
  const made = new Device(server.port);
  devices.push(made);
  return made;
};

beforeEach(async () => {
  server = await start({
    rules: parseRules({
      rules: {
        users: {
          $o: {
            hardware: {
              $f: { '.read': 'auth.uid == $f', '.write': 'auth.uid == $f' },
            },
          },
        },
      },
    }),
  });
});
afterEach(async () => {
  for (const made of devices.splice(0)) made.close();
  await server.stop();
});

const request = (method: string, path: string, headers: string[], body?: string): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...headers,
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`]),
    '',
    body ?? '',
  ].join('\r\n');

const CURRENT = ['Connection: keep-alive', 'X-Firebase-ETag: true'];
const OLD = [
  'User-Agent: ESP',
  'X-Firebase-Decoding: 1',
  'Connection: keep-alive',
  'Keep-Alive: timeout=30, max=100',
  'Accept-Encoding: identity;q=1,chunked;q=0.1,*;q=0',
];

describe('the realtime server with the Arduino libraries', () => {
  test('lets FirebaseClient set, get, patch, push and remove data over one connection', async () => {
    const pole = device();
    const put = await pole.request(
      request('PUT', `${NODE}/voltage.json?auth=F-1`, CURRENT, '42.7'),
    );
    expect(put.head).toMatch(/^HTTP\/1\.1 200 /);
    expect(put.body).toBe('42.7');
    const get = await pole.request(request('GET', `${NODE}/voltage.json?auth=F-1`, CURRENT));
    expect(get.body).toBe('42.7');
    expect(get.head).toContain('\r\nETag: ');
    expect(get.head).toContain('\r\nContent-Type: application/json');
    const patch = await pole.request(
      request(
        'PATCH',
        `${NODE}/.json?auth=F-1`,
        ['Connection: keep-alive'],
        '{"reported/flagUp":true}',
      ),
    );
    expect(patch.body).toBe('{"reported/flagUp":true}');
    const push = await pole.request(request('POST', `${NODE}/log.json?auth=F-1`, CURRENT, '1'));
    expect(push.body).toMatch(/^\{"name":"-[-\w]{19}"\}$/);
    const gone = await pole.request(request('DELETE', `${NODE}/log.json?auth=F-1`, CURRENT));
    expect(gone.head).toContain('\r\nETag: null_etag\r\n');
    expect(gone.body).toBe('null');
    const silent = await pole.request(
      request('PUT', `${NODE}/voltage.json?auth=F-1&print=silent`, CURRENT, '43'),
    );
    expect(silent.head).toMatch(/^HTTP\/1\.1 204 /);
    expect(await server.realtime.admin.get(NODE)).toEqual({
      voltage: 43,
      reported: { flagUp: true },
    });
  });

  test('accepts the trailing space in the method override of Firebase-ESP-Client, and capitalizes headers as that library expects', async () => {
    const pole = device();
    const headers = [...OLD, 'X-HTTP-Method-Override: PATCH '];
    const answer = await pole.request(
      request('POST', `${NODE}/.json?auth=F-1`, headers, '{"voltage":41}'),
    );
    for (const line of ['HTTP/1.1 200 ', '\r\nContent-Type: ', '\r\nContent-Length: ']) {
      expect(answer.head).toContain(line);
    }
    expect(answer.head).not.toContain('Transfer-Encoding');
    const foreign = await pole.request(
      request('PUT', '/users/o1/hardware/F-2/voltage.json?auth=F-1', OLD, '1'),
    );
    expect(foreign.head).toMatch(/^HTTP\/1\.1 401 /);
    expect(foreign.body).toContain('"error" : "Permission denied"');
  });

  test('sends compact stream events on single lines, with path before data', async () => {
    await server.realtime.admin.set(NODE, { flagUp: false });
    const pole = device();
    pole.send(
      request('GET', `${NODE}.json?auth=F-1`, [
        'Connection: keep-alive',
        'Accept: text/event-stream',
      ]),
    );
    await until(() => pole.received.includes('\n\n'));
    expect(pole.received).not.toContain('Transfer-Encoding');
    const head = pole.received.indexOf('\r\n\r\n') + 4;
    expect(pole.received.slice(head)).toBe(
      'event: put\ndata: {"path":"/","data":{"flagUp":false}}\n\n',
    );
    const before = pole.received.length;
    await server.realtime.admin.update(NODE, {
      flagUp: true,
      command: { id: 'c1', issuedAt: 1, by: 'u' },
    });
    await until(() => pole.received.length > before);
    expect(pole.received.slice(before)).toBe(
      'event: patch\ndata: {"path":"/","data":{"flagUp":true,"command":{"by":"u","id":"c1","issuedAt":1}}}\n\n',
    );
    server.realtime.disconnect(({ auth }) => auth?.uid === 'F-1');
    await until(() => pole.closed);
    expect(pole.received).toMatch(
      /event: auth_revoked\ndata: "credential is no longer valid"\n\n$/,
    );
  });

  test("closes an idle request connection early, regardless of the host server's keep-alive setting", async () => {
    await server.stop();
    server = await start({ limits: { restIdleMs: 20 } });
    const pole = device();
    await pole.request(request('GET', '/a.json', CURRENT));
    await until(() => pole.closed);
  });
});

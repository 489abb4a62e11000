import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../testing/receiver.ts';
import { post } from './post.ts';

describe('a webhook delivery', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());
  const stopping = new AbortController();
  const send = (url = receiver.url) =>
    post(url, { 'content-type': 'application/json' }, '{"a":"ü"}', {
      privateTargets: true,
      signal: stopping.signal,
    });

  test('is sent unchanged, and succeeds with any 2xx status', async () => {
    receiver.answer((response) => response.writeHead(202).end('thanks'));
    expect(await send()).toEqual({ responseStatus: 202, responseText: 'thanks', error: null });
    expect(receiver.received.at(-1)?.body).toBe('{"a":"ü"}');
  });

  test('fails with any status other than 2xx, and does not follow a redirect', async () => {
    receiver.answer((response) => response.writeHead(307, { location: '/elsewhere' }).end());
    const before = receiver.received.length;
    expect(await send()).toMatchObject({
      responseStatus: 307,
      error: 'The endpoint responded with status 307.',
    });
    expect(receiver.received.slice(before).map(({ path }) => path)).toEqual(['/hook']);
  });

  test('keeps only the start of an endless response, without control characters', async () => {
    receiver.answer((response) => {
      response.writeHead(500);
      const more = () => response.write(`\0${'x'.repeat(2000)}\u001b[2J`, () => setImmediate(more));
      more();
      response.on('error', () => {});
    });
    const { responseStatus, responseText } = await send();
    expect(responseStatus).toBe(500);
    expect(responseText).toBe('x'.repeat(1023));
  });

  test('succeeds after a response status of 200, even if the response body is cut off', async () => {
    receiver.answer((response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half');
      setTimeout(() => response.destroy(), 20);
    });
    expect(await send()).toEqual({ responseStatus: 200, responseText: 'half', error: null });
  });

  test('fails with an error message if the endpoint is down, is not a web server, or does not respond', async () => {
    const server = createServer((socket) => socket.resume().end('SSH-2.0-OpenSSH_9.9\r\n'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    expect((await send(`http://127.0.0.1:${port}/`)).error).toMatch(
      /Couldn’t reach the endpoint \(HPE_/,
    );
    server.close();
    await once(server, 'close');
    expect((await send(`http://127.0.0.1:${port}/`)).error).toBe(
      'Couldn’t reach the endpoint (ECONNREFUSED).',
    );
    receiver.answer((response) => response.socket?.destroy());
    expect((await send()).error).toMatch(/Couldn’t reach the endpoint|closed the connection/);
    receiver.answer((response) => {
      response.socket?.end(
        'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      );
    });
    expect((await send()).error).toMatch(/Couldn’t reach the endpoint|closed the connection/);
  });
});

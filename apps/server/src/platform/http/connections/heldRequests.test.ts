import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HeldRequests } from './heldRequests.ts';

function refuse(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503).end();
}

/**
 * Starts a server that passes every request to `held`. Returns a function that sends a request to
 * this server.
 */
async function serve(held: HeldRequests) {
  const server = createServer((request, response) => held.hold(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return async () => {
    const arrived = once(server, 'request');
    const request = get({ port, agent: false });
    const answered = once(request, 'response').then(([answer]) => {
      (answer as IncomingMessage).resume();
      return (answer as IncomingMessage).statusCode;
    });
    const [, response] = (await arrived) as [IncomingMessage, ServerResponse];
    return { request, response, answered };
  };
}

test('a server that is starting holds only a limited number of requests, and refuses the rest', async () => {
  const held = new HeldRequests(1, 60_000, refuse);
  const send = await serve(held);
  const first = await send();
  const second = await send();
  expect(await second.answered).toBe(503);
  held.release((_request, response) => response.end());
  expect(await first.answered).toBe(200);
});

test('a server that is starting refuses a request that has waited too long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const held = new HeldRequests(1, 15_000, refuse);
  const { answered } = await (await serve(held))();
  vi.advanceTimersByTime(15_000);
  expect(await answered).toBe(503);
  const released = vi.fn();
  held.release(released);
  expect(released).not.toHaveBeenCalled();
});

test('a waiting request that is passed on in time is not refused later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const held = new HeldRequests(1, 15_000, refuse);
  const { answered, response } = await (await serve(held))();
  held.release(() => {});
  vi.advanceTimersByTime(15_000);
  response.end();
  expect(await answered).toBe(200);
});

test('a server that is starting discards a waiting request if its client closes the connection', async () => {
  const held = new HeldRequests(1, 60_000, refuse);
  const send = await serve(held);
  const { request, response, answered } = await send();
  answered.catch(() => {});
  const closed = once(response, 'close');
  request.destroy();
  await closed;
  const next = await send();
  held.release((_request, answer) => answer.end());
  expect(await next.answered).toBe(200);
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { memoryStore } from '@halyard/realtime';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { CommandReceipts } from '../commands/commandReceipts.ts';
import { openRealtime } from './open.ts';

/**
 * Returns the IP address whose limits apply to a connection, if a proxy sends this X-Forwarded-For
 * header.
 */
async function countedAddress(
  trustProxy: boolean,
  forwarded?: string,
): Promise<string | undefined> {
  const realtime = await openRealtime({
    store: memoryStore(),
    clock: Date.now,
    log: pino({ level: 'silent' }),
    publicUrl: null,
    trustProxy,
    secure: false,
    receipts: new CommandReceipts(),
    writeRefused() {},
    refused() {},
    onLost: () => {},
    session: async () => null,
    device: async () => null,
    deviceReported: () => {},
    token: async () => null,
    isServer: () => false,
  });
  const http = createServer();
  realtime.attach(http);
  await once(http.listen(0, '127.0.0.1'), 'listening');
  const { port } = http.address() as AddressInfo;
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
  const ws = new WebSocket(`ws://127.0.0.1:${port}/.ws?v=5`, { headers });
  await once(ws, 'open');
  const [connection] = realtime.connections();
  ws.terminate();
  await realtime.close();
  http.close();
  return connection?.remoteAddress;
}

test('connections are counted by the client IP address that a trusted proxy reports', async () => {
  expect(await countedAddress(true, '10.9.9.9, 198.51.100.7')).toBe('198.51.100.7');
  expect(await countedAddress(true)).toBe('127.0.0.1');
  expect(await countedAddress(true, '')).toBe('127.0.0.1');
  expect(await countedAddress(false, '198.51.100.7')).toBe('127.0.0.1');
});

import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { listenOnSockets } from './listenSockets.ts';

const host = '127.0.0.1';

async function listen(server: Server, port = 0) {
  const sockets = await listenOnSockets(server, { port, host });
  onTestFinished(async () => {
    sockets.close();
    await sockets.closed();
  });
  return sockets;
}

/**
 * A script that opens the given number of connections, and exits when all of them are established.
 */
const CLIENTS = `
  const [port, count] = process.argv.slice(1).map(Number);
  let connected = 0;
  for (let i = 0; i < count; i++)
    require('node:net').connect(port, '${host}', () => { if (++connected === count) process.exit(); });
`;

test.runIf(process.platform === 'linux')(
  'a server accepts several of its waiting connections in one turn of the event loop',
  async () => {
    let accepted = 0;
    const server = createServer((socket) => {
      accepted++;
      socket.destroy();
    });
    const { port } = await listen(server);
    // The server accepts no connections in the meantime, because this thread waits for the other
    // process.
    const clients = spawnSync(process.execPath, ['-e', CLIENTS, String(port), '400']);
    expect(clients.status).toBe(0);
    let rounds = 0;
    for (; accepted < 400; rounds++) await nextRound();
    expect(rounds).toBeLessThan(100);
  },
);

test('a second server cannot listen on the port of the first one', async () => {
  const { port } = await listen(createServer());
  await expect(listenOnSockets(createServer(), { port, host })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

test('a server can listen on its port again after all of its sockets are closed', async () => {
  const first = await listen(createServer());
  first.close();
  await first.closed();
  const second = await listen(createServer(), first.port);
  expect(second.port).toBe(first.port);
});

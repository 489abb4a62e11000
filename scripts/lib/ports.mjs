// Ports for test servers that cannot choose a free one themselves (port 0). Imports only node:
// modules.

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The first port. All ports are below those that operating systems use for outgoing connections and
 * for port 0 (Linux: from 32768).
 */
const FIRST = 20_000;
const COUNT = 12_000;

/**
 * Reserves a port for this process until it ends. Nothing listens on the port, the system assigns
 * it to no other program, and no other call of this function in any process on this machine returns
 * it.
 */
export async function reservePort() {
  for (let tries = 0; tries < COUNT; tries++) {
    const port = FIRST + randomInt(COUNT);
    const lock = await listening(lockOf(port));
    if (!lock) continue;
    const probe = await listening({ port });
    if (probe) {
      await new Promise((resolve) => probe.close(resolve));
      return port;
    }
    lock.close();
  }
  throw new Error(`No free port from ${FIRST} to ${FIRST + COUNT - 1}`);
}

/**
 * Returns a socket address that only one process can hold, until that process ends; on Linux, an
 * abstract socket.
 */
const lockOf = (port) =>
  process.platform === 'linux' ? { path: `\0halyard-port-${port}` } : { port: port + COUNT };

/**
 * Listens on a port or socket.
 * @returns the server, which does not keep the process alive; null if the port or socket is in use
 */
function listening(where) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null);
      else reject(error);
    });
    server.listen(where, () => {
      server.unref();
      resolve(server);
    });
  });
}

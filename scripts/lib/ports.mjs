// Ports for servers of tests that cannot be asked to choose one (port 0). Only node: modules.

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give to outgoing connections and to port 0 (Linux: from 32768 on). */
const FIRST = 20_000;
const COUNT = 12_000;

/**
 * A port that belongs to this process until it ends: nobody listens there, the system gives it to no
 * other program, and no other call of this function in any process of this machine returns it.
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

/** A name that one process can hold and that goes with it: on Linux an abstract socket. */
const lockOf = (port) =>
  process.platform === 'linux' ? { path: `\0halyard-port-${port}` } : { port: port + COUNT };

/** @returns the server, which keeps no process running; null where the address is taken */
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

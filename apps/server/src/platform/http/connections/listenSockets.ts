import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { LISTEN_BACKLOG } from '@halyard/realtime';

/**
 * The number of sockets that listen on the port. In each turn of the event loop, Node accepts at
 * most one connection per socket. With a single socket, a user would have to wait until all poles
 * have reconnected after a restart.
 */
const SOCKETS = 256;
/** The operating systems where several sockets can share a port. */
const SHARES_PORTS = new Set(['linux', 'freebsd', 'sunos', 'aix']);

/** The sockets that listen on the port of a server. */
export interface ListenSockets {
  readonly port: number;
  /** Stops accepting connections. Open connections stay open. */
  close(): void;
  /** Resolves after `close`, when all open connections have ended. */
  closed(): Promise<void>;
}

/**
 * Makes a server listen on a port. Uses several sockets if the system allows them to share a port.
 * @param server a server that is not listening yet
 * @param at the port and host; if the port is 0, the system chooses one
 * @throws the system's error (`EADDRINUSE`, `EACCES`, …)
 */
export async function listenOnSockets(
  server: Server,
  at: { port: number; host: string },
): Promise<ListenSockets> {
  const reusePort = SHARES_PORTS.has(process.platform);
  if (reusePort && at.port !== 0) await checkUnused(at);
  const servers = [server];
  const listen = async (one: Server, port: number) => {
    one.listen({ ...at, port, backlog: LISTEN_BACKLOG, reusePort });
    await once(one, 'listening');
  };
  await listen(server, at.port);
  const { port } = server.address() as AddressInfo;
  if (reusePort) {
    // The same options as those of Node's HTTP server.
    const options = { allowHalfOpen: true, noDelay: true };
    const more = Array.from({ length: SOCKETS - 1 }, () =>
      createServer(options, (socket) => server.emit('connection', socket)),
    );
    await Promise.all(more.map((one) => listen(one, port)));
    servers.push(...more);
  }
  const closed = servers.map((one) => new Promise((resolve) => one.once('close', resolve)));
  return {
    port,
    close() {
      for (const one of servers) one.close();
    },
    async closed() {
      await Promise.all(closed);
    },
  };
}

/**
 * Checks that no process listens on a port. Without this check, the server's sockets could share
 * the port with another process of the same user, such as a second Halyard.
 * @throws the system's error (`EADDRINUSE`, `EACCES`, …)
 */
async function checkUnused(at: { port: number; host: string }): Promise<void> {
  const probe = createServer((socket) => socket.destroy());
  probe.listen(at);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * When to cut the connection: before the next batch reaches the database, or after it has reached
 * the database but before the response is passed on. Null to cut nothing.
 */
export type Cut = 'before' | 'after' | null;

export interface CuttingProxy {
  /** The URL for reaching the database through the proxy. */
  readonly url: string;
  /** Cuts the connection to the database in the middle of the next batch. */
  cutNext(cut: Cut): void;
  /**
   * If true, the proxy cuts all connections and rejects new ones; if false, it accepts connections
   * again.
   */
  refuse(refused: boolean): void;
  close(): Promise<void>;
}

/** Starts a TCP proxy for tests that breaks the connection to PostgreSQL at critical moments. */
export async function startProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let cut: Cut = null;
  let refused = false;
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const server = createServer((client) => {
    if (refused) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    client.on('close', () => upstream.destroy()).on('close', () => sockets.delete(client));
    upstream.on('close', () => client.destroy()).on('close', () => sockets.delete(upstream));
    let swallow = false;
    client.on('data', (data) => {
      const now = data.includes('realtime_commit') ? cut : null;
      if (now !== null) cut = null;
      if (now === 'before') {
        client.destroy();
        return;
      }
      swallow ||= now === 'after';
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      // The server responds to a batch after committing it, but the client never gets the response.
      if (swallow) client.destroy();
      else client.write(data);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' ? address?.port : '');
  return {
    url: url.href,
    cutNext(next) {
      cut = next;
    },
    refuse(next) {
      refused = next;
      if (refused) cutAll();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      cutAll();
      await closed;
    },
  };
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Authenticator, CredentialRefused, type RealtimeServerOptions } from '../options.ts';
import { openRules } from '../rules/index.ts';
import { createRealtimeServer, type RealtimeServer } from '../server.ts';
import { memoryStore } from '../store/memory.ts';

/** Accepts credentials of the form `uid` or `uid:claim=value,…`. `owner` is an administrator. */
export const testAuthenticator: Authenticator = {
  async credential(credential) {
    if (credential === 'owner') return { auth: null, admin: true };
    if (credential === 'expired') throw new CredentialRefused('expired_token');
    if (credential.startsWith('bad')) throw new CredentialRefused('invalid_token');
    const [uid = '', claims = ''] = credential.split(':');
    const pairs = claims.split(',').filter(Boolean);
    return {
      auth: { uid, token: Object.fromEntries(pairs.map((pair) => pair.split('='))) },
    };
  },
};

export interface Running {
  realtime: RealtimeServer;
  port: number;
  url: string;
  /** Returns the number of open TCP connections. */
  sockets(): number;
  /** Resets every TCP connection. */
  cut(): void;
  stop(): Promise<void>;
}

/** Starts an in-memory server that is open to everyone, by default on a free loopback port. */
export async function start(
  options: Partial<RealtimeServerOptions> = {},
  { port: wanted = 0 } = {},
): Promise<Running> {
  const realtime = await createRealtimeServer({
    store: memoryStore(),
    rules: openRules(),
    authenticate: testAuthenticator,
    ...options,
  });
  const http = createServer();
  realtime.attach(http);
  const sockets = new Set<Socket>();
  http.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await once(http.listen(wanted, '127.0.0.1'), 'listening');
  const { port } = http.address() as AddressInfo;
  return {
    realtime,
    port,
    url: `http://127.0.0.1:${port}`,
    sockets: () => sockets.size,
    cut() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async stop() {
      await realtime.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Authenticator, CredentialRefused, type RealtimeServerOptions } from '../options.ts';
import { openRules } from '../rules/index.ts';
import { createRealtimeServer, type RealtimeServer } from '../server.ts';
import { memoryStore } from '../store/memory.ts';

/** Credentials of the form `uid` or `uid:claim=value,…`; `owner` is an administrator. */
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
  /** Open TCP connections. */
  sockets(): number;
  stop(): Promise<void>;
}

/** A server on a free loopback port; in memory and open to all unless told otherwise. */
export async function start(options: Partial<RealtimeServerOptions> = {}): Promise<Running> {
  const realtime = await createRealtimeServer({
    store: memoryStore(),
    rules: openRules(),
    authenticate: testAuthenticator,
    ...options,
  });
  const http = createServer();
  realtime.attach(http);
  let sockets = 0;
  http.on('connection', (socket) => {
    sockets++;
    socket.on('close', () => sockets--);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    realtime,
    port,
    url: `http://127.0.0.1:${port}`,
    sockets: () => sockets,
    async stop() {
      await realtime.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type FlagRecord, readRecord } from '@halyard/domain';
import {
  type AdminClient,
  CredentialRefused,
  createRealtimeServer,
  memoryStore,
  parseRules,
  type RealtimeServer,
} from '@halyard/realtime';
import { hardwarePath } from '../../../realtime/outbox/mirroredChanges.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';

/** A realtime server for device tests. It uses the production rules and a free local port. */
export interface DeviceSide {
  port: number;
  url: string;
  admin: AdminClient;
  server: RealtimeServer;
  /** Resolves when the flag's data in the realtime database meets `condition`. */
  until(address: FlagAddress, condition: (record: FlagRecord) => boolean): Promise<FlagRecord>;
  close(): Promise<void>;
}

/**
 * Starts the server.
 * @param flagOf returns the ID of the flag that a device key belongs to, or null for an invalid key
 */
export async function startDeviceSide(
  flagOf: (key: string) => string | null | Promise<string | null>,
): Promise<DeviceSide> {
  const rules = await readFile(new URL('../../../../database.rules.json', import.meta.url), 'utf8');
  const server = await createRealtimeServer({
    store: memoryStore(),
    rules: parseRules(rules),
    restPrefixes: ['users', 'companies', 'locations'],
    authenticate: {
      async credential(key) {
        const flagId = await flagOf(key);
        if (flagId === null) throw new CredentialRefused('invalid_token');
        return { auth: { uid: `device:${flagId}`, token: { flagId, role: null, sid: null } } };
      },
    },
  });
  const http = createServer({ keepAliveTimeout: 5_000 });
  server.attach(http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const { admin } = server;

  const until: DeviceSide['until'] = (address, condition) => {
    const path = hardwarePath(address);
    return new Promise((resolve, reject) => {
      let settled = false;
      let stop: (() => void) | undefined;
      const look = async () => {
        const record = readRecord(await admin.get(path));
        if (settled || !condition(record)) return;
        settled = true;
        stop?.();
        resolve(record);
      };
      stop = admin.listen(path, () => void look().catch(reject));
    });
  };
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    admin,
    server,
    until,
    async close() {
      await server.close();
      http.close();
      http.closeAllConnections();
    },
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRealtimeServer, memoryStore, openRules, sqliteStore } from '@halyard/realtime';
import { listenOnLoopback } from '../listen.ts';
import { offer } from '../part.ts';

/** Our server, as it is shipped, open to all. */
offer({
  async start({ durable }: { durable: boolean }) {
    const directory = mkdtempSync(path.join(tmpdir(), 'halyard-bench-'));
    const server = await createRealtimeServer({
      store: durable ? sqliteStore({ directory }) : memoryStore(),
      rules: openRules(),
      authenticate: {
        async credential() {
          return { auth: null };
        },
      },
    });
    const http = createServer();
    server.attach(http);
    process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
    return listenOnLoopback(http);
  },
});

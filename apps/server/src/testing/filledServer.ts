import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from '../../../../scripts/postgres.mjs';
import { type Running, start } from '../app/start.ts';
import type { Engine } from '../platform/database/engines/engine.ts';
import { type FilledServer, fillServer } from './google/console.ts';

/** A server with its own data for one test, already set up by its first master. */
export interface StartedServer {
  server: Running;
  world: FilledServer;
  stop(): Promise<void>;
}

export async function startFilledServer(engine: Engine): Promise<StartedServer> {
  const database = engine === 'postgres' ? await createDatabase() : null;
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATA_DIR: mkdtempSync(path.join(tmpdir(), 'halyard-filled-')),
    ...(database && { DATABASE_URL: database.url }),
  };
  let printed = '';
  const print = (text: string) => {
    printed += `${text}\n`;
  };
  const server = await start({ env, demo: false, reset: false, print });
  return {
    server,
    world: await fillServer(server.url, printed),
    async stop() {
      await server.stop();
      await database?.drop();
    },
  };
}

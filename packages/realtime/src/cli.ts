/**
 * The realtime database alone:
 * `npm run realtime -- --port 9000 [--host 127.0.0.1] [--data DIR] [--rules FILE] [--dev]`
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { LISTEN_BACKLOG } from './limits.ts';
import { type Authenticator, CredentialRefused, type Logger } from './options.ts';
import { closedRules, openRules, parseRules } from './rules/index.ts';
import type { Rules } from './rules/types.ts';
import { createRealtimeServer } from './server.ts';
import { memoryStore } from './store/memory.ts';
import { sqliteStore } from './store/sqlite.ts';

const HELP = `A realtime database that speaks Firebase Realtime Database's protocols.

  npm run realtime -- [--port 9000] [--host 127.0.0.1] [--data DIR] [--rules FILE] [--dev]

  --port N       port to listen on (default 9000; 0 for any free one)
  --host H       address to listen on (default 127.0.0.1)
  --data DIR     keep the data there; without it, it is in memory only
  --rules FILE   security rules as Firebase has them; without it those that were
                 set over the wire, else closed to all
  --dev          on loopback only: open to all where no rules are given, and the credential
                 "owner" is an administrator
  --help         this text`;

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** A mistake of whoever starts it: one sentence, no stack. */
class StartError extends Error {}

const consoleLog: Logger = {
  debug() {},
  info() {},
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
};

/** No credentials exist here; with `--dev` the word `owner` makes an administrator (protocol §12). */
function authenticator(dev: boolean): Authenticator {
  return {
    async credential(credential) {
      if (dev && credential === 'owner') return { auth: null, admin: true };
      throw new CredentialRefused('invalid_token');
    },
  };
}

function readRules(file: string | undefined, dev: boolean): Rules {
  if (file === undefined) return dev ? openRules() : closedRules();
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new StartError(`The rules file ${file} cannot be read.`);
  }
  return parseRules(text);
}

function readOptions(): {
  port: number;
  host: string;
  data?: string;
  rules?: string;
  dev: boolean;
  help: boolean;
} {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '9000' },
      host: { type: 'string', default: '127.0.0.1' },
      data: { type: 'string' },
      rules: { type: 'string' },
      dev: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    throw new StartError(`--port must be a number from 0 to 65535, not "${values.port}".`);
  }
  if (values.dev && !LOOPBACK.has(values.host)) {
    throw new StartError('--dev lets everyone in, so it is for loopback only: leave --host out.');
  }
  return { ...values, port };
}

function listen(http: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      const reason = taken ? 'is in use already' : `cannot be opened (${error.code})`;
      reject(new StartError(`Port ${port} on ${host} ${reason}.`));
    });
    http.listen(port, host, LISTEN_BACKLOG, () => resolve((http.address() as AddressInfo).port));
  });
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options.help) {
    console.log(HELP);
    return;
  }
  const rules = readRules(options.rules, options.dev);
  const realtime = await createRealtimeServer({
    store: options.data === undefined ? memoryStore() : sqliteStore({ directory: options.data }),
    rules,
    replaceableRules: true,
    authenticate: authenticator(options.dev),
    log: consoleLog,
  });
  // A file that is named holds over rules that were set over the wire.
  if (options.rules !== undefined) realtime.setRules(rules);
  const http = createServer();
  realtime.attach(http);
  const port = await listen(http, options.port, options.host).catch(async (error: unknown) => {
    await realtime.close();
    throw error;
  });
  const address = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
  console.log(`Realtime database on ${address} (databaseURL: ${address}?ns=default)`);
  if (options.data === undefined) console.log('In memory only: --data DIR keeps the data.');
  if (options.rules === undefined) {
    console.log(
      options.dev
        ? 'Open to all (--dev), unless rules were set over the wire.'
        : 'Closed to all, unless rules were set over the wire: give --rules FILE.',
    );
  }
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    http.close();
    realtime
      .close()
      .then(() => process.exit(0))
      .catch((error: unknown) => {
        console.error(error);
        process.exit(1);
      });
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // Started by a script: nothing stays behind when that dies, however it dies.
  if (process.send) process.on('disconnect', stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

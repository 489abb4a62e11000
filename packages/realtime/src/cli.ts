/**
 * Runs the realtime database without the rest of Halyard:
 * `npm run realtime -- --port 9000 [--host 127.0.0.1] [--data DIR] [--rules FILE] [--auth FILE |
 * --dev]`
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { loadAuthModule } from './authModule.ts';
import { devUsers } from './devUsers.ts';
import { LISTEN_BACKLOG } from './limits.ts';
import { type Authenticator, CredentialRefused, type Logger } from './options.ts';
import { closedRules, openRules, parseRules } from './rules/index.ts';
import type { Rules } from './rules/types.ts';
import { createRealtimeServer } from './server.ts';
import { memoryStore } from './store/memory.ts';
import { sqliteStore } from './store/sqlite.ts';
import { createObjectsYoung } from './youngObjects.ts';

const HELP = `A realtime database that speaks Firebase Realtime Database's protocols.

  npm run realtime -- [--port 9000] [--host 127.0.0.1] [--data DIR] [--rules FILE]
                      [--auth FILE | --dev]

  --port N       port to listen on (default 9000; 0 for any free port)
  --host H       address to listen on (default 127.0.0.1)
  --data DIR     folder for the data; without it, data is only in memory
  --rules FILE   security rules in Firebase format; without it, the rules set
                 through the API, if any; otherwise closed to all
  --auth FILE    a module that identifies users: its default export is called with each
                 credential and returns { uid, token, admin, expiresAt }, or null to reject it
                 (see the README of @halyard/realtime)
  --dev          on loopback only: open to all if no rules are given; the credential "owner"
                 is an administrator, and unsigned tokens of Firebase's emulators
                 (mockUserToken, @firebase/rules-unit-testing) are users
                 Without --auth and --dev every credential is rejected.
  --help         show this help`;

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Thrown for an invalid command-line option, or for a file that cannot be used. The message is one
 * sentence, printed without a stack trace.
 */
class StartError extends Error {}

const consoleLog: Logger = {
  debug() {},
  info() {},
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
};

/**
 * Rejects all credentials, because the server was started without `--auth` or `--dev`. The error
 * message names these options. The server also prints it when it rejects the first credential.
 */
function noUsers(): Authenticator {
  const message = 'This server has no users: start it with --auth FILE or --dev (see --help)';
  let isSaid = false;
  return {
    async credential() {
      if (!isSaid) console.warn(`A credential was refused. ${message}.`);
      isSaid = true;
      throw new CredentialRefused('invalid_token', message);
    },
  };
}

async function authenticator({
  dev,
  auth,
}: {
  dev: boolean;
  auth?: string;
}): Promise<Authenticator> {
  if (dev) return devUsers;
  if (auth === undefined) return noUsers();
  return loadAuthModule(auth).catch((error: unknown) => {
    throw new StartError(error instanceof Error ? error.message : String(error));
  });
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
  auth?: string;
  dev: boolean;
  help: boolean;
} {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '9000' },
      host: { type: 'string', default: '127.0.0.1' },
      data: { type: 'string' },
      rules: { type: 'string' },
      auth: { type: 'string' },
      dev: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    throw new StartError(`--port must be a number from 0 to 65535, not "${values.port}".`);
  }
  if (values.dev && !LOOPBACK.has(values.host)) {
    throw new StartError('--dev lets everyone in, so it only works on loopback. Leave out --host.');
  }
  if (values.dev && values.auth !== undefined) {
    throw new StartError('--dev lets anyone sign in as anyone. Use either --auth or --dev.');
  }
  return { ...values, port };
}

function listen(http: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      const reason = taken ? 'is already in use' : `cannot be opened (${error.code})`;
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
  const authenticate = await authenticator(options);
  const realtime = await createRealtimeServer({
    store: options.data === undefined ? memoryStore() : sqliteStore({ directory: options.data }),
    rules,
    replaceableRules: true,
    authenticate,
    log: consoleLog,
  });
  // Rules from `--rules` replace the rules that an administrator set through the API.
  if (options.rules !== undefined) realtime.setRules(rules);
  const http = createServer();
  realtime.attach(http);
  const port = await listen(http, options.port, options.host).catch(async (error: unknown) => {
    await realtime.close();
    throw error;
  });
  const address = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
  console.log(`Realtime database on ${address} (databaseURL: ${address}?ns=default)`);
  if (options.data === undefined)
    console.log('The data is only in memory. Use --data DIR to keep it.');
  if (options.rules === undefined) {
    console.log(
      options.dev
        ? 'Open to all (--dev), unless rules were set through the API.'
        : 'Closed to all, unless rules were set through the API. Use --rules FILE.',
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
  // If a script started this process, stop when the script ends, even if it was killed.
  if (process.send) process.on('disconnect', stop);
}

createObjectsYoung();
main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

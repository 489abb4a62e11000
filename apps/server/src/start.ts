import { access, constants, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { postgresStore, StoreLocked, sqliteStore, type TreeStore } from '@halyard/realtime';
import { pino } from 'pino';
import { type AppSettings, buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { isOutage } from './database/constraints.ts';
import { type Database, openDatabase } from './database/database.ts';
import { DEMO_SIGN_INS, seedDemo } from './demo/seed.ts';
import { AppError } from './errors.ts';
import { createKeyUses, deviceKeyHolder, type KeyUses } from './flags/keys.ts';
import { startHousekeeping } from './housekeeping.ts';
import { openFrontDoor } from './http/frontDoor.ts';
import { logSerializers } from './http/logging.ts';
import { linkEmbedded } from './realtime/embedded.ts';
import type { IdentityParts } from './realtime/identities.ts';
import { openRealtime } from './realtime/open.ts';
import { createSessions, type Sessions } from './sessions/sessions.ts';
import { ensureSetupCode } from './setup/setup.ts';

const WEB_ROOT = fileURLToPath(new URL('../../web/dist', import.meta.url));
const VERSION = '0.1.0';
/** The realtime database's namespace, as its clients send it. */
const NAMESPACE = 'halyard';
/** The realtime tree's folder below DATA_DIR. */
const TREE_FOLDER = 'realtime';

/** Why the server does not start, as one sentence for the operator. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}

export interface StartOptions {
  env: NodeJS.ProcessEnv;
  /** Seeds the demo world and shows its sign-ins. */
  demo: boolean;
  /** Empties DATA_DIR first; the demo's alone. */
  reset: boolean;
  print(text: string): void;
  /** Another process has taken the data over; this one serves nothing any more and must end. */
  onLost?(error: Error): void;
  /** Epoch milliseconds; tests bring their own. */
  clock?: () => number;
}

export interface Running {
  url: string;
  /** The demo's poles and their keys; null outside the demo. */
  fleetFile: string | null;
  /** Stops in order: no new connections, streams and sockets ended, all flushed, stores closed. */
  stop(): Promise<void>;
}

/** Undoes what was started, the latest first. */
class Cleanup {
  readonly #steps: (() => Promise<void>)[] = [];

  add(step: () => Promise<void>): void {
    this.#steps.unshift(step);
  }

  async run(): Promise<void> {
    for (const step of this.#steps.splice(0)) await step();
  }
}

/**
 * Reads the settings, opens both databases and serves.
 * @throws CannotStart for whatever an operator can put right
 */
export async function start(options: StartOptions): Promise<Running> {
  const cleanup = new Cleanup();
  try {
    return await assemble(options, cleanup);
  } catch (error) {
    await cleanup.run();
    throw asCannotStart(error);
  }
}

async function assemble(options: StartOptions, cleanup: Cleanup): Promise<Running> {
  const clock = options.clock ?? Date.now;
  const config = readConfig(options.env, { demo: options.demo });
  const log = pino({ level: config.logLevel, serializers: logSerializers });
  await prepareFolder(config.dataDir);
  const door = await openFrontDoor(config);
  cleanup.add(() => door.close());
  if (options.demo && options.reset) await emptyFolder(config);

  // The realtime store's lock comes first: whoever holds it may touch the rest of the folder. Who
  // connects is asked of the relational database, which is open before anyone can.
  let identities: IdentityParts | null = null;
  const server = await openRealtime({
    store: treeStore(config),
    clock,
    log,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    onLost: (error) => options.onLost?.(error),
    session: async (cookie) => (identities ? identities.session(cookie) : null),
    device: async (key) => (identities ? identities.device(key) : null),
  });
  cleanup.add(() => server.close());
  const db = await openDatabase(
    config.databaseUrl === null ? config : { databaseUrl: config.databaseUrl },
  );
  cleanup.add(() => db.close());
  const realtime = await linkEmbedded({ server, db, clock, log });
  cleanup.add(() => realtime.stop());

  const services = { db, link: realtime.link, clock, log };
  const settings = settingsOf(config, door.port);
  const sessions = createSessions(services, settings);
  const keyUses = createKeyUses(db, clock);
  identities = identitiesOf(db, sessions, keyUses);
  const housekeeping = startHousekeeping(services, { sessions, keyUses });
  cleanup.add(() => housekeeping.stop());
  const app = await buildApp({
    db,
    link: realtime.link,
    sessions,
    settings,
    clock,
    log,
    webRoot: WEB_ROOT,
    serverFactory: door.serverFactory,
  });
  await app.ready();
  cleanup.add(() => app.close());
  cleanup.add(async () => door.stopAccepting());

  const demo = options.demo ? await seedDemo({ ...services, dataDir: config.dataDir }) : null;
  door.open(server);
  const url = config.publicUrl ?? `http://localhost:${door.port}`;
  await greet(options, db, url, demo !== null, config.productName);
  return {
    // Where this process itself is reached, whatever stands in front of it.
    url: `http://127.0.0.1:${door.port}`,
    fleetFile: demo?.fleetFile ?? null,
    stop: () => cleanup.run(),
  };
}

function settingsOf(config: Config, port: number): AppSettings {
  return {
    productName: config.productName,
    publicUrl: config.publicUrl,
    port,
    trustProxy: config.trustProxy,
    demo: config.isDemo ? DEMO_SIGN_INS : null,
    realtime:
      config.realtimeMode === 'off' ? { mode: 'off' } : { mode: 'embedded', namespace: NAMESPACE },
    version: VERSION,
    sessionIdleMs: config.sessionIdleMs,
    sessionMaxMs: config.sessionMaxMs,
    secureCookies: config.secureCookies,
  };
}

/** Who connects to the realtime database as whom. */
function identitiesOf(db: Database, sessions: Sessions, keyUses: KeyUses): IdentityParts {
  return {
    async session(cookie) {
      const signedIn = await sessions.fromCookie(cookie);
      if (!signedIn) return null;
      const { session, actor } = signedIn;
      return { sid: session.sid, actor, expiresAt: session.expiresAt };
    },
    async device(key) {
      const holder = await deviceKeyHolder(db, key);
      if (holder) keyUses.note(holder.keyId);
      return holder;
    },
  };
}

function treeStore(config: Config): TreeStore {
  return config.databaseUrl === null
    ? sqliteStore({ directory: path.join(config.dataDir, TREE_FOLDER) })
    : postgresStore({ url: config.databaseUrl });
}

/** Makes the folder and checks that it can be written. @throws CannotStart */
async function prepareFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(path.join(dataDir, TREE_FOLDER), { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw new CannotStart(`the data folder ${dataDir} cannot be written.`, { cause: error });
  }
}

/** Empties the demo's folder, if no other process works in it. */
async function emptyFolder(config: Config): Promise<void> {
  const store = treeStore(config);
  await store.load(() => {});
  await store.close();
  for (const name of await readdir(config.dataDir)) {
    await rm(path.join(config.dataDir, name), { recursive: true, force: true });
  }
  await prepareFolder(config.dataDir);
}

async function greet(
  { print }: StartOptions,
  db: Database,
  url: string,
  isDemo: boolean,
  productName: string,
): Promise<void> {
  print(`${productName} is ready: ${url}`);
  if (isDemo) {
    const { usernames, password } = DEMO_SIGN_INS;
    print(`Sign in as ${usernames.join(', ')} with the password ${password}. Ctrl-C stops it all.`);
    return;
  }
  const code = await ensureSetupCode(db);
  if (code !== null) print(`Create the first master account: ${url}/setup#${code}`);
}

/** What an operator can put right, as one sentence; anything else stays what it is. */
function asCannotStart(error: unknown): unknown {
  if (error instanceof CannotStart) return error;
  if (error instanceof ConfigError || error instanceof StoreLocked || error instanceof AppError) {
    return new CannotStart(error.message, { cause: error });
  }
  const { code, port, address, message } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE') {
    return new CannotStart(`port ${port} is taken; set PORT to a free one.`, { cause: error });
  }
  if (code === 'EACCES' && port !== undefined) {
    return new CannotStart(`port ${port} may not be used here; set PORT to another.`, {
      cause: error,
    });
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new CannotStart(`HOST ${address ?? ''} is no address of this machine.`, {
      cause: error,
    });
  }
  if (code === 'ECONNREFUSED' || isOutage(error)) {
    return new CannotStart(`the database cannot be reached: ${message}`, { cause: error });
  }
  return error;
}

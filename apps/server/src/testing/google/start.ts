import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Authenticator,
  CredentialRefused,
  createRealtimeServer,
  memoryStore,
  parseRules,
  type RealtimeServer,
} from '@halyard/realtime';
import { Accounts } from './accounts.ts';
import { answerIdentityToolkit } from './identityToolkit.ts';

/** The legacy database secret of the project, which bypasses the rules. */
export const LEGACY_SECRET = 'legacy-secret-of-the-stand-in-0123456789';
const PROJECT = 'stand-in';
const RULES_FILE = new URL('../../../database.rules.json', import.meta.url);
/** How long Google's ID tokens are valid, in seconds. */
const ID_TOKEN_SECONDS = 3600;

/** A simulated Google on this machine for `REALTIME=firebase`: a realtime database and sign-in. */
export interface GoogleStandIn {
  /** The settings that make a Halyard server use the simulated Google. */
  env: Record<string, string>;
  accounts: Accounts;
  /**
   * The database server that is running now. `databaseBack` replaces it with a new one that has the
   * same data.
   */
  readonly realtime: RealtimeServer;
  /** The URL for REST, `http://127.0.0.1:PORT`. */
  databaseUrl: string;
  /**
   * The URL for sign-in, `http://127.0.0.1:PORT`. As with Google's emulator, the paths contain
   * Google's host names.
   */
  authUrl: string;
  /** Makes the database unreachable but keeps its data. */
  databaseAway(): Promise<void>;
  /** Makes the database reachable again at the same URL. */
  databaseBack(): Promise<void>;
  /** Whether the simulated sign-in service responds with 503. */
  authAway: boolean;
  stop(): Promise<void>;
}

/** Starts both services on free local ports, with the rules that are deployed to Firebase. */
export async function startGoogle(
  options: { idTokenSeconds?: number; ports?: { auth: number; database: number } } = {},
): Promise<GoogleStandIn> {
  const accounts = new Accounts(PROJECT, options.idTokenSeconds ?? ID_TOKEN_SECONDS);
  const rules = parseRules(await readFile(RULES_FILE, 'utf8'));
  const openDatabase = () =>
    createRealtimeServer({ store: memoryStore(), rules, authenticate: authenticator(accounts) });
  let realtime = await openDatabase();
  let database = await listen(realtime, options.ports?.database ?? 0);
  const databasePort = portOf(database);

  const auth = createServer((request, response) => {
    if (standIn.authAway) response.writeHead(503).end();
    else
      answerIdentityToolkit(accounts, request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
  });
  auth.listen(options.ports?.auth ?? 0, '127.0.0.1');
  await once(auth, 'listening');
  const authHost = `127.0.0.1:${portOf(auth)}`;
  let kept: unknown = null;

  const standIn: GoogleStandIn = {
    env: settings(authHost, databasePort),
    accounts,
    get realtime() {
      return realtime;
    },
    databaseUrl: `http://127.0.0.1:${databasePort}`,
    authUrl: `http://${authHost}`,
    authAway: false,
    async databaseAway() {
      kept = await realtime.admin.get('/');
      await realtime.close();
      await end(database);
    },
    async databaseBack() {
      realtime = await openDatabase();
      await realtime.admin.set('/', kept);
      database = await listen(realtime, databasePort);
    },
    async stop() {
      await realtime.close();
      await Promise.all([end(database), end(auth)]);
    },
  };
  return standIn;
}

/**
 * Accepts ID tokens of the simulated Google, and `owner`, which firebase-admin sends (protocol
 * §12).
 */
function authenticator(accounts: Accounts): Authenticator {
  return {
    async credential(credential) {
      if (credential === 'owner' || credential === LEGACY_SECRET)
        return { auth: null, admin: true };
      const claims = accounts.verify(credential);
      if (!claims) throw new CredentialRefused('invalid_token');
      const expiresAt = claims.exp * 1000;
      if (expiresAt <= Date.now()) throw new CredentialRefused('expired_token');
      return { auth: { uid: claims.sub, token: claims }, expiresAt };
    },
  };
}

async function listen(realtime: RealtimeServer, port: number): Promise<Server> {
  const server = createServer();
  realtime.attach(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function end(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

function settings(authHost: string, databasePort: number): Record<string, string> {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    REALTIME: 'firebase',
    FIREBASE_API_KEY: 'stand-in-key',
    FIREBASE_AUTH_DOMAIN: `${PROJECT}.firebaseapp.com`,
    FIREBASE_DATABASE_URL: `http://127.0.0.1:${databasePort}/?ns=${PROJECT}`,
    FIREBASE_PROJECT_ID: PROJECT,
    FIREBASE_APP_ID: '1:1:web:1',
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify({
      type: 'service_account',
      project_id: PROJECT,
      client_email: `halyard@${PROJECT}.iam.gserviceaccount.com`,
      private_key: privateKey,
    }),
    FIREBASE_AUTH_EMULATOR_HOST: authHost,
  };
}

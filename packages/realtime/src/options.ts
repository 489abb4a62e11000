import type { IncomingMessage } from 'node:http';
import type { Refused } from './errors.ts';
import type { Limits } from './limits.ts';
import type { Auth, Rules } from './rules/types.ts';
import type { StoreLocked, TreeStore } from './store/store.ts';

/** The identity of the client that sent a request or opened a connection. */
export interface Identity {
  auth: Auth;
  /** Whether the client is an administrator, to whom rules do not apply. */
  admin?: boolean;
  /** The time when the identity expires, in milliseconds since the epoch (protocol §12). */
  expiresAt?: number;
}

/** Whether a client is unauthenticated: neither signed in nor an administrator. */
export const isStranger = ({ auth, admin }: Identity): boolean => auth === null && !admin;

/** Thrown to reject a credential. The status makes an SDK fetch a new credential (protocol §12). */
export class CredentialRefused extends Error {
  override readonly name = 'CredentialRefused';
  readonly status: 'invalid_token' | 'expired_token';
  constructor(status: 'invalid_token' | 'expired_token', message?: string) {
    super(message ?? (status === 'expired_token' ? 'Auth token is expired' : 'Invalid token'));
    this.status = status;
  }
}

/** Thrown to reject a WebSocket upgrade. `status` is the HTTP status of the response. */
export class UpgradeRefused extends Error {
  override readonly name = 'UpgradeRefused';
  readonly status: number;
  constructor(status: number, message = 'The connection is refused') {
    // No stack trace, as in `Refused`.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.status = status;
  }
}

export interface Authenticator {
  /**
   * Identifies a client at the WebSocket upgrade or at the start of long polling, for example by a
   * session cookie. The client cannot change this identity later, so that a page's connection
   * cannot outlive its session. Returns null if the client must sign in with an `auth` message.
   */
  upgrade?(req: IncomingMessage): Promise<Identity | null>;
  /**
   * Checks a credential from an `auth` or `gauth` request, the URL parameter `auth`, or a Bearer
   * header.
   * @throws CredentialRefused
   */
  credential(credential: string, source: 'wire' | 'rest'): Promise<Identity>;
}

/** Rejects all credentials. All clients stay unauthenticated. */
export const strangersOnly: Authenticator = {
  credential: () => Promise.reject(new CredentialRefused('invalid_token')),
};

/** The methods of a logger, such as pino, that the realtime server uses. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface AmendRequest {
  auth: Auth;
  admin: boolean;
  /**
   * The write's position in the order of events. All writes of one change have the same position.
   */
  order: number;
  /**
   * The IP address of the client that sent the write or its onDisconnect registration; null if
   * unknown.
   */
  remoteAddress: string | null;
  /** The paths that the client wrote. */
  paths: string[][];
  now: number;
  /** Returns the plain value at a path before the change; null if there is none. */
  before(path: readonly string[]): unknown;
  /** Returns the plain value at a path after the whole change. */
  after(path: readonly string[]): unknown;
}

/**
 * A request that was rejected: its sender and IP address, what the client asked for, and the
 * reason.
 */
export interface RefusedRequest {
  /**
   * The client that sent the request; null if its identity is unknown, for example because its
   * credential is invalid.
   */
  identity: Identity | null;
  /** The transport through which the request came. */
  transport: 'rest' | 'wire';
  asked: 'credential' | 'read' | 'write';
  /**
   * The IP address that the request came from. The connection may have been opened from a different
   * address.
   */
  remoteAddress: string;
  /** The path that the client requested; empty for a sign-in. */
  path: readonly string[];
  error: CredentialRefused | Refused;
}

export interface RealtimeServerOptions {
  store: TreeStore;
  /**
   * Top-level keys whose data is kept only in memory. Such data is written without disk access, and
   * is lost when the process ends. Default: none.
   */
  unstored?: readonly string[];
  rules: Rules;
  /**
   * Whether administrators may replace the rules through the API (`setRules` in firebase-admin).
   * The new rules are kept in the store and replace `rules` at every later start. Default: false.
   */
  replaceableRules?: boolean;
  /**
   * Identifies clients by their credentials. Default: rejects all credentials, which leaves all
   * clients unauthenticated.
   */
  authenticate?: Authenticator;
  /**
   * Returns values that the server adds to an accepted write, by path (`a/b`). They are part of the
   * same atomic update and are not checked by rules. Also called for the server's own writes
   * ({@link AdminClient}).
   */
  amend?: (write: AmendRequest) => Record<string, unknown> | undefined;
  /**
   * Whether to delay the onDisconnect writes left behind by an earlier process until {@link
   * RealtimeServer.runLeftWrites} is called. Default: false, which runs them when the server is
   * created.
   */
  leftWritesWait?: boolean;
  /**
   * Top-level names whose `*.json` URLs the server handles as REST. Default: all, including the
   * root (`/.json`).
   */
  restPrefixes?: string[];
  /**
   * Whether to accept a WebSocket upgrade from a page with this `Origin`. Default: accepts all
   * origins.
   */
  allowedOrigins?: (origin: string | undefined, req: IncomingMessage) => boolean;
  /**
   * Returns a connection's remote IP address, for limits and logs. Default: the socket's peer.
   * Behind a trusted proxy, return the address that the proxy reports.
   */
  addressOf?: (req: IncomingMessage) => string;
  /**
   * Headers to add to every response to a WebSocket upgrade. The host's HTTP server cannot add
   * them, because it does not handle upgrades.
   */
  upgradeHeaders?: Readonly<Record<string, string>>;
  /**
   * Called for each rejected credential, read or write, but not for malformed requests from an SDK.
   * It must be fast and must not throw, because the response waits for it.
   */
  onRefused?: (refused: RefusedRequest) => void;
  /**
   * Returns the current time in milliseconds since the epoch, for `now` in rules and for server
   * timestamps.
   */
  clock?: () => number;
  /**
   * The log of the realtime server. It never receives a query string or a credential. Default: no
   * log.
   */
  log?: Logger;
  limits?: Partial<Limits>;
  /**
   * Called when another process has taken over the data. After that, this process no longer
   * responds and should exit.
   */
  onLost?: (error: StoreLocked) => void;
}

/** The server's own client for reading and writing the data. Rules do not apply to it. */
export interface AdminClient {
  /** Returns the value at a path, without priorities, after all earlier writes are committed. */
  get(path: string): Promise<unknown>;
  /**
   * Calls `visit` with the key and the value of each child at a path, from one consistent state of
   * the data. Blocks the event loop, so `visit` must be quick.
   */
  each(path: string, visit: (key: string, value: unknown) => void): Promise<void>;
  set(path: string, value: unknown): Promise<void>;
  /**
   * Makes one atomic update. The keys are paths below `path`; a null value deletes the data at its
   * path.
   */
  update(path: string, changes: Record<string, unknown>): Promise<void>;
  /**
   * Like `update`, but computes the changes from the current value. No other write can happen in
   * between. If the function returns undefined, nothing is written.
   * @returns whether anything was written
   */
  modify(
    path: string,
    work: (current: unknown) => Record<string, unknown> | undefined,
  ): Promise<boolean>;
  remove(path: string): Promise<void>;
  /**
   * Calls `callback` first with the whole value at the path, then with each committed change. The
   * paths in changes are absolute.
   * @returns a function that removes the listener
   */
  listen(path: string, callback: (change: AdminChange) => void): () => void;
}

export interface AdminChange {
  /**
   * `put` replaces the value at `path` with `data`. `patch` sets each entry of `data`, whose keys
   * are paths relative to `path`.
   */
  type: 'put' | 'patch';
  path: string;
  data: unknown;
}

export interface ConnectionInfo {
  id: string;
  identity: Identity;
  kind: 'socket' | 'poll' | 'stream';
  remoteAddress: string;
  /** The time when the connection was opened, in milliseconds since the epoch. */
  since: number;
}

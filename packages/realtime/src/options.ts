import type { IncomingMessage } from 'node:http';
import type { Refused } from './errors.ts';
import type { Limits } from './limits.ts';
import type { Auth, Rules } from './rules/types.ts';
import type { StoreLocked, TreeStore } from './store/store.ts';

/** Who a connection or request is. */
export interface Identity {
  auth: Auth;
  /** Not judged by rules. */
  admin?: boolean;
  /** Milliseconds since the epoch; the identity is dropped then (protocol §12). */
  expiresAt?: number;
}

/** Whether nothing is known of a client. */
export const isStranger = ({ auth, admin }: Identity): boolean => auth === null && !admin;

/** The credential is refused; the status makes the SDK fetch a new one (protocol §12). */
export class CredentialRefused extends Error {
  override readonly name = 'CredentialRefused';
  readonly status: 'invalid_token' | 'expired_token';
  constructor(status: 'invalid_token' | 'expired_token', message?: string) {
    super(message ?? (status === 'expired_token' ? 'Auth token is expired' : 'Invalid token'));
    this.status = status;
  }
}

/** The WebSocket upgrade is refused with this HTTP status. */
export class UpgradeRefused extends Error {
  override readonly name = 'UpgradeRefused';
  readonly status: number;
  constructor(status: number, message = 'The connection is refused') {
    // As for a refused request: no stack trace.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.status = status;
  }
}

export interface Authenticator {
  /**
   * An identity fixed at the WebSocket upgrade, or when long polling starts (a session cookie); null: anonymous until an `auth`
   * message. A fixed identity stays until the connection ends: `unauth` is answered with ok and
   * ignored; `auth` is answered with ok, changing nothing, where the credential is good and of the
   * same `uid`, and with `invalid_token` otherwise. So nothing that a page does can turn a
   * connection that the server ends with its session into one that it would not.
   */
  upgrade?(req: IncomingMessage): Promise<Identity | null>;
  /** A credential from `auth`/`gauth`, `?auth=` or Bearer. Throws {@link CredentialRefused}. */
  credential(credential: string, source: 'wire' | 'rest'): Promise<Identity>;
}

/** Knows no credential. */
export const strangersOnly: Authenticator = {
  credential: () => Promise.reject(new CredentialRefused('invalid_token')),
};

/** The part of a pino logger that is used. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface AmendRequest {
  auth: Auth;
  admin: boolean;
  /** Its place in the order of events: that of the whole change, where several clients' writes make one. */
  order: number;
  /** Address from which the write came, or its registration for a disconnect; null: not known. */
  remoteAddress: string | null;
  /** What the client wrote. */
  paths: string[][];
  now: number;
  /** The plain value at a path before the change; null where there is none. */
  before(path: readonly string[]): unknown;
  /** The plain value at a path as the whole change leaves it. */
  after(path: readonly string[]): unknown;
}

/** A request that was refused: who sent it from where, what for, and why it was refused. */
export interface RefusedRequest {
  /**
   * Who sent it; see {@link isStranger} for clients that are not signed in. Null: refused before that was
   * known, over REST also where the credential was refused.
   */
  identity: Identity | null;
  /** How it came. */
  transport: 'rest' | 'wire';
  asked: 'credential' | 'read' | 'write';
  /** Address from which it came, which may be another one than that of the connection's start. */
  remoteAddress: string;
  /** What it asked for; empty where it only signed in. */
  path: readonly string[];
  error: CredentialRefused | Refused;
}

export interface RealtimeServerOptions {
  store: TreeStore;
  rules: Rules;
  /**
   * Whether administrators may replace the rules over the wire (`setRules` of firebase-admin). Such
   * rules are kept in the store and take the place of `rules` at every later start. Default: no.
   */
  replaceableRules?: boolean;
  /** Who clients are. Default: every credential is refused, so that all are strangers. */
  authenticate?: Authenticator;
  /**
   * Paths (`a/b`) that the server adds to an accepted write, in the same atomic update. Not judged by
   * rules. Called for the server's own writes, too ({@link AdminClient}).
   */
  amend?: (write: AmendRequest) => Record<string, unknown> | undefined;
  /**
   * Writes that connections of an earlier process left for their end wait for
   * {@link RealtimeServer.runLeftWrites}. Default: they are made as the server is created.
   */
  leftWritesWait?: boolean;
  /** Top-level names whose `*.json` is REST. Default: all, the root (`/.json`) included. */
  restPrefixes?: string[];
  /** Whether a WebSocket upgrade from this `Origin` is taken. Default: all. */
  allowedOrigins?: (origin: string | undefined, req: IncomingMessage) => boolean;
  /**
   * The remote address that a connection counts for, and that is shown of it. Default: the socket's
   * peer; behind a proxy that is to be trusted, what it says.
   */
  addressOf?: (req: IncomingMessage) => string;
  /** Headers of every answer to an upgrade, which the host's server does not see. */
  upgradeHeaders?: Readonly<Record<string, string>>;
  /**
   * A client's credential, read or write was refused. Called for each one, in the middle of answering
   * it: the host must be quick, and must not throw. Over the wire, not called for requests that are
   * malformed or exceed a limit before they are judged.
   */
  onRefused?: (refused: RefusedRequest) => void;
  /** Milliseconds since the epoch: rules' `now` and server timestamps. */
  clock?: () => number;
  /** Never gets a query string or a credential. Default: silent. */
  log?: Logger;
  limits?: Partial<Limits>;
  /** Another process has taken the data over: this one answers nothing more and should end. */
  onLost?: (error: StoreLocked) => void;
}

/** The server's own access: not judged by rules, in the same order of events as everyone's. */
export interface AdminClient {
  /** The released state at a path, without priorities. */
  get(path: string): Promise<unknown>;
  set(path: string, value: unknown): Promise<void>;
  /** One atomic update; keys are paths below `path`, values null delete. */
  update(path: string, changes: Record<string, unknown>): Promise<void>;
  /**
   * Like `update`, with changes worked out from what is there at the write's own place in the order
   * of events, so that nothing comes between; undefined writes nothing. Answers whether it wrote.
   */
  modify(
    path: string,
    work: (current: unknown) => Record<string, unknown> | undefined,
  ): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** Calls back with the whole value first, then with each released change. Paths are absolute. */
  listen(path: string, callback: (change: AdminChange) => void): () => void;
}

export interface AdminChange {
  /** `put`: `data` is now the value at `path`. `patch`: its members (paths) are set below `path`. */
  type: 'put' | 'patch';
  path: string;
  data: unknown;
}

export interface ConnectionInfo {
  id: string;
  identity: Identity;
  kind: 'socket' | 'poll' | 'stream';
  remoteAddress: string;
  /** Milliseconds since the epoch. */
  since: number;
}

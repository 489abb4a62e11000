import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { adminClient } from './core/admin.ts';
import { Database } from './core/database.ts';
import { Disconnects } from './core/disconnects.ts';
import { Sessions } from './core/session.ts';
import { withTimeout } from './core/timeout.ts';
import { defaultLimits } from './limits.ts';
import {
  type AdminClient,
  type ConnectionInfo,
  CredentialRefused,
  type Identity,
  type Logger,
  type RealtimeServerOptions,
  strangersOnly,
  UpgradeRefused,
} from './options.ts';
import { handleRest } from './rest/handler.ts';
import type { RestContext, RulesDesk } from './rest/request.ts';
import { respondError } from './rest/respond.ts';
import { isServicePath, RULES_PATH } from './rest/rules.ts';
import { splitTarget, topLevelName } from './rest/target.ts';
import type { Rules } from './rules/types.ts';
import { Connection } from './wire/connection.ts';
import { dialledHost } from './wire/host.ts';
import { Polls } from './wire/polls.ts';
import { requests } from './wire/requests.ts';
import { Reservations } from './wire/reservations.ts';
import { ClosingWebSocket, SocketTransport } from './wire/socket.ts';
import { type Refusal, refusalOf } from './wire/status.ts';
import { takeOver } from './wire/takeOver.ts';
import { controlText } from './wire/transport.ts';

export interface RealtimeStats {
  connections: number;
  listens: number;
  writes: number;
  reads: number;
  refused: number;
  stale: number;
  /** Number of responses that wait for the store. */
  pending: number;
  commits: number;
  failures: number;
  recoveries: number;
  /** Number of times that a write was checked against a listener's path or query. */
  followed: number;
  /** Number of messages that the server has sent to listeners because of writes. */
  deliveries: number;
  /** Number of listeners rejected because of a limit. */
  listensRefused: number;
  /**
   * Number of connections and requests that were rejected because of a limit, or ended to make room
   * for other clients.
   */
  crowded: number;
  /**
   * Number of open connections of unauthenticated clients, plus the number of their requests with a
   * body.
   */
  strangers: number;
  /** Number of bytes that clients have not read yet. */
  unread: number;
  /**
   * Number of requests that wait for their user's turn. Requests that wait on the same connection
   * count as one.
   */
  waiting: number;
}

/** The part of an HTTP request that determines whether the realtime server handles it. */
type Request = Pick<IncomingMessage, 'url'>;

export interface RealtimeServer {
  /**
   * Whether the realtime server handles a request: `/.ws`, `/.lp`, and `*.json` below the REST
   * prefixes.
   */
  handles(req: Request): boolean;
  /** Handles an HTTP request: REST, an event stream or long polling. */
  handleRequest(req: IncomingMessage, res: ServerResponse): void;
  /** Handles the upgrade of an HTTP connection to a WebSocket. */
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Handles all requests to an HTTP server. Responds with 404 to those that are not for the
   * database.
   */
  attach(server: Server): void;
  readonly admin: AdminClient;
  /**
   * Runs the onDisconnect writes that an earlier process left behind, if {@link
   * RealtimeServerOptions.leftWritesWait} is set. Must be called before anyone connects.
   */
  runLeftWrites(): void;
  /**
   * Checks permissions again for all connections whose identity passes `match`. Ends the listeners
   * and event streams that are no longer allowed.
   */
  recheck(match: (identity: Identity) => boolean): void;
  /**
   * Ends the connections whose identity passes `match`. Call this when permissions are revoked.
   * Event streams end with `auth_revoked`. The onDisconnect writes of these connections are checked
   * as if an unauthenticated client had sent them.
   * @returns the number of connections that were ended
   */
  disconnect(match: (identity: Identity) => boolean): number;
  connections(): Iterable<ConnectionInfo>;
  /** Applies new rules to all later requests, and checks existing listeners again. */
  setRules(rules: Rules): void;
  stats(): RealtimeStats;
  /** Commits an empty batch, to check whether the store works. Returns whether that succeeded. */
  canStore(): Promise<boolean>;
  /**
   * Stops accepting requests. Closes streams and sockets once the responses that wait for a commit
   * have been sent. `admin` keeps working until `close`.
   */
  stopServing(): Promise<void>;
  /** Stops accepting requests, waits for pending writes, and closes the store. */
  close(): Promise<void>;
}

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Loads the store and creates the realtime server, which does not listen on any port by itself. */
export async function createRealtimeServer(
  options: RealtimeServerOptions,
): Promise<RealtimeServer> {
  const limits = { ...defaultLimits, ...options.limits };
  const log = options.log ?? silent;
  const database = await Database.open(options, limits, options.clock ?? Date.now, log);
  const sessions = new Sessions(database, options.addressOf);
  const { authenticate = strangersOnly } = options;
  const replaceable = options.replaceableRules === true;
  const setRules = (rules: Rules): void => {
    database.setRules(rules);
    sessions.recheck(() => true);
  };
  const rules: RulesDesk = {
    replaceable,
    replace: (next, respond) =>
      database.keepRules(next.source, (outcome) => () => {
        if (outcome.kind === 'refused') return respond(outcome.reason);
        setRules(next);
        respond(undefined);
      }),
  };
  const { onRefused = () => {} } = options;
  const rest: RestContext = { database, sessions, authenticate, rules, onRefused };
  const reservations = new Reservations<Connection>(limits.reservationMs);
  const disconnects = new Disconnects(database);
  if (options.leftWritesWait !== true) disconnects.runAll();
  const wire = {
    database,
    sessions,
    authenticate,
    reservations,
    disconnects,
    requests,
    onRefused,
  };
  const prefixes = options.restPrefixes && new Set(options.restPrefixes);
  const webSockets = new WebSocketServer({
    noServer: true,
    WebSocket: ClosingWebSocket,
    clientTracking: false,
    // Connections write their own frames, and small frames are not worth compressing.
    perMessageDeflate: false,
    // The transport itself responds to pings, but only if the client reads the responses.
    autoPong: false,
    maxPayload: limits.frameBytes,
  });
  const upgradeHeaders = options.upgradeHeaders ?? {};
  webSockets.on('headers', (lines) =>
    lines.push(...Object.entries(upgradeHeaders).map(([name, value]) => `${name}: ${value}`)),
  );
  // Without a listener, the library would respond itself, without `upgradeHeaders`.
  webSockets.on('wsClientError', (error, socket, req) => {
    const status = req.method === 'GET' ? 400 : 405;
    const headers = { 'Sec-WebSocket-Version': '13, 8' };
    refuseUpgrade(socket, { status, text: error.message, headers }, upgradeHeaders);
  });
  const pings = setInterval(() => {
    for (const session of sessions) if (session instanceof Connection) session.ping();
  }, limits.pingMs);
  pings.unref();
  let stopping = false;
  let closing: Promise<void> | undefined;

  function admit(req: IncomingMessage): void {
    if (stopping) throw new UpgradeRefused(503, 'The server is stopping');
    if (sessions.full) throw new UpgradeRefused(503, 'Too many connections');
    if (options.allowedOrigins && !options.allowedOrigins(req.headers.origin, req)) {
      throw new UpgradeRefused(403);
    }
  }
  const polls = new Polls(wire, admit);

  /**
   * Handles a long-polling client's request to move its connection to a WebSocket (protocol §13).
   */
  function moveTo(
    transport: SocketTransport,
    id: string,
    identity: Identity | null,
    req: IncomingMessage,
  ): void {
    const session = sessions.get(id);
    if (
      session instanceof Connection &&
      session.offer(transport, identity, sessions.addressOf(req))
    )
      return;
    transport.send(controlText('r', dialledHost(req)));
    transport.close(1000);
  }

  async function identityOf(req: IncomingMessage): Promise<Identity | null> {
    try {
      return await withTimeout(authenticate.upgrade?.(req) ?? Promise.resolve(null), limits.authMs);
    } catch (error) {
      if (error instanceof UpgradeRefused || error instanceof CredentialRefused) throw error;
      log.error({ err: error }, 'A credential could not be checked');
      throw new UpgradeRefused(503, 'The credential cannot be checked at the moment');
    }
  }

  async function upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (!isSocketUrl(req)) throw new UpgradeRefused(404);
    admit(req);
    await sessions.admit(identityOf(req), (identity) => {
      if (socket.destroyed) return;
      admit(req);
      const params = paramsOf(req);
      const moving = params.get('s');
      if (moving === null) takeOver(sessions, req, params, identity);
      webSockets.handleUpgrade(req, socket, head, (ws) => {
        const transport = new SocketTransport(ws, socket, limits, log);
        if (moving !== null) moveTo(transport, moving, identity, req);
        else new Connection(wire, transport, req, identity);
      });
    });
  }

  async function stopServing(): Promise<void> {
    stopping = true;
    clearInterval(pings);
    // Responses waiting for a commit are sent before their connections end.
    await database.flush();
    sessions.endAll();
    // `admin` listeners still get the connections' onDisconnect writes before they stop.
    await database.flush();
  }

  async function close(): Promise<void> {
    await stopServing();
    webSockets.close();
    // The connections' onDisconnect writes are now stored, or stay for the next start.
    await database.flush();
    disconnects.stop();
    await database.close();
  }

  const server: RealtimeServer = {
    handles(req) {
      if (isSocketUrl(req) || isPollUrl(req)) return true;
      if (prefixes === undefined && isServicePath(pathOf(req))) return true;
      const target = splitTarget(req.url ?? '');
      if (target === undefined) return false;
      if (prefixes === undefined) return true;
      if (replaceable && target.pathText === RULES_PATH) return true;
      const name = topLevelName(target.pathText);
      return name !== undefined && prefixes.has(name);
    },
    handleRequest(req, res) {
      if (stopping) respondError(res, 503, 'The server is stopping');
      else if (isSocketUrl(req)) {
        respondError(res, 426, 'A WebSocket upgrade is expected here', { Upgrade: 'websocket' });
      } else if (isPollUrl(req)) polls.handle(req, res);
      else handleRest(rest, req, res);
    },
    handleUpgrade(req, socket, head) {
      socket.on('error', () => socket.destroy());
      upgrade(req, socket, head).catch((error: unknown) => {
        const refusal = refusalOf(error);
        if (refusal.status === 500) log.error({ err: error }, 'An upgrade failed');
        refuseUpgrade(socket, refusal, upgradeHeaders);
      });
    },
    attach(http) {
      http.keepAliveTimeout = limits.restIdleMs;
      http.on('request', (req, res) => {
        if (server.handles(req)) server.handleRequest(req, res);
        else respondError(res, 404, 'Not a database URL');
      });
      http.on('upgrade', (req, socket, head) => server.handleUpgrade(req, socket, head));
    },
    admin: adminClient(database),
    runLeftWrites: () => disconnects.runAll(),
    recheck: (match) => sessions.recheck(match),
    disconnect(match) {
      disconnects.revoke(match);
      return sessions.disconnect(match);
    },
    connections: () => [...sessions],
    setRules,
    stats: () => ({
      connections: sessions.size,
      listens: database.listens.count,
      followed: database.listens.followed,
      ...database.counts,
      ...database.queueCounts,
      ...sessions.counts(),
    }),
    canStore: () => database.canStore(),
    stopServing,
    close() {
      closing ??= close();
      return closing;
    },
  };
  return server;
}

const isSocketUrl = (req: Request): boolean => pathOf(req) === '/.ws';
const isPollUrl = (req: Request): boolean => pathOf(req) === '/.lp';

const pathOf = (req: Request): string => (req.url ?? '').split('?', 1)[0]!;
const paramsOf = (req: IncomingMessage): URLSearchParams =>
  new URLSearchParams((req.url ?? '').split('?')[1]);

function refuseUpgrade(
  socket: Duplex,
  { status, text, headers }: Refusal,
  more: Readonly<Record<string, string>>,
): void {
  if (socket.destroyed) return;
  const lines = Object.entries({
    ...more,
    ...headers,
    Connection: 'close',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  // A peer that does not close its own side must not keep the socket open.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${text}`);
}

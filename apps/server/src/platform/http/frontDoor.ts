import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { BusyMap, type RealtimeServer } from '@halyard/realtime';
import type { FastifyServerFactory } from 'fastify';
import { keepForwardedAddress } from './clientAddress.ts';
import { ConnectionRate } from './connections/connectionRate.ts';
import { HeldRequests } from './connections/heldRequests.ts';
import { listenOnSockets } from './connections/listenSockets.ts';
import { RoundQueue } from './connections/roundQueue.ts';
import { everyAnswer } from './headers.ts';
import type { HostJudge } from './hosts.ts';
import type { ServedCertificate } from './tls/openCertificate.ts';
import { TLS_SUITES } from './tls/suites.ts';

/**
 * How long an idle connection stays open, in ms. Must be longer than the idle timeouts of clients
 * and proxies (nginx: 60 s). Otherwise, a request could be lost because it arrives just as the
 * server closes the connection. Devices have their own limit (realtime: `restIdleMs`).
 */
const KEEP_ALIVE_MS = 75_000;
/**
 * The time limit in ms for receiving a whole request. It keeps slow clients from tying up sockets.
 */
const REQUEST_TIMEOUT_MS = 30_000;
/** The time limit in ms for a TLS handshake. Poles can take several seconds for it. */
const HANDSHAKE_TIMEOUT_MS = 30_000;
/** How long a stopping server waits for requests in progress, in ms. */
const ANSWER_MS = 5_000;
/**
 * How long a stopping server waits for open connections to close, in ms. The wait starts when all
 * requests in progress have ended.
 */
const GOODBYE_MS = 1_500;

/**
 * The maximum number of requests for the realtime database in one turn of the event loop. A higher
 * number would delay users when thousands of poles reconnect after a restart. A lower one would
 * delay pole reports while jobs run.
 */
const DATABASE_REQUESTS = 64;

/**
 * How many requests for the realtime database may wait while the server starts. Each one takes
 * about 4 kB of memory.
 */
const HELD_REQUESTS = 20_000;
/**
 * How long a request for the realtime database waits while the server starts, in ms. After that, it
 * gets 503.
 */
const HELD_MS = 15_000;

const REFUSAL = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
};

/**
 * The HTTP server on the server's only port. It handles requests for the realtime database before
 * Fastify sees them (protocol §1).
 */
export interface FrontDoor {
  readonly port: number;
  /** The number of connections that were reset because their IP address opened too many. */
  readonly refused: number;
  /** Creates the HTTP server for `buildApp`. */
  readonly serverFactory: FastifyServerFactory<Server>;
  /**
   * Starts serving requests. Until then, requests for the realtime database wait, and all others
   * get 503.
   * @param realtime null if another process serves the realtime database
   * @param refused returns why a request's host is not allowed (421); null if it is allowed
   * @throws the operating system's error if another process has taken the port
   */
  open(realtime: RealtimeServer | null, refused: HostJudge): Promise<void>;
  /** Stops accepting connections. Requests on existing connections get 503. */
  stopAccepting(): void;
  /** Resolves when all requests received so far have been answered, or after 5 s at the latest. */
  answered(): Promise<void>;
  /** Closes all open connections. */
  close(): Promise<void>;
}

/**
 * Creates the HTTP server. Opens the port first, so that a port in use is detected before anything
 * else changes.
 * @param at the address and options. `secureCookies`: browsers use TLS, either directly or through
 * a proxy. `listensLate`: once the server knows that the port is free, it closes the port until it
 * can serve requests, so that a proxy uses the installation's other servers until then.
 * @param certificate null for plain HTTP; otherwise, the port accepts only TLS
 * @param rate limits the rate of new connections per address; null behind a proxy, where all
 * clients have the proxy's address
 * @throws the system's error (`EADDRINUSE`, `EACCES`, …)
 */
export async function openFrontDoor(
  at: {
    port: number;
    host: string;
    secureCookies?: boolean;
    trustProxy?: boolean;
    listensLate?: boolean;
  },
  certificate: ServedCertificate | null,
  rate: ConnectionRate | null = at.trustProxy ? null : new ConnectionRate(),
): Promise<FrontDoor> {
  const starting = unavailable('Starting', true);
  const held = new HeldRequests(HELD_REQUESTS, HELD_MS, starting);
  let handle: RequestListener = (request, response) => {
    if (isDatabaseUrl(request.url ?? '')) held.hold(request, response);
    else starting(request, response);
  };
  let app = starting;
  let upgrades: RealtimeServer | null = null;
  let misdirected: HostJudge = () => null;
  const { server, forget } = createPort(certificate);
  /** All open connections, including WebSockets and those that are still in the TLS handshake. */
  const sockets = new BusyMap<Socket, undefined>();
  server.on('connection', (socket: Socket) => {
    if (!rate || rate.admits(socket.remoteAddress ?? '')) keepUntilClosed(sockets, socket);
    else socket.resetAndDestroy();
  });
  const unanswered = new BusyMap<ServerResponse, undefined>();
  const headers = everyAnswer(at.secureCookies ?? false);
  const begin = (response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    keepUntilClosed(unanswered, response);
  };
  server.on('checkExpectation', (_request, response) => {
    begin(response);
    refuse(response, 417, 'This server supports no Expect header other than 100-continue.');
  });
  server.on('request', (request, response) => {
    begin(response);
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      return refuse(response, 400, 'HTTP/1.1 requires the header Host.');
    if (at.trustProxy) keepForwardedAddress(request);
    handle(request, response);
  });
  server.on('upgrade', (request, socket, head) => {
    if (at.trustProxy) keepForwardedAddress(request);
    const why = misdirected(request, upgrades !== null);
    if (!upgrades) socket.destroy();
    else if (why === null) upgrades.handleUpgrade(request, socket, head);
    else refuseUpgrade(socket, why, headers);
  });
  let listening = await listenOnSockets(server, at);
  const { port } = listening;
  // If the operating system chose the port, keep it, because it would choose a different one the
  // second time.
  if (at.listensLate && at.port !== 0) {
    listening.close();
    server.closeAllConnections();
    await listening.closed();
  }
  return {
    port,
    get refused() {
      return rate?.refused ?? 0;
    },
    serverFactory: (handler) => {
      app = handler;
      return server;
    },
    async open(realtime, refused) {
      upgrades = realtime;
      misdirected = refused;
      const databaseRequests = new RoundQueue(DATABASE_REQUESTS);
      handle = (request, response) => {
        const isDatabase = realtime?.handles(request) ?? false;
        const why = refused(request, isDatabase);
        if (why !== null) refuse(response, 421, why);
        else if (realtime && isDatabase)
          databaseRequests.add(() => {
            if (!response.destroyed) realtime.handleRequest(request, response);
          });
        else app(request, response);
      };
      held.release(handle);
      if (!server.listening) listening = await listenOnSockets(server, at);
    },
    stopAccepting() {
      handle = unavailable('Stopping', false);
      held.release(handle);
      listening.close();
    },
    async answered() {
      await atMost(ANSWER_MS, Promise.all([...unanswered].map(([one]) => once(one, 'close'))));
    },
    async close() {
      forget();
      listening.close();
      server.closeAllConnections();
      // Clients that know about the shutdown close their connections themselves.
      await atMost(GOODBYE_MS, listening.closed());
      for (const [socket] of [...sockets]) socket.destroy();
      await listening.closed();
    },
  };
}

/**
 * Creates an HTTP server that is not listening yet, and a function that stops watching the
 * certificate files.
 */
function createPort(certificate: ServedCertificate | null): { server: Server; forget(): void } {
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node's own response to a request without `Host` would lack our headers, so `openFrontDoor`
    // responds.
    requireHostHeader: false,
  };
  if (certificate === null) return { server: createServer(options), forget() {} };
  const { cert, key } = certificate.first;
  const server: TlsServer = createTlsServer({
    ...options,
    ...TLS_SUITES,
    cert,
    key,
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
  });
  return { server, forget: certificate.keepFresh(server) };
}

/**
 * Whether a request is for the REST API of the realtime database (protocol §15), according to its
 * URL.
 */
const isDatabaseUrl = (url: string) => url.split('?', 1)[0]!.endsWith('.json');

/**
 * Responds to every request with 503 while the server is starting or stopping. A browser that shows
 * this response as a page reloads it (`refresh`) until the console appears.
 * @param keepsConnection whether the connection stays open for the client's next attempt
 */
function unavailable(why: string, keepsConnection: boolean): RequestListener {
  return (request, response) => {
    // Long polling loads scripts. With any other content type, browsers would show an error.
    const isScript = request.url?.startsWith('/.lp') ?? false;
    response.writeHead(503, {
      'content-type': isScript ? 'text/javascript' : 'text/plain',
      'retry-after': '1',
      refresh: '2',
      ...(!keepsConnection && { connection: 'close' }),
    });
    response.end(isScript ? '' : why);
  };
}

/**
 * Refuses a request without reading its body. Status 421 means that the request is for a host that
 * does not belong to this server.
 */
function refuse(response: ServerResponse, status: 400 | 417 | 421, why: string): void {
  const headers = { ...REFUSAL, 'content-length': Buffer.byteLength(why) };
  response.writeHead(status, status === 421 ? headers : { ...headers, connection: 'close' });
  response.end(why);
}

function refuseUpgrade(socket: Duplex, why: string, more: Readonly<Record<string, string>>): void {
  socket.on('error', () => socket.destroy());
  // Close the socket even if the client does not.
  socket.once('finish', () => socket.destroy());
  const headers = {
    ...more,
    ...REFUSAL,
    connection: 'close',
    'content-length': Buffer.byteLength(why),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 421 Misdirected Request\r\n${lines.join('')}\r\n${why}`);
}

function keepUntilClosed<T extends Socket | ServerResponse>(
  open: BusyMap<T, undefined>,
  one: T,
): void {
  open.set(one, undefined);
  one.once('close', () => open.delete(one));
}

/** Waits for a promise to settle, but no longer than `ms`. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const enough = new AbortController();
  await Promise.race([work, sleep(ms, undefined, enough).catch(() => {})]);
  enough.abort();
}

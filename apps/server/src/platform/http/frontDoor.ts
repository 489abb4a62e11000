import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { LISTEN_BACKLOG, type RealtimeServer } from '@halyard/realtime';
import type { FastifyServerFactory } from 'fastify';
import { keepForwardedAddress } from './clientAddress.ts';
import { ConnectionRate } from './connectionRate.ts';
import { everyAnswer } from './headers.ts';
import type { HostJudge } from './hosts.ts';
import type { ServedCertificate } from './tls/openCertificate.ts';
import { TLS_SUITES } from './tls/suites.ts';

/**
 * Milliseconds that an idle keep-alive connection stays open. This is longer than the timeout of
 * proxies and clients (nginx 60 s), so that they close it first: a request on a closing connection
 * is lost. Connections of devices are closed sooner (realtime: `restIdleMs`).
 */
const KEEP_ALIVE_MS = 75_000;
/**
 * The maximum milliseconds for a whole request to arrive. Prevents slow senders from holding
 * sockets.
 */
const REQUEST_TIMEOUT_MS = 30_000;
/** The maximum milliseconds for a TLS handshake. Poles take seconds for one. */
const HANDSHAKE_TIMEOUT_MS = 30_000;
/** The maximum milliseconds to wait for requests in progress at shutdown. */
const ANSWER_MS = 5_000;
/** The maximum milliseconds to wait for connections to close after that. */
const GOODBYE_MS = 1_500;

const REFUSAL = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
};

/** The server's one port. Dispatches realtime URLs before Fastify (protocol §1). */
export interface FrontDoor {
  readonly port: number;
  /** The number of connections that were reset because their address opened too many. */
  readonly refused: number;
  /** The server factory for `buildApp`. */
  readonly serverFactory: FastifyServerFactory<Server>;
  /**
   * Starts to serve. Before that, every request gets 503, or the port does not listen at all.
   * @param realtime null if another process hosts it; its URLs are then not served here
   * @param refused returns why a request must be rejected for the host that it names (421), or null
   * if it may be served
   * @throws the system's error if another process has taken the port in the meantime
   */
  open(realtime: RealtimeServer | null, refused: HostJudge): Promise<void>;
  /** Stops accepting connections. Requests on open ones get 503. */
  stopAccepting(): void;
  /** Resolves when earlier requests have their responses, after 5 s at most. */
  answered(): Promise<void>;
  /** Ends all open connections. */
  close(): Promise<void>;
}

/**
 * Listens immediately, so that a taken port is detected before anything else is touched, and so
 * that the cookie can contain the port.
 * @param at the address and options. `secureCookies`: browsers use TLS, here or at a proxy.
 * `listensLate`: for one of several servers, which stops listening until it can serve, so that a
 * proxy uses the others.
 * @param certificate if given, the port accepts only TLS; null for plain HTTP
 * @param rate limits each address's new connections; null behind a proxy, where all clients have
 * its address
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
  let handle = unavailable('Starting');
  let app = handle;
  let upgrades: RealtimeServer | null = null;
  let misdirected: HostJudge = () => null;
  const { server, forget } = createPort(certificate);
  /** All open connections, including upgraded ones and those in the middle of a handshake. */
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    if (!rate || rate.admits(socket.remoteAddress ?? '')) keepUntilClosed(sockets, socket);
    else socket.resetAndDestroy();
  });
  const unanswered = new Set<ServerResponse>();
  const headers = everyAnswer(at.secureCookies ?? false);
  const begin = (response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    keepUntilClosed(unanswered, response);
  };
  server.on('checkExpectation', (_request, response) => {
    begin(response);
    refuse(response, 417, 'This server knows no expectation other than 100-continue.');
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
  const listen = async () => {
    server.listen(at.port, at.host, LISTEN_BACKLOG);
    await once(server, 'listening');
  };
  await listen();
  const { port } = server.address() as AddressInfo;
  // Keep a port that the system chose. It would choose a different one the second time.
  if (at.listensLate && at.port !== 0) {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
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
      handle = (request, response) => {
        const isDatabase = realtime?.handles(request) ?? false;
        const why = refused(request, isDatabase);
        if (why !== null) refuse(response, 421, why);
        else if (realtime && isDatabase) realtime.handleRequest(request, response);
        else app(request, response);
      };
      if (!server.listening) await listen();
    },
    stopAccepting() {
      handle = unavailable('Stopping');
      server.close();
    },
    async answered() {
      await atMost(ANSWER_MS, Promise.all([...unanswered].map((one) => once(one, 'close'))));
    },
    async close() {
      forget();
      const isOpen = server.listening || sockets.size > 0;
      const closed = isOpen ? once(server, 'close') : undefined;
      server.close();
      server.closeAllConnections();
      // Clients that have been told about the shutdown close their connections themselves.
      await atMost(GOODBYE_MS, closed);
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/**
 * Creates a server that does not listen yet, and a function that stops refreshing its certificate.
 */
function createPort(certificate: ServedCertificate | null): { server: Server; forget(): void } {
  const options = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node's own response to a request without `Host` lacks our headers, so `openFrontDoor` sends it.
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
 * Responds to every request with 503 while the server starts or stops. A browser that shows this as
 * its page reloads it (`refresh`) until the console appears.
 */
function unavailable(why: string): RequestListener {
  return (request, response) => {
    // Long polling loads scripts. Browsers report any other type as a page error.
    const isScript = request.url?.startsWith('/.lp') ?? false;
    response.writeHead(503, {
      'content-type': isScript ? 'text/javascript' : 'text/plain',
      'retry-after': '1',
      refresh: '2',
      connection: 'close',
    });
    response.end(isScript ? '' : why);
  };
}

/**
 * Refuses a request before anything reads it. 421: it was sent to a host that does not belong to
 * this server.
 */
function refuse(response: ServerResponse, status: 400 | 417 | 421, why: string): void {
  const headers = { ...REFUSAL, 'content-length': Buffer.byteLength(why) };
  response.writeHead(status, status === 421 ? headers : { ...headers, connection: 'close' });
  response.end(why);
}

function refuseUpgrade(socket: Duplex, why: string, more: Readonly<Record<string, string>>): void {
  socket.on('error', () => socket.destroy());
  // Close the socket even if the peer does not end its side.
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

function keepUntilClosed<T extends Socket | ServerResponse>(open: Set<T>, one: T): void {
  open.add(one);
  one.once('close', () => open.delete(one));
}

/** Waits for the work to finish, but at most `ms` milliseconds. */
async function atMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const enough = new AbortController();
  await Promise.race([work, sleep(ms, undefined, enough).catch(() => {})]);
  enough.abort();
}

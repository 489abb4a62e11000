import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RealtimeServer } from '@halyard/realtime';
import type { FastifyServerFactory } from 'fastify';

/** Milliseconds that an idle keep-alive connection stays open: poles send a request each 30 s. */
const KEEP_ALIVE_MS = 5_000;
/** Milliseconds for a whole request to arrive; stops slow senders from holding sockets. */
const REQUEST_TIMEOUT_MS = 30_000;

/** The one port: realtime URLs are dispatched before Fastify (design.md: HTTP). */
export interface FrontDoor {
  readonly port: number;
  /** For `buildApp`. */
  readonly serverFactory: FastifyServerFactory<Server>;
  /**
   * Serves from now on; until then every request is answered with 503.
   * @param realtime null where another process has it: its URLs are none of ours
   */
  open(realtime: RealtimeServer | null): void;
  /** Takes no new connection; those that are open go on. */
  stopAccepting(): void;
  /** Ends whatever is still open. */
  close(): Promise<void>;
}

/**
 * Listens at once, so that a taken port is known before anything else is touched, and so that the
 * cookie can carry the port.
 * @throws the system's error (`EADDRINUSE`, `EACCES`, …)
 */
export async function openFrontDoor(at: { port: number; host: string }): Promise<FrontDoor> {
  const notYet: RequestListener = (_request, response) => {
    response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' });
    response.end('Starting');
  };
  let handle = notYet;
  let app: RequestListener = notYet;
  let upgrades: RealtimeServer | null = null;
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
  });
  server.on('request', (request, response) => handle(request, response));
  server.on('upgrade', (request, socket, head) => {
    if (upgrades) upgrades.handleUpgrade(request, socket, head);
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    serverFactory: (handler) => {
      app = handler;
      return server;
    },
    open(realtime) {
      upgrades = realtime;
      handle = (request, response) => {
        if (realtime?.handles(request)) realtime.handleRequest(request, response);
        else app(request, response);
      };
    },
    stopAccepting() {
      server.close();
    },
    close() {
      const closed = new Promise<void>((resolve) => {
        if (server.listening) server.once('close', resolve);
        else resolve();
      });
      server.close();
      server.closeAllConnections();
      return closed;
    },
  };
}

import { createServer, type IncomingMessage, type Server } from 'node:http';
import { LISTEN_BACKLOG } from '@halyard/realtime';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * Makes a server listen on every loopback address, on the given port or a free one.
 * @returns the port
 */
export async function listenOnLoopback(server: Server, port = 0): Promise<number> {
  // 0.0.0.0 includes 127.0.0.2 and so on, which is necessary because one IP address has too few
  // ports for 10,000 devices.
  await new Promise<void>((resolve) => server.listen(port, '0.0.0.0', LISTEN_BACKLOG, resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

/**
 * Starts a plain `ws` server. All servers that Halyard's server is compared with are built on it.
 */
export async function bareServer(
  onSocket: (socket: WebSocket, upgrade: IncomingMessage) => void,
): Promise<number> {
  const http = createServer();
  const sockets = new WebSocketServer({
    server: http,
    perMessageDeflate: false,
    clientTracking: false,
  });
  sockets.on('connection', onSocket);
  return listenOnLoopback(http);
}

import { createServer, type Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';

/** Listens on a free loopback port and answers it. */
export async function listenOnLoopback(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

/** A bare `ws` server, as plain as it gets: what the peers are made of. */
export async function bareServer(
  onSocket: (socket: WebSocket, all: ReadonlySet<WebSocket>) => void,
): Promise<number> {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
  sockets.on('connection', (socket) => onSocket(socket, sockets.clients));
  return listenOnLoopback(http);
}

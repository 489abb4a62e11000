import http from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * A proxy between a browser and a server, through which a test can cut the connection, delay
 * responses, or change them.
 */
export interface Line {
  url: string;
  /**
   * Ends all connections and rejects new ones. Nothing in the browser can reach the server after
   * that, not even the service worker.
   */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Handlers that respond instead of the server, keyed by request path. */
  readonly answers: Map<
    string,
    (request: http.IncomingMessage, response: http.ServerResponse) => void
  >;
  /** Functions that change the server's text responses, keyed by request path. */
  readonly changes: Map<string, (text: string) => string>;
  /** The method and path of each request through the proxy so far, oldest first. */
  readonly requests: string[];
  close(): Promise<void>;
}

export async function startLine(target: string): Promise<Line> {
  const { hostname, port: targetPort } = new URL(target);
  const answers: Line['answers'] = new Map();
  const changes: Line['changes'] = new Map();
  const requests: string[] = [];
  const sockets = new Set<Socket | Duplex>();
  const keep = (socket: Socket | Duplex) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const ask = (request: http.IncomingMessage) =>
    http.request({
      ...{ hostname, port: targetPort, method: request.method, path: request.url },
      // Responses that will be changed must not be compressed.
      headers: { ...request.headers, 'accept-encoding': 'identity' },
      agent: false,
    });
  const server = http.createServer((request, response) => {
    const path = new URL(request.url ?? '/', target).pathname;
    requests.push(`${request.method} ${path}`);
    const own = answers.get(path);
    if (own) return own(request, response);
    const asked = ask(request);
    asked.on('error', () => response.destroy());
    asked.on('response', (answer) => {
      const change = changes.get(path);
      if (!change) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const { 'content-length': _, ...headers } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, headers);
        response.end(change(Buffer.concat(parts).toString()));
      });
    });
    request.pipe(asked);
  });
  server.on('connection', keep);
  server.on('upgrade', (request, socket, head) => {
    const asked = ask(request);
    asked.on('error', () => socket.destroy());
    asked.on('upgrade', (answer, upstream, first) => {
      keep(upstream);
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
      socket.write(first);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    asked.on('response', () => socket.destroy());
    asked.end();
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    cut: stop,
    restore: () => listen(port),
    ...{ answers, changes, requests },
    close: () => (server.listening ? stop() : Promise.resolve()),
  };
}

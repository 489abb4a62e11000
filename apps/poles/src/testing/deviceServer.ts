import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedPatch {
  url: string;
  body: Record<string, unknown>;
  /** The client's local port, which distinguishes a reused connection from a new one. */
  port: number;
}

/**
 * A fake of the server's API for devices. Tests can make it fail in ways that the real server
 * cannot. Tests in apps/server run poles against the real server.
 */
export interface DeviceServer {
  url: string;
  patches: ReceivedPatch[];
  streams: ServerResponse[];
  /** The requests that opened `streams`, in order. */
  streamRequests: IncomingMessage[];
  /**
   * Called first for each stream request. Returns true if it handled the request, so that the
   * default handler does not run.
   */
  onStream: (request: IncomingMessage, response: ServerResponse) => boolean;
  /**
   * Called first for each PATCH. Returns true if it handled the request, so that the default
   * handler does not run.
   */
  onPatch: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Sends an event to the newest stream. */
  send(event: string, data: unknown): void;
  /** Resolves when `condition` is true, which is checked after every request and event. */
  until(condition: () => boolean): Promise<void>;
  close(): Promise<void>;
}

export async function startDeviceServer(): Promise<DeviceServer> {
  const waiting = new Set<() => void>();
  const look = () => {
    for (const check of [...waiting]) check();
  };
  const server = http.createServer((request, response) => {
    if (request.method === 'GET') {
      device.streamRequests.push(request);
      if (!device.onStream(request, response)) {
        response.useChunkedEncodingByDefault = false;
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        device.streams.push(response);
        device.send('put', { path: '/', data: null });
      }
      return look();
    }
    void readBody(request).then((text) => {
      const body = JSON.parse(text) as Record<string, unknown>;
      device.patches.push({ url: request.url!, body, port: request.socket.remotePort! });
      if (!device.onPatch(request, response)) {
        response.setHeader('Content-Length', Buffer.byteLength(text));
        response.end(text);
      }
      look();
    });
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const device: DeviceServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    patches: [],
    streams: [],
    streamRequests: [],
    onStream: () => false,
    onPatch: () => false,
    send(event, data) {
      device.streams.at(-1)!.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    until(condition) {
      return new Promise((resolve) => {
        const check = () => {
          if (!condition()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      });
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return device;
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const piece of request) text += piece as string;
  return text;
}

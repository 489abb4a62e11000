import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';

/** A request to the receiver. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server of a third party that receives webhooks over a real socket. */
export interface Receiver {
  url: string;
  port: number;
  received: Received[];
  /** The number of connections that were opened to the receiver. */
  connections: number;
  /** Sets the response from now on. The default is 204. */
  answer(with_: (response: ServerResponse, request: Received) => void): void;
  close(): Promise<void>;
}

export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  let respond: Parameters<Receiver['answer']>[0] = (response) => response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const received = { path: request.url ?? '', headers: request.headers, body };
    receiver.received.push(received);
    respond(response, received);
  });
  server.on('connection', () => receiver.connections++);
  await once(server.listen(0, host), 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://${isIPv6(host) ? `[${host}]` : host}:${port}/hook`,
    port,
    received: [],
    connections: 0,
    answer(next) {
      respond = next;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Returns the message that the SDK sends for `set` (protocol §4). */
export function putFrame(request: number, path: string, value: unknown): string {
  return JSON.stringify({ t: 'd', d: { r: request, a: 'p', b: { p: path, d: value } } });
}

/** Returns the message that the SDK sends for `update` (protocol §4). */
export function mergeFrame(request: number, path: string, changes: object): string {
  return JSON.stringify({ t: 'd', d: { r: request, a: 'm', b: { p: path, d: changes } } });
}

/**
 * Returns a value with the same structure as a device's report. Different numbers give different
 * values.
 */
export function sampleValue(n: number) {
  return { n, voltage: 42.1 + (n % 10) / 10, up: n % 2 === 0, at: 1_700_000_000_000 + n };
}

/**
 * Returns the message that the SDK sends for `onValue` if its cache is empty.
 * @param query omit to listen to all data at the path
 */
export function listenFrame(request: number, path: string, query?: object): string {
  const filter = query && { q: query, t: 1 };
  return JSON.stringify({ t: 'd', d: { r: request, a: 'q', b: { p: path, h: '', ...filter } } });
}

/** Returns the message with which a client signs in on its connection (protocol §12). */
export function authFrame(request: number, credential: string): string {
  return JSON.stringify({ t: 'd', d: { r: request, a: 'auth', b: { cred: credential } } });
}

/**
 * Opens a plain socket to Halyard's server or a comparison server.
 * @param greeted whether to wait for the greeting, which only Halyard's server sends
 * @param localAddress the address to connect from; the server limits connections per address
 */
export async function openSocket(
  port: number,
  greeted: boolean,
  localAddress = '127.0.0.1',
): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/.ws?v=5&ns=bench`, {
    perMessageDeflate: false,
    localAddress,
  });
  // Wait for both at once, because the greeting may arrive together with the upgrade response.
  await Promise.all([once(socket, 'open'), greeted && once(socket, 'message')]);
  return socket;
}

/** Sends a request and waits for the response with the same request number. */
export async function ask(socket: WebSocket, request: number, frame: string): Promise<void> {
  const mark = `{"t":"d","d":{"r":${request},`;
  await new Promise<void>((resolve) => {
    socket.on('message', function answered(data) {
      if (!String(data).startsWith(mark)) return;
      socket.off('message', answered);
      resolve();
    });
    socket.send(frame);
  });
}

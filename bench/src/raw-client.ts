import { once } from 'node:events';
import { WebSocket } from 'ws';

/** The bytes of the SDK's `set` (protocol §4). */
export function putFrame(request: number, path: string, value: unknown): string {
  return JSON.stringify({ t: 'd', d: { r: request, a: 'p', b: { p: path, d: value } } });
}

/** The bytes of the SDK's `onValue` on an empty cache. */
export function listenFrame(request: number, path: string): string {
  return JSON.stringify({ t: 'd', d: { r: request, a: 'q', b: { p: path, h: '' } } });
}

/** A bare socket to a server of ours or to a peer; `greeted` waits for our server's hello. */
export async function openSocket(port: number, greeted: boolean): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/.ws?v=5&ns=bench`, {
    perMessageDeflate: false,
  });
  const hello = greeted ? once(socket, 'message') : undefined;
  await once(socket, 'open');
  await hello;
  return socket;
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../limits.ts';

/**
 * Number of requests in progress on each socket. A client may send several requests without
 * waiting, and an event stream counts as one request.
 */
const underWay = new WeakMap<Socket, number>();

/**
 * Closes a device's connection soon after the last response on it, regardless of the host server's
 * keep-alive setting (protocol §15). Also closes a connection whose request makes no progress.
 */
export function closeWhenIdle(
  req: IncomingMessage,
  res: ServerResponse,
  limits: Pick<Limits, 'restIdleMs' | 'restStallMs'>,
): void {
  const { socket } = req;
  underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
  socket.setTimeout(limits.restStallMs);
  // Replaces the host's header, because a client must not expect more time than it gets.
  res.setHeader('Keep-Alive', `timeout=${Math.floor(limits.restIdleMs / 1000)}`);
  res.on('close', () => {
    const left = (underWay.get(socket) ?? 1) - 1;
    underWay.set(socket, left);
    if (left === 0 && !socket.destroyed) socket.setTimeout(limits.restIdleMs);
  });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '../limits.ts';

/** Requests that are being answered on a socket: pipelined ones, or an event stream. */
const underWay = new WeakMap<Socket, number>();

/**
 * Ends a device's connection early once nothing is under way on it, whatever the host server's own
 * setting (protocol §15), and one that stands still meanwhile.
 */
export function closeWhenIdle(
  req: IncomingMessage,
  res: ServerResponse,
  limits: Pick<Limits, 'restIdleMs' | 'restStallMs'>,
): void {
  const { socket } = req;
  underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
  socket.setTimeout(limits.restStallMs);
  // In place of the host's own: a client must not count on more time than it gets.
  res.setHeader('Keep-Alive', `timeout=${Math.floor(limits.restIdleMs / 1000)}`);
  res.on('close', () => {
    const left = (underWay.get(socket) ?? 1) - 1;
    underWay.set(socket, left);
    if (left === 0 && !socket.destroyed) socket.setTimeout(limits.restIdleMs);
  });
}

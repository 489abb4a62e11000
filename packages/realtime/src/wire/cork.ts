import type { Duplex } from 'node:stream';

let corked: Duplex[] = [];

function uncorkAll(): void {
  const sockets = corked;
  corked = [];
  for (const socket of sockets) socket.uncork();
}

/**
 * Combines all writes to a socket in this turn of the event loop into one system call. One tick
 * serves all sockets, so that a push to thousands of listeners does not queue thousands of
 * callbacks.
 */
export function corkForThisTurn(socket: Duplex): void {
  if (socket.writableCorked > 0) return;
  if (corked.length === 0) process.nextTick(uncorkAll);
  socket.cork();
  corked.push(socket);
}

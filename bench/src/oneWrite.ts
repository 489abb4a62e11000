import type { Duplex } from 'node:stream';

/**
 * Holds back the data that is written to a socket in this turn of the event loop, and then sends
 * all of it in one system call.
 */
export function inOneWrite(socket: Duplex): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}

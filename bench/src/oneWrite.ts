import type { Duplex } from 'node:stream';

/**
 * Holds back what is written to a socket in this turn of the event loop, so that all of it is sent
 * in one system call.
 */
export function inOneWrite(socket: Duplex): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}

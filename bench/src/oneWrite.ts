import type { Duplex } from 'node:stream';

/**
 * Collects everything written to a socket until the end of the current event loop turn, and sends
 * it in one system call.
 */
export function inOneWrite(socket: Duplex): void {
  if (socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}

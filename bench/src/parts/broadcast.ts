import type { Duplex } from 'node:stream';
import { bareServer } from '../listen.ts';
import { offer } from '../part.ts';

/**
 * Responds to each message by sending the same bytes to every other client that our server would
 * push.
 */
offer({
  async start() {
    const all = new Set<Duplex>();
    return bareServer((socket, { socket: own }) => {
      all.add(own);
      socket.on('close', () => all.delete(own));
      socket.on('message', (data) => {
        const {
          d: { b },
        } = JSON.parse(String(data)) as { d: { b: { p: string; d: unknown } } };
        const push = { t: 'd', d: { a: 'd', b: { p: b.p.slice(1), d: b.d } } };
        // The frame is encoded once for all clients, as in an efficient broadcast.
        const frame = textFrame(JSON.stringify(push));
        for (const other of all) if (other !== own) other.write(frame);
        socket.send('ok');
      });
    });
  },
});

/** Returns an unmasked text frame of less than 64 KiB (RFC 6455 §5.2). */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const header = length < 126 ? [0x81, length] : [0x81, 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), payload]);
}

import type { Duplex } from 'node:stream';
import { bareServer } from '../listen.ts';
import { inOneWrite } from '../oneWrite.ts';
import { offer } from '../part.ts';

/**
 * A minimal broadcast server, for comparison. It sends each message to all other clients, with the
 * same bytes as Halyard and in as few writes as possible.
 */
offer({
  async start() {
    const all = new Set<Duplex>();
    let frames: Buffer[] = [];
    const sendTo = (writer: Duplex): void => {
      const joined = Buffer.concat(frames);
      frames = [];
      for (const other of all) if (other !== writer) other.write(joined);
    };
    return bareServer((socket, { socket: own }) => {
      all.add(own);
      socket.on('close', () => all.delete(own));
      // There is only one writer at a time, so all frames of a turn have the same receivers.
      socket.on('message', (data) => {
        const {
          d: { b },
        } = JSON.parse(String(data)) as { d: { b: { p: string; d: unknown } } };
        const push = { t: 'd', d: { a: 'd', b: { p: b.p.slice(1), d: b.d } } };
        if (frames.push(textFrame(JSON.stringify(push))) === 1) process.nextTick(sendTo, own);
        inOneWrite(own);
        socket.send('ok');
      });
    });
  },
});

/** Returns an unmasked WebSocket text frame of less than 64 KiB (RFC 6455 §5.2). */
function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const header = length < 126 ? [0x81, length] : [0x81, 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), payload]);
}

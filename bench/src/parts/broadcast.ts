import { bareServer } from '../listen.ts';
import { offer } from '../part.ts';

/** Sends to everyone else, for each message, the bytes of a push that our server would send. */
offer({
  start: () =>
    bareServer((socket, all) => {
      socket.on('message', (data) => {
        const {
          d: { b },
        } = JSON.parse(String(data)) as { d: { b: { p: string; d: unknown } } };
        const push = { t: 'd', d: { a: 'd', b: { p: b.p.slice(1), d: b.d } } };
        // Encoded once for all, as anyone would who broadcasts.
        const bytes = Buffer.from(JSON.stringify(push));
        for (const other of all) if (other !== socket) other.send(bytes, { binary: false });
        socket.send('ok');
      });
    }),
});

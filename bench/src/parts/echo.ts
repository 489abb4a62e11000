import { bareServer } from '../listen.ts';
import { offer } from '../part.ts';

/** Runs a server that sends every message back to its sender. */
offer({
  start: () =>
    bareServer((socket) => {
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
    }),
});

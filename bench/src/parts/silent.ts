import { bareServer } from '../listen.ts';
import { offer } from '../part.ts';

/** Bare sockets that hear what comes and say nothing. */
offer({
  start: () => bareServer((socket) => socket.on('message', () => undefined)),
});

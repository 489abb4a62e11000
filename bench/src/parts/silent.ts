import { bareServer } from '../listen.ts';
import { offer } from '../part.ts';

/** Runs a server that accepts plain sockets, receives their messages, and sends nothing. */
offer({
  start: () => bareServer((socket) => socket.on('message', () => undefined)),
});

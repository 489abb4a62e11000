import { bareServer } from '../listen.ts';
import { offer } from '../part.ts';

/** Bare sockets that receive messages and send nothing. */
offer({
  start: () => bareServer((socket) => socket.on('message', () => undefined)),
});

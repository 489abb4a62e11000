import { offer } from '../part.ts';
import { ask, authFrame, listenFrame, openSocket } from '../rawClient.ts';

interface Console {
  credential: string;
  paths: string[];
}

let received = 0;
let begun = 0;

/** Simulates consoles that do not parse the messages that they receive. */
offer({
  async watch({ port, consoles }: { port: number; consoles: Console[] }) {
    for (const [number, { credential, paths }] of consoles.entries()) {
      const socket = await openSocket(port, true, `127.0.1.${number + 1}`);
      await ask(socket, 1, authFrame(1, credential));
      for (const [index, path] of paths.entries())
        await ask(socket, index + 2, listenFrame(index + 2, path));
      socket.on('message', () => received++);
    }
    received = 0;
    begun = performance.now();
  },

  /**
   * Returns how many messages per second all consoles have received in total since `watch` was
   * called.
   */
  async received() {
    return { perSecond: received / ((performance.now() - begun) / 1000) };
  },
});

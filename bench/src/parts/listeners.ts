import { monotonicNow, offer } from '../part.ts';
import { ask, authFrame, listenFrame, openSocket } from '../rawClient.ts';
import { connectSdk } from '../sdk.ts';

let expected = Number.POSITIVE_INFINITY;
let received = 0;
let finished: (at: number) => void = () => undefined;
let done = Promise.resolve(0);

function count(): void {
  if (++received === expected) finished(monotonicNow());
}

interface Raw {
  port: number;
  listeners: number;
  /** Whether it is our server: a peer neither greets nor wants to be asked. */
  greeted: boolean;
  path?: string;
  credential?: string;
  /** As it goes over the wire (protocol §5). */
  query?: object;
}

/** Listeners of one path, all in this process. */
offer({
  /** By the unmodified SDK, each with a connection of its own. */
  async sdk({ port, listeners }: { port: number; listeners: number }) {
    for (let i = 0; i < listeners; i++) {
      const { db, ref, onValue } = connectSdk(port);
      await new Promise<void>((resolve) => {
        let first = true;
        onValue(ref(db, 'bench/value'), () => {
          if (!first) count();
          first = false;
          resolve();
        });
      });
    }
  },

  /** By bare sockets that look at nothing. */
  async raw({ port, listeners, greeted, path = '/bench/value', credential, query }: Raw) {
    for (let i = 0; i < listeners; i++) {
      const socket = await openSocket(port, greeted);
      if (credential !== undefined) await ask(socket, 1, authFrame(1, credential));
      if (greeted) await ask(socket, 2, listenFrame(2, path, query));
      socket.on('message', count);
    }
  },

  /** From now on so many deliveries are counted. */
  async expect({ deliveries }: { deliveries: number }) {
    received = 0;
    expected = deliveries;
    done = new Promise((resolve) => {
      finished = resolve;
    });
  },

  /** When the last delivery came. */
  async finish() {
    return done;
  },
});

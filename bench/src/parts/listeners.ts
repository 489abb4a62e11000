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
  /**
   * Whether the server is Halyard's own. Other servers in the comparison send no greeting and do
   * not handle requests.
   */
  greeted: boolean;
  path?: string;
  credential?: string;
  /**
   * The query of each listener, as sent over the wire (protocol §5). Omit it to listen to all data.
   */
  query?: object;
}

/** Runs many listeners on one path in this process. */
offer({
  /** Adds listeners that use the unmodified SDK, with one connection per listener. */
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

  /** Adds listeners that use plain sockets and do not parse the messages that they receive. */
  async raw({ port, listeners, greeted, path = '/bench/value', credential, query }: Raw) {
    for (let i = 0; i < listeners; i++) {
      const socket = await openSocket(port, greeted);
      if (credential !== undefined) await ask(socket, 1, authFrame(1, credential));
      if (greeted) await ask(socket, 2, listenFrame(2, path, query));
      socket.on('message', count);
    }
  },

  /**
   * Starts counting the messages delivered to listeners. Counting ends when the given number is
   * reached.
   */
  async expect({ deliveries }: { deliveries: number }) {
    received = 0;
    expected = deliveries;
    done = new Promise((resolve) => {
      finished = resolve;
    });
  },

  /**
   * Waits until all counted messages have been delivered. Returns the time of the last delivery, in
   * ms by the monotonic clock.
   */
  async finish() {
    return done;
  },
});

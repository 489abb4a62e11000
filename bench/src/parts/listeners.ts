import { monotonicNow, offer } from '../part.ts';
import { listenFrame, openSocket } from '../raw-client.ts';
import { connectSdk } from '../sdk.ts';

let expected = Number.POSITIVE_INFINITY;
let received = 0;
let finished: (at: number) => void = () => undefined;
let done = Promise.resolve(0);

function count(): void {
  if (++received === expected) finished(monotonicNow());
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

  /** By bare sockets that look at nothing; `greeted` where it is our server. */
  async raw({ port, listeners, greeted }: { port: number; listeners: number; greeted: boolean }) {
    for (let i = 0; i < listeners; i++) {
      const socket = await openSocket(port, greeted);
      if (greeted) {
        socket.send(listenFrame(1, '/bench/value'));
        // The value, then the answer.
        await new Promise<void>((resolve) => {
          socket.on('message', function answered(data) {
            if (!String(data).includes('"r":1')) return;
            socket.off('message', answered);
            resolve();
          });
        });
      }
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

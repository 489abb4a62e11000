import { monotonicNow, offer } from '../part.ts';
import { openSocket, putFrame, sampleValue } from '../rawClient.ts';

interface Writes {
  port: number;
  greeted: boolean;
  writes: number;
  window: number;
}

/**
 * Writes through a plain socket. Each function waits until all of its writes are acknowledged, and
 * returns the time when it started to write.
 */
offer({
  /** Writes to the same path repeatedly. */
  run: (writes: Writes) => write(writes, (n) => putFrame(n, '/bench/value', sampleValue(n))),

  /**
   * Writes to the children of a node one after another. Each write moves one child from one end of
   * the sort order to the other.
   */
  moves: ({ children, ...writes }: Writes & { children: number }) =>
    write(writes, (n) => {
      const row = (((n - 1) >> 1) * 7919) % children;
      const value = { ...sampleValue(n), n: n % 2 === 1 ? 1_000_000 + n : -n };
      return putFrame(n, `/bench/list/row${row}`, value);
    }),
});

async function write(
  { port, greeted, writes, window }: Writes,
  frame: (n: number) => string,
): Promise<number> {
  const socket = await openSocket(port, greeted);
  const start = monotonicNow();
  let sent = 0;
  let answered = 0;
  const send = (): void => {
    sent++;
    socket.send(frame(sent));
  };
  await new Promise<void>((resolve) => {
    socket.on('message', () => {
      if (++answered === writes) resolve();
      else if (sent < writes) send();
    });
    while (sent < window) send();
  });
  socket.close();
  return start;
}

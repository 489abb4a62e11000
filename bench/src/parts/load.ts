import type { WebSocket } from 'ws';
import { HARDWARE, report } from '../halyard.ts';
import { monotonicNow, offer } from '../part.ts';
import { ask, authFrame, mergeFrame, openSocket, putFrame } from '../rawClient.ts';

interface Load {
  port: number;
  greeted: boolean;
  connections: number;
  /** Maximum number of unanswered writes per connection. */
  window: number;
  milliseconds: number;
}

/**
 * Writes through plain sockets, with a different value each time. Each connection sends its next
 * write as soon as one is acknowledged, so that it always has the maximum number of unacknowledged
 * writes.
 */
offer({
  /**
   * Makes each connection set values at paths that no other connection uses. Returns the number of
   * acknowledged writes per second.
   */
  async sets(load: Load) {
    return perSecond(load, (connection, n) =>
      putFrame(n, `/bench/w${connection}-${n % load.window}`, `value ${n} of ${connection}`),
    );
  },

  /**
   * Signs each connection in as a pole named `p` plus a number, and makes it send reports. Returns
   * how many reports are acknowledged per second.
   */
  async reports(load: Load) {
    const sign = (socket: WebSocket, connection: number): Promise<void> =>
      ask(socket, 0, authFrame(0, `p${connection}`));
    return perSecond(
      load,
      (connection, n) => mergeFrame(n, `/${HARDWARE}/p${connection}`, report(n)),
      sign,
    );
  },
});

async function perSecond(
  { port, greeted, connections, window, milliseconds }: Load,
  frame: (connection: number, n: number) => string,
  prepare?: (socket: WebSocket, connection: number) => Promise<void>,
): Promise<number> {
  const sockets: WebSocket[] = [];
  for (let i = 0; i < connections; i++) {
    const socket = await openSocket(port, greeted);
    await prepare?.(socket, i);
    sockets.push(socket);
  }
  const start = monotonicNow();
  const end = start + milliseconds;
  let answered = 0;
  const write = (socket: WebSocket, connection: number): Promise<void> => {
    let sent = 0;
    let open = 0;
    const send = (): void => {
      open++;
      socket.send(frame(connection, ++sent));
    };
    return new Promise((resolve) => {
      socket.on('message', () => {
        open--;
        answered++;
        if (monotonicNow() < end) send();
        else if (open === 0) resolve();
      });
      for (let i = 0; i < window; i++) send();
    });
  };
  await Promise.all(sockets.map(write));
  const figure = (answered / (monotonicNow() - start)) * 1000;
  for (const socket of sockets) socket.close();
  return figure;
}

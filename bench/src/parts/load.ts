import type { WebSocket } from 'ws';
import { monotonicNow, offer } from '../part.ts';
import { openSocket, putFrame } from '../raw-client.ts';

interface Load {
  port: number;
  greeted: boolean;
  connections: number;
  /** Unanswered writes per connection. */
  window: number;
  milliseconds: number;
}

/** Writers over bare sockets: each connection keeps its window full, every value different. */
offer({
  async run({ port, greeted, connections, window, milliseconds }: Load) {
    const sockets: WebSocket[] = [];
    for (let i = 0; i < connections; i++) sockets.push(await openSocket(port, greeted));
    const start = monotonicNow();
    const end = start + milliseconds;
    let answered = 0;
    await Promise.all(
      sockets.map((socket, connection) => {
        let sent = 0;
        let open = 0;
        const send = (): void => {
          const value = `value ${++sent} of ${connection}`;
          open++;
          socket.send(putFrame(sent, `/bench/w${connection}-${sent % window}`, value));
        };
        return new Promise<void>((resolve) => {
          socket.on('message', () => {
            open--;
            answered++;
            if (monotonicNow() < end) send();
            else if (open === 0) resolve();
          });
          for (let i = 0; i < window; i++) send();
        });
      }),
    );
    const perSecond = (answered / (monotonicNow() - start)) * 1000;
    for (const socket of sockets) socket.close();
    return perSecond;
  },
});

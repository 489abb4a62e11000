import { monotonicNow, offer } from '../part.ts';
import { openSocket, putFrame, sampleValue } from '../raw-client.ts';

interface Writes {
  port: number;
  greeted: boolean;
  writes: number;
  window: number;
}

/** One writer of one path; answers when it began, once everything is acknowledged. */
offer({
  async run({ port, greeted, writes, window }: Writes) {
    const socket = await openSocket(port, greeted);
    const start = monotonicNow();
    let sent = 0;
    let answered = 0;
    const send = (): void => {
      sent++;
      socket.send(putFrame(sent, '/bench/value', sampleValue(sent)));
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
  },
});

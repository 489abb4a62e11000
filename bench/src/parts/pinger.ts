import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicNow, offer } from '../part.ts';
import { openSocket, putFrame } from '../raw-client.ts';

/** Sends the bytes of an SDK's `set` to an echo, one after the other, and times the way there and back. */
offer({
  async run({ port, count, spacing }: { port: number; count: number; spacing: number }) {
    const socket = await openSocket(port, false);
    const latencies: number[] = [];
    for (let id = 0; id < count; id++) {
      const sentAt = monotonicNow();
      socket.send(putFrame(id, '/bench/command', { id, sentAt }));
      await once(socket, 'message');
      latencies.push(monotonicNow() - sentAt);
      await sleep(spacing);
    }
    socket.close();
    return latencies;
  },
});

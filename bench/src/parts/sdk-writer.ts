import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicNow, offer } from '../part.ts';
import { connectSdk } from '../sdk.ts';

/** The unmodified SDK as a console: sets a value that says when it was sent. */
offer({
  async run({ port, count, spacing }: { port: number; count: number; spacing: number }) {
    const { db, set, ref, close } = connectSdk(port);
    for (let i = 0; i < count; i++) {
      await set(ref(db, 'bench/command'), { id: i, sentAt: monotonicNow() });
      await sleep(spacing);
    }
    await close();
  },
});

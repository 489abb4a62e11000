import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicNow, offer } from '../part.ts';
import { connectSdk, type Sdk } from '../sdk.ts';

let sdk: Sdk;
let id = 0;

/** The unmodified SDK as a console: sets a value that says when it was sent. */
offer({
  async connect({ port }: { port: number }) {
    sdk = connectSdk(port);
  },

  async run({ count, spacing }: { count: number; spacing: number }) {
    const { db, set, ref } = sdk;
    for (let i = 0; i < count; i++) {
      await set(ref(db, 'bench/command'), { id: ++id, sentAt: monotonicNow() });
      await sleep(spacing);
    }
  },
});

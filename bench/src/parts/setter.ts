import { offer } from '../part.ts';
import { openSocket, putFrame, sampleValue } from '../rawClient.ts';
import { median } from '../result.ts';
import { connectSdk, type Sdk } from '../sdk.ts';

const PATH = '/bench/value';

const sdks = new Map<number, Sdk>();
let serial = 0;

interface Sets {
  port: number;
  count: number;
}

/**
 * Sets the value at one path repeatedly, one write after another. Returns the median time in ms.
 */
offer({
  /**
   * Repeatedly sets a value through a plain socket. Sends the same bytes as the SDK, and ignores
   * the content of responses.
   */
  async raw({ port, greeted, count }: Sets & { greeted: boolean }) {
    const socket = await openSocket(port, greeted);
    const latencies: number[] = [];
    await new Promise<void>((resolve) => {
      let sentAt = 0;
      const send = (): void => {
        const frame = putFrame(++serial, PATH, sampleValue(serial));
        sentAt = performance.now();
        socket.send(frame);
      };
      socket.on('message', () => {
        latencies.push(performance.now() - sentAt);
        if (latencies.length === count) resolve();
        else send();
      });
      send();
    });
    socket.close();
    return median(latencies);
  },

  /** Repeatedly sets a value with the unmodified SDK, which stays connected for the next run. */
  async sdk({ port, count }: Sets) {
    const sdk = sdks.get(port) ?? connectSdk(port);
    sdks.set(port, sdk);
    const { db, ref, set } = sdk;
    const latencies: number[] = [];
    for (let i = 0; i < count; i++) {
      const value = sampleValue(++serial);
      const start = performance.now();
      await set(ref(db, PATH), value);
      latencies.push(performance.now() - start);
    }
    return median(latencies);
  },
});

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { monotonicNow, offer } from '../part.ts';
import { connectSdk } from '../sdk.ts';

interface Command {
  id: number;
  sentAt: number;
}

let latencies: number[] = [];
let seen = 0;

function arrived(command: Command | null): void {
  if (command === null || command.id <= seen) return;
  seen = command.id;
  latencies.push(monotonicNow() - command.sentAt);
}

/** Listens as a device does, and notes how long each command took to get here. */
offer({
  /** By REST event stream, as the Arduino libraries (protocol §16). */
  async stream({ port }: { port: number }) {
    const url = `http://127.0.0.1:${port}/bench/command.json`;
    const request = get(url, { headers: { Accept: 'text/event-stream' } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.setEncoding('utf8').on('data', (text: string) => {
      for (const [, json] of text.matchAll(/^data: (\{.*\})$/gm)) {
        arrived((JSON.parse(json ?? '') as { data: Command | null }).data);
      }
    });
  },

  /** By the unmodified SDK. */
  async listen({ port }: { port: number }) {
    const { db, ref, onValue } = connectSdk(port);
    await new Promise<void>((resolve) => {
      onValue(ref(db, 'bench/command'), (snapshot) => {
        arrived(snapshot.val() as Command | null);
        resolve();
      });
    });
  },

  /** Of the commands since it was last asked. */
  async latencies() {
    const all = latencies;
    latencies = [];
    return all;
  },
});

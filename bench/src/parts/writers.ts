import { HARDWARE } from '../halyard.ts';
import { offer } from '../part.ts';
import { ask, authFrame, mergeFrame, openSocket } from '../rawClient.ts';

/** The number of acknowledged reports, by flag. */
const acknowledged = new Map<string, number>();

/**
 * Runs devices, each of which writes one report after another until its connection is cut. Each
 * report is stored under a new key, so that the benchmark can count the stored reports.
 */
offer({
  async start({ port, writers }: { port: number; writers: number }) {
    for (let i = 0; i < writers; i++) {
      const flag = `p${i}`;
      const socket = await openSocket(port, true);
      await ask(socket, 0, authFrame(0, flag));
      let n = 0;
      const write = (): void => {
        n++;
        socket.send(mergeFrame(n, `/${HARDWARE}/${flag}`, { [`reported/n${n}`]: n }));
      };
      socket.on('error', () => undefined);
      socket.on('message', (data) => {
        if (!String(data).includes('"s":"ok"')) throw new Error(`A report was refused: ${data}`);
        acknowledged.set(flag, n);
        write();
      });
      write();
    }
  },

  /**
   * Returns how many reports were acknowledged, and how many of the acknowledged ones are stored.
   */
  async check({ port }: { port: number }) {
    const counts = { acknowledged: 0, kept: 0 };
    for (const [flag, n] of acknowledged) {
      const url = `http://127.0.0.1:${port}/${HARDWARE}/${flag}/reported.json?auth=${flag}`;
      const reported = (await (await fetch(url)).json()) as Record<string, number>;
      counts.acknowledged += n;
      for (let i = 1; i <= n; i++) if (reported[`n${i}`] === i) counts.kept++;
    }
    return counts;
  },
});

import { bareServer } from '../listen.ts';
import { offer } from '../part.ts';
import { GroupCommit, temporaryStore } from '../temporaryStore.ts';

/**
 * Runs a durable server that only parses a write, passes it to Halyard's storage worker, and
 * responds.
 */
offer({
  async start() {
    const commits = new GroupCommit(await temporaryStore());
    return bareServer((socket) => {
      socket.on('message', (data) => {
        const { d } = JSON.parse(String(data)) as {
          d: { r: number; b: { p: string; d: unknown } };
        };
        const answer = JSON.stringify({ t: 'd', d: { r: d.r, b: { s: 'ok', d: '' } } });
        commits.put([`${d.b.p.slice(1)}/`, JSON.stringify(d.b.d)], () => socket.send(answer));
      });
    });
  },
});

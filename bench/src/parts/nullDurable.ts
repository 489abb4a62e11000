import type { StoredRow } from '@halyard/realtime';
import { GroupCommit } from '../groupCommit.ts';
import { bareServer } from '../listen.ts';
import { inOneWrite } from '../oneWrite.ts';
import { offer } from '../part.ts';
import { openStore, type Stored } from '../stored.ts';

/** A request as the SDK sends it. */
interface Request {
  d: { r: number; a: string; b: { p: string; d: unknown } };
}

/**
 * A minimal durable server, for comparison: it parses each write, commits its rows in groups
 * through Halyard's store, and responds.
 */
offer({
  async start({ stored }: { stored: Stored }) {
    const commits = new GroupCommit(await openStore(stored));
    return bareServer((socket, { socket: own }) => {
      socket.on('message', (data) => {
        const { d } = JSON.parse(String(data)) as Request;
        const answer = JSON.stringify({ t: 'd', d: { r: d.r, b: { s: 'ok', d: '' } } });
        const respond = (): void => {
          inOneWrite(own);
          socket.send(answer);
        };
        const rows = rowsOf(d);
        if (rows === undefined) respond();
        else commits.put(rows, respond);
      });
    });
  },
});

function rowsOf({ a, b }: Request['d']): StoredRow[] | undefined {
  if (a === 'p') return [[`${b.p.slice(1)}/`, JSON.stringify(b.d)]];
  if (a !== 'm') return undefined;
  return Object.entries(b.d as object).map(([key, value]) => [
    `${b.p.slice(1)}/${key}/`,
    JSON.stringify(value),
  ]);
}

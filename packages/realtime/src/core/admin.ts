import type { AdminClient } from '../options.ts';
import { plainValue } from '../tree/json.ts';
import { parsePath } from '../tree/keys.ts';
import type { TreeNode } from '../tree/node.ts';
import type { Database } from './database.ts';
import { newListen } from './session.ts';
import type { Write, WriteOutcome } from './write.ts';

type Outcome = Exclude<WriteOutcome['kind'], 'refused'>;

const caller = { identity: { auth: null, admin: true }, internal: true };

/**
 * Creates the server's own client for reading and writing the database. Its reads and writes go
 * through the same queue as those of all other clients.
 */
export function adminClient(database: Database): AdminClient {
  const parse = (path: string): string[] => parsePath(path, database.limits);

  function write(path: string, data: Write['data']): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      database.write({
        caller,
        path: parse(path),
        data,
        respond: (outcome) => () => {
          if (outcome.kind === 'refused') reject(outcome.reason);
          else resolve(outcome.kind);
        },
        waiting: { lost: reject },
      });
    });
  }

  return {
    get: (path) =>
      new Promise((resolve, reject) => {
        const at = parse(path);
        database.read(
          () => {
            const value = plainValue(database.tree.get(at));
            return () => resolve(value);
          },
          { lost: reject },
        );
      }),
    each: (path, visit) =>
      new Promise((resolve, reject) => {
        const at = parse(path);
        database.read(
          () => {
            for (const [key, child] of database.tree.get(at)?.children ?? [])
              visit(key, plainValue(child));
            return resolve;
          },
          { lost: reject },
        );
      }),
    async set(path, value) {
      await write(path, { set: value });
    },
    async update(path, changes) {
      await write(path, { update: changes });
    },
    async modify(path, work) {
      const modify = (node: TreeNode | undefined) => work(plainValue(node));
      return (await write(path, { modify })) === 'ok';
    },
    async remove(path) {
      await write(path, { set: null });
    },
    listen(path, callback) {
      const at = parse(path);
      let stopped = false;
      const listen = newListen(at, undefined, true, (push) => {
        const to = `/${push.path.join('/')}`;
        if (push.kind === 'put') {
          callback({ type: 'put', path: to, data: JSON.parse(push.entries[0]!.plain) });
          return;
        }
        const data: Record<string, unknown> = {};
        for (const { key, plain } of push.entries) data[key.join('/')] = JSON.parse(plain);
        callback({ type: 'patch', path: to, data });
      });
      database.read(() => {
        if (stopped) return () => {};
        database.attach(listen);
        const data = plainValue(database.tree.get(at));
        return () => {
          if (listen.active) callback({ type: 'put', path: `/${at.join('/')}`, data });
        };
      });
      return () => {
        stopped = true;
        database.detach(listen);
      };
    },
  };
}

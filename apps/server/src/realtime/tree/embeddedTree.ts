import { type RealtimeServer, Refused } from '@halyard/realtime';
import type { TreeClient } from './tree.ts';

/** Returns an object that gives access to the data of the realtime database in this process. */
export function embeddedTree({ admin, canStore }: RealtimeServer): TreeClient {
  return {
    get: (path) => admin.get(path),
    each: (path, visit) => admin.each(path, visit),
    update: (changes) => admin.update('/', changes),
    modify: (path, work) => admin.modify(path, work),
    listen(callback) {
      let stop = () => {};
      const loaded = new Promise<void>((resolve) => {
        stop = admin.listen('users', (change) => {
          callback({ ...change, path: change.path.replace(/^\/?users/, '') });
          resolve();
        });
      });
      return { loaded, stop };
    },
    isHopeless: (error) => error instanceof Refused && error.status === 'invalid_data',
    isConnected: () => true,
    canStore,
  };
}

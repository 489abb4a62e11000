import type { TreeStore } from './store.ts';

/** Creates a store that keeps nothing, so the tree lives only as long as the process. */
export function memoryStore(): TreeStore {
  return {
    volatile: true,
    load: async () => ({ lastSequence: 0 }),
    commit: async () => {},
    recover: async () => {
      throw new Error('A memory store has nothing to recover');
    },
    close: async () => {},
  };
}

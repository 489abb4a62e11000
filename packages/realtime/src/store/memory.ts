import type { TreeStore } from './store.ts';

/** A store that keeps nothing: the tree lives in the process and ends with it. */
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

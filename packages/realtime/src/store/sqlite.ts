import { mkdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './sqliteMessages.ts';
import {
  type Batch,
  CommitFailed,
  CommitUnknown,
  type StoredRow,
  StoreLocked,
  type TreeStore,
} from './store.ts';

interface Waiting {
  onRows?: (rows: readonly StoredRow[]) => void;
  resolve: (lastSequence: number) => void;
  reject: (error: Error) => void;
}

function startWorker(directory: string): Worker {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const file = new URL(`./sqliteWorker.${ending}`, import.meta.url);
  return new Worker(file, { workerData: { directory } });
}

/**
 * Creates a store that keeps the tree in `tree.db` in a directory. A worker thread writes the file:
 * one transaction per batch, WAL, `synchronous=FULL`. `lock.db` ensures that only one process at a
 * time uses the directory.
 */
export function sqliteStore({ directory }: { directory: string }): TreeStore {
  let worker: Worker | undefined;
  const waiting: Waiting[] = [];

  function start(): Worker {
    const started = startWorker(directory);
    started.on('message', onMessage);
    started.on('error', (error) => onGone(started, error));
    started.on('exit', () => onGone(started, new Error('The store’s thread has ended')));
    worker = started;
    return started;
  }

  function onMessage(message: FromWorker): void {
    const first = waiting[0];
    if (first === undefined) return;
    if (message.kind === 'rows') {
      first.onRows?.(message.rows);
      return;
    }
    waiting.shift();
    if (message.kind === 'done') first.resolve(message.lastSequence);
    else if (message.locked) first.reject(new StoreLocked(message.message));
    else if (message.certain) first.reject(new CommitFailed(message.message));
    else first.reject(new CommitUnknown(message.message));
  }

  function onGone(gone: Worker, error: Error): void {
    if (worker !== gone) return;
    worker = undefined;
    for (const { reject } of waiting.splice(0)) reject(new CommitUnknown(error.message));
  }

  function ask(message: ToWorker, onRows?: Waiting['onRows']): Promise<number> {
    return new Promise((resolve, reject) => {
      const to = worker;
      if (to === undefined) {
        reject(new CommitUnknown('The store’s thread is not running'));
        return;
      }
      waiting.push({ resolve, reject, ...(onRows && { onRows }) });
      to.postMessage(message);
    });
  }

  return {
    async load(onRows) {
      mkdirSync(directory, { recursive: true });
      start();
      let fault: unknown;
      const take = (rows: readonly StoredRow[]): void => {
        try {
          if (fault === undefined) onRows(rows);
        } catch (error) {
          fault = error;
        }
      };
      try {
        const lastSequence = await ask({ kind: 'load' }, take);
        if (fault !== undefined)
          throw new Error(`database disk image is malformed: ${(fault as Error).message}`);
        return { lastSequence };
      } catch (error) {
        const ended = worker?.terminate();
        worker = undefined;
        await ended;
        throw error;
      }
    },
    async commit(batch: Batch) {
      await ask({ kind: 'commit', batch });
    },
    async recover() {
      if (worker === undefined) start();
      return { lastSequence: await ask({ kind: 'recover' }) };
    },
    async close() {
      const closing = worker;
      if (closing === undefined) return;
      await ask({ kind: 'close' });
      worker = undefined;
      await closing.terminate();
    },
  };
}

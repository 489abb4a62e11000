import { COPY_DATABASE, copyOwner, forgetCopy } from '../lib/session/copyOwner.ts';
import { type CopiedPole, type CopyHead, mayShow, type OfflineCopy } from './copy.ts';

const STORE = 'copy';
const HEAD = 'head';
const POLES = 'poles';

/**
 * Replaces the stored offline copy.
 * @param poles null to keep the stored poles
 * @throws if the browser cannot store anything, as in some private windows
 */
export async function writeCopy(
  head: CopyHead,
  poles: readonly CopiedPole[] | null,
): Promise<void> {
  await withStore('readwrite', (store) => {
    if (poles) store.put(poles, POLES);
    return store.put(head, HEAD);
  });
}

/**
 * Returns the offline copy if it may be shown now, otherwise null. Deletes a copy that must not be
 * shown.
 */
export async function readCopy(now: number): Promise<OfflineCopy | null> {
  const owner = copyOwner();
  if (owner === null) return null;
  try {
    const head = (await withStore('readonly', (store) => store.get(HEAD))) as CopyHead | undefined;
    const poles = (await withStore('readonly', (store) => store.get(POLES))) as
      | CopiedPole[]
      | undefined;
    if (!head || !poles || head.session !== owner || !mayShow(head, now)) {
      forgetCopy();
      return null;
    }
    await writeCopy({ ...head, latestAt: Math.max(head.latestAt, now) }, null);
    // Another tab may have deleted it in the meantime.
    return copyOwner() === owner ? { ...head, poles } : null;
  } catch {
    return null;
  }
}

/**
 * Makes one request to the database of the offline copy. Closes the connection afterwards, so that
 * it does not block a deletion.
 */
async function withStore<T>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(COPY_DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await resultOf(opening);
  try {
    const transaction = database.transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('Aborted'));
    });
    return request.result;
  } finally {
    database.close();
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('No answer'));
  });
}

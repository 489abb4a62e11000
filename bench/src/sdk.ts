import { randomUUID } from 'node:crypto';
import { initializeApp } from '@firebase/app';
import {
  type Database,
  get,
  getDatabase,
  goOffline,
  onValue,
  ref,
  runTransaction,
  set,
} from '@firebase/database';

const verbs = { get, onValue, ref, runTransaction, set };

export type Sdk = typeof verbs & { db: Database; close(): void };

/** Creates an instance of the unmodified SDK with its own connection. */
export function connectSdk(port: number): Sdk {
  const app = initializeApp({ databaseURL: `http://127.0.0.1:${port}?ns=bench` }, randomUUID());
  const db = getDatabase(app);
  return { ...verbs, db, close: () => goOffline(db) };
}

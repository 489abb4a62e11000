import { randomUUID } from 'node:crypto';
import { initializeApp } from 'firebase/app';
import { type Database, getDatabase, onValue, ref, set } from 'firebase/database';

export interface Sdk {
  db: Database;
  onValue: typeof onValue;
  ref: typeof ref;
  set: typeof set;
}

/** The unmodified SDK with a connection of its own. */
export function connectSdk(port: number): Sdk {
  const app = initializeApp({ databaseURL: `http://127.0.0.1:${port}?ns=bench` }, randomUUID());
  return { db: getDatabase(app), onValue, ref, set };
}

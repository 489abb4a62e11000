import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase/app';
import { type Database, getDatabase, goOffline, onValue, ref, set } from 'firebase/database';

export interface Sdk {
  db: Database;
  onValue: typeof onValue;
  ref: typeof ref;
  set: typeof set;
  close(): Promise<void>;
}

/** The unmodified SDK with a connection of its own. */
export function connectSdk(port: number): Sdk {
  const app = initializeApp({ databaseURL: `http://127.0.0.1:${port}?ns=bench` }, randomUUID());
  const db = getDatabase(app);
  return {
    db,
    onValue,
    ref,
    set,
    async close() {
      goOffline(db);
      await deleteApp(app);
    },
  };
}

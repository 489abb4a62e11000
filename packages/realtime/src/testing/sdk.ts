import { randomUUID } from 'node:crypto';
import { deleteApp, type FirebaseApp, initializeApp, setLogLevel } from '@firebase/app';
import { type Database, getDatabase, goOffline } from '@firebase/database';

// Many tests are about rejected writes and missing indexes, which the SDK would log.
setLogLevel('silent');

export interface Client {
  app: FirebaseApp;
  db: Database;
  close(): Promise<void>;
}

/** Connects the unmodified SDK to a test server. */
export function connect(port: number): Client {
  const app = initializeApp({ databaseURL: `http://127.0.0.1:${port}?ns=x` }, randomUUID());
  const db = getDatabase(app);
  return {
    app,
    db,
    async close() {
      goOffline(db);
      await deleteApp(app);
    },
  };
}

import { randomUUID } from 'node:crypto';
import { cert, deleteApp, initializeApp } from 'firebase-admin/app';
import { type Auth, getAuth } from 'firebase-admin/auth';
import { type Database, getDatabase } from 'firebase-admin/database';
import type { FirebaseSettings } from './settings.ts';

/** The operator's Firebase project, as its service account reaches it. */
export interface Project {
  auth: Auth;
  database: Database;
  /** Ends its connections. */
  close(): Promise<void>;
}

/** Opens the project; nothing is sent before it is used. */
export function openProject({ project, serviceAccount }: FirebaseSettings): Project {
  const app = initializeApp(
    {
      credential: cert(serviceAccount),
      databaseURL: project.databaseURL,
      projectId: project.projectId,
    },
    `halyard-${randomUUID()}`,
  );
  return {
    auth: getAuth(app),
    database: getDatabase(app),
    close: () => deleteApp(app),
  };
}

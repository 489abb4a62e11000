import { randomUUID } from 'node:crypto';
import { type App, cert, initializeApp } from 'firebase-admin/app';
import type { FirebaseSettings } from '../../platform/config/firebaseSettings.ts';

/** The operator's Firebase project, as its service account reaches it; nothing is sent before use. */
export function openProject({ project, serviceAccount }: FirebaseSettings): App {
  return initializeApp(
    {
      credential: cert(serviceAccount),
      databaseURL: project.databaseURL,
      projectId: project.projectId,
    },
    `halyard-${randomUUID()}`,
  );
}

import { randomUUID } from 'node:crypto';
import { type App, cert, initializeApp } from 'firebase-admin/app';
import type { FirebaseSettings } from '../../platform/config/firebaseSettings.ts';

/**
 * Opens the operator's Firebase project with the service account. Sends no requests until it is
 * used.
 */
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

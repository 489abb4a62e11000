import type { AppConfig } from '@halyard/domain';
import { firstPage } from '../page/firstPage.ts';
import { nextTask } from '../page/nextTask.ts';
import { databaseUrl } from './databaseUrl.ts';
import type { RealtimeTransport } from './transport.ts';

export type Connect = (
  config: Exclude<AppConfig['realtime'], { mode: 'off' }>,
) => Promise<RealtimeTransport>;

/**
 * Opens the realtime connection that the configuration specifies. Fetches the code for this kind of
 * connection first.
 */
export const connectTo: Connect = async (config) => {
  await firstPage;
  if (config.mode === 'firebase') {
    const { connectProject } = await import('./firebaseProject.ts');
    return connectProject(config.project);
  }
  const { newApp, sdkTransport } = await import('./firebaseTransport.ts');
  // The code has just run for the first time. Connecting takes about as long, so a tap is handled in
  // between.
  await nextTask();
  const databaseURL = databaseUrl(window.location, config.namespace, window.isSecureContext);
  // The session cookie in the upgrade request identifies the user; no auth message is sent.
  const transport = sdkTransport(newApp({ databaseURL }));
  // So do the first listeners.
  await nextTask();
  return transport;
};

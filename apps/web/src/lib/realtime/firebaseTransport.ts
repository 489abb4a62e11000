import { deleteApp, type FirebaseApp, type FirebaseOptions, initializeApp } from '@firebase/app';
import {
  getDatabase,
  goOffline,
  onChildAdded,
  onChildChanged,
  onChildRemoved,
  onValue,
  ref,
  update,
} from '@firebase/database';
import type { RealtimeTransport } from './transport.ts';

let connections = 0;

/**
 * Creates the SDK app for one connection. Connections do not share an app, because closing a shared
 * app would close all of them.
 */
export function newApp(options: FirebaseOptions): FirebaseApp {
  connections++;
  return initializeApp(options, `halyard-${connections}`);
}

/**
 * Wraps the Firebase SDK in the interface `RealtimeTransport`. Import this module dynamically,
 * because the SDK is large.
 */
export function sdkTransport(app: FirebaseApp): RealtimeTransport {
  const database = getDatabase(app);
  // Creates the SDK's state now; otherwise, the first listener would.
  ref(database);

  return {
    onConnected: (listener) =>
      onValue(ref(database, '.info/connected'), (snapshot) => listener(snapshot.val() === true)),

    onServerOffset: (listener) =>
      onValue(ref(database, '.info/serverTimeOffset'), (snapshot) => {
        const offset: unknown = snapshot.val();
        listener(typeof offset === 'number' ? offset : 0);
      }),

    listenChildren(path, handlers) {
      const target = ref(database, path);
      // The four listeners share one subscription to the server. A refusal reaches each of them,
      // but only one reports it.
      const ignore = () => {};
      const stops = [
        onChildAdded(target, (child) => handlers.value(child.key!, child.val()), handlers.refused),
        onChildChanged(target, (child) => handlers.value(child.key!, child.val()), ignore),
        onChildRemoved(target, (child) => handlers.removed(child.key!), ignore),
        // Fires after all existing children. The snapshot itself is not read.
        onValue(target, () => handlers.synced(), ignore, { onlyOnce: true }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },

    listenValue: (path, value, refused) =>
      onValue(ref(database, path), (snapshot) => value(snapshot.val()), refused),

    update: (path, values) => update(ref(database, path), values),

    close() {
      goOffline(database);
      deleteApp(app).catch((error: unknown) => console.warn('Closing the connection:', error));
    },
  };
}

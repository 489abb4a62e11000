import { initializeApp } from 'firebase-admin/app';
import { type Database, getDatabase } from 'firebase-admin/database';
import type { Logger } from 'pino';
import { adminTree, type NetworkTree } from './adminTree.ts';

export interface RemotePlace {
  /**
   * The URL (http or https) of the process with the realtime database. Any path in the URL is
   * ignored.
   */
  url: string;
  /** The REALTIME_SECRET of the process with the realtime database. */
  secret: string;
  /** The namespace that clients send to select the realtime database. */
  namespace: string;
}

/** Opens the realtime database in another process. */
export function remoteTree(place: RemotePlace, log: Logger): NetworkTree {
  const databaseURL = addressOf(place);
  const credential = {
    getAccessToken: async () => ({ access_token: place.secret, expires_in: 3600 }),
  };
  const app = initializeApp({ credential, databaseURL }, databaseURL);
  presentSecret(getDatabase(app), place.secret, () =>
    log.error('The realtime database refuses our REALTIME_SECRET; it must be the same there'),
  );
  return adminTree(app, log);
}

/**
 * Returns the URL with an explicit port. If a URL has no port, the SDK does not notice that it is
 * https (protocol §1).
 */
function addressOf({ url, namespace }: RemotePlace): string {
  const { protocol, hostname, port } = new URL(url);
  const usual = protocol === 'https:' ? 443 : 80;
  return `${protocol}//${hostname}:${port || usual}/?ns=${namespace}`;
}

/**
 * Makes the SDK sign in with our secret. With plain HTTP, `firebase-admin` mistakes the other
 * process for Google's emulator and sends `owner` instead of the secret. This function therefore
 * replaces a private part of the SDK; tree.test.ts checks that this works.
 */
function presentSecret(database: Database, secret: string, onRefused: () => void): void {
  const { _repoInternal: repo } = (database as unknown as DatabaseInside)._delegate;
  repo.authTokenProvider_ = {
    getToken: () => Promise.resolve({ accessToken: secret }),
    addTokenChangeListener: (listener) => listener(secret),
    removeTokenChangeListener: () => {},
    notifyForInvalidToken: onRefused,
  };
}

interface DatabaseInside {
  _delegate: {
    _repoInternal: {
      authTokenProvider_: {
        getToken(forceRefresh: boolean): Promise<{ accessToken: string }>;
        addTokenChangeListener(listener: (token: string) => void): void;
        removeTokenChangeListener(listener: (token: string) => void): void;
        notifyForInvalidToken(): void;
      };
    };
  };
}

import { type App, deleteApp } from 'firebase-admin/app';
import {
  type Database,
  type DataSnapshot,
  getDatabase,
  type Reference,
} from 'firebase-admin/database';
import type { Logger } from 'pino';
import { putAt, splitPath } from './changes.ts';
import type { TreeChange, TreeClient } from './tree.ts';

/**
 * The time limit in ms for one operation of a realtime database in another process or in Firebase.
 * It is short because a user may be waiting for the result.
 */
const PATIENCE_MS = 5000;
/**
 * How often to try to reconnect to the realtime database, in ms. Needed because the SDK may give
 * up, or wait up to five minutes.
 */
const RETRY_MS = 10_000;

/**
 * A path in the realtime database that never has data and that only an admin client may read. The
 * server reads it to check whether it is signed in.
 */
const CLOSED_TO_STRANGERS = 'access/none';

/** Access to a realtime database in another process or in Firebase. `close` ends the connection. */
export interface NetworkTree extends TreeClient {
  close(): Promise<void>;
}

/** Opens a realtime database in another process or in Firebase with `firebase-admin`. */
export function adminTree(app: App, log: Logger): NetworkTree {
  const database = getDatabase(app);
  const { isConnected, stop } = watchConnection(database, log);

  return {
    async get(path) {
      return (await inTime(database.ref(path).get())).val();
    },
    async each(path, visit) {
      const all = await inTime(database.ref(path).get());
      all.forEach((child) => {
        visit(child.key!, child.val());
      });
    },
    async update(changes) {
      // The SDK would keep the change and write it when it reconnects, which would be too late and
      // in the wrong order.
      requireConnection(isConnected());
      await inTime(database.ref().update(changes));
    },
    async modify(path, work) {
      requireConnection(isConnected());
      const node = database.ref(path);
      // Keep a value in the SDK's cache. Otherwise, the SDK would call `work` with null, and a
      // result of undefined would end the transaction.
      const hold = node.on('value', () => {});
      let late = false;
      try {
        await inTime(node.once('value'));
        const transaction = node.transaction(
          (current: unknown) => (late ? undefined : applied(current, work(current))),
          undefined,
          false,
        );
        return (await inTime(transaction)).committed;
      } finally {
        late = true;
        node.off('value', hold);
      }
    },
    listen(callback) {
      let stop = () => {};
      const loaded = new Promise<void>((resolve) => {
        stop = keepListening(database, log, callback, resolve);
      });
      return { loaded, stop };
    },
    isHopeless: (error) =>
      error instanceof Error &&
      // The server rejected the change, or the SDK did before it was sent.
      ((error as { code?: unknown }).code === 'INVALID_DATA' ||
        /^(Reference\.)?update failed: /.test(error.message)),
    isConnected,
    async close() {
      stop();
      await deleteApp(app);
    },
  };
}

/**
 * Returns a copy of a value with the given changes applied. Returns undefined if `changes` is
 * undefined.
 */
function applied(current: unknown, changes: Record<string, unknown> | undefined): unknown {
  if (changes === undefined) return undefined;
  const value = Object.entries(changes).reduce<unknown>(
    (before, [path, data]) => putAt(before, splitPath(path), data),
    current,
  );
  // The SDK calls `hasOwnProperty` on the value, but objects from `putAt` have no such method.
  return structuredClone(value);
}

function requireConnection(isConnected: boolean): void {
  if (!isConnected) throw new Error('The realtime database cannot be reached.');
}

/** Limits how long an operation waits while the connection is lost. The SDK would wait forever. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The realtime database did not respond within ${PATIENCE_MS} ms.`)),
      PATIENCE_MS,
    );
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Logs when the connection to the realtime database is lost and restored, and makes the SDK try to
 * reconnect.
 */
function watchConnection(database: Database, log: Logger) {
  const state = database.ref('.info/connected');
  let connected = false;
  let said = false;
  let lostAt = Date.now();
  let changes = 0;
  const watcher = state.on('value', (snapshot) => {
    const change = ++changes;
    if (connected) lostAt = Date.now();
    connected = false;
    if (snapshot.val() !== true) return;
    // The SDK reports a connection before it knows whether the server is allowed to sign in.
    const isLetIn = () => {
      if (change !== changes) return;
      connected = true;
      said = false;
      log.info('Connected to the realtime database');
    };
    database
      .ref(CLOSED_TO_STRANGERS)
      .get()
      .then(isLetIn, () => undefined);
  });
  const timer = setInterval(() => {
    if (connected || Date.now() - lostAt < RETRY_MS) return;
    if (!said) log.warn('The realtime database cannot be reached. Retrying');
    said = true;
    // There is no other public way to reset the delays of the SDK, which grow to five minutes.
    database.goOffline();
    database.goOnline();
  }, RETRY_MS);
  timer.unref();
  return {
    isConnected: () => connected,
    stop() {
      clearInterval(timer);
      state.off('value', watcher);
      database.goOffline();
    },
  };
}

/** Subscribes to `users`. Tries again whenever the database refuses or ends the subscription. */
function keepListening(
  database: Database,
  log: Logger,
  callback: (change: TreeChange) => void,
  onLoaded: () => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let end = () => {};
  const listen = () => {
    end = listenOnce(database.ref('users'), callback, onLoaded, (error) => {
      end();
      log.error({ err: error }, 'The realtime database refused the server’s listen');
      timer = setTimeout(listen, RETRY_MS).unref();
    });
  };
  listen();
  return () => {
    clearTimeout(timer);
    end();
  };
}

/**
 * Subscribes to `users`, without retrying. Listens to each flag separately and not to whole owners,
 * because the SDK copies the whole value on each change, and one owner may have 10,000 flags.
 */
function listenOnce(
  users: Reference,
  callback: (change: TreeChange) => void,
  onLoaded: () => void,
  onRefused: (error: Error) => void,
): () => void {
  let first: unknown = {};
  let loading = true;
  const ends = new Map<string, () => void>();

  const put = (owner: string, flag: DataSnapshot, data: unknown) => {
    const path = [owner, 'hardware', flag.key ?? ''];
    if (loading) first = putAt(first, path, data);
    else callback({ type: 'put', path: `/${path.join('/')}`, data });
  };
  const follow = (owner: string) => {
    const set = (flag: DataSnapshot) => put(owner, flag, flag.val());
    const remove = (flag: DataSnapshot) => put(owner, flag, null);
    ends.set(
      owner,
      on(users.child(`${owner}/hardware`), [
        ['child_added', set],
        ['child_changed', set],
        ['child_removed', remove],
      ]),
    );
  };
  const loaded = () => {
    if (!loading) return;
    loading = false;
    callback({ type: 'put', path: '/', data: first });
    onLoaded();
  };
  const end = on(
    users,
    [
      ['child_added', (owner) => follow(owner.key ?? '')],
      [
        'child_removed',
        (owner) => {
          ends.get(owner.key ?? '')?.();
          ends.delete(owner.key ?? '');
          callback({ type: 'put', path: `/${owner.key}`, data: null });
        },
      ],
      ['value', loaded],
    ],
    onRefused,
  );
  return () => {
    end();
    for (const endOwner of ends.values()) endOwner();
  };
}

type Event = [type: Parameters<Reference['on']>[0], callback: (snapshot: DataSnapshot) => void];

/**
 * Adds listeners for several events at one path.
 * @returns a function that removes only these listeners
 */
function on(place: Reference, events: Event[], onRefused: (error: Error) => void = () => {}) {
  let refused = false;
  for (const [type, callback] of events) {
    place.on(type, callback, (error: Error) => {
      if (!refused) onRefused(error);
      refused = true;
    });
  }
  return () => {
    for (const [type, callback] of events) place.off(type, callback);
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import {
  type Database,
  endAt,
  endBefore,
  equalTo,
  goOnline,
  limitToFirst,
  limitToLast,
  onDisconnect,
  onValue,
  orderByChild,
  orderByKey,
  orderByPriority,
  orderByValue,
  type Query,
  type QueryConstraint,
  query,
  ref,
  serverTimestamp,
  startAfter,
  startAt,
} from '@firebase/database';
import type { Client } from '../sdk.ts';
import type { Json, PlainModel, Window } from './plainModel.ts';
import type { Left } from './steps.ts';
import { Watch } from './watch.ts';

/** Interval in ms between attempts to reconnect a client, which bypass the SDK's own delays. */
const NUDGE_MS = 50;

/** One client of the real SDK, and the state that a test tracks for it. */
export class Player {
  readonly #client: Client;
  readonly db: Database;
  watches: Watch[] = [];
  /** Whether the client went offline on purpose. */
  isOffline = false;
  #connected = false;
  #pending: Promise<unknown>[] = [];
  #counts: Promise<unknown>[] = [];
  /**
   * The onDisconnect writes that the client has registered. `now` stands for the server's time when
   * the connection ends.
   */
  #left: { path: string; value: Json | 'now' }[] = [];

  constructor(client: Client) {
    this.#client = client;
    this.db = client.db;
    onValue(ref(this.db, '.info/connected'), (snapshot) => {
      this.#connected = snapshot.val() === true;
    });
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  /** Records a write in progress. */
  started(write: Promise<unknown>): void {
    write.catch(() => {}); // `done` awaits it later.
    this.#pending.push(write);
  }

  /** Records a write that must not be interrupted, because the SDK would then make it twice. */
  startedCount(write: Promise<unknown>): void {
    write.catch(() => {});
    this.#counts.push(write);
  }

  /** Waits for all writes. */
  async done(): Promise<void> {
    await Promise.all(this.#pending.splice(0));
    await this.counted();
  }

  /** Waits for the writes that must not be interrupted. */
  async counted(): Promise<void> {
    if (!this.isOffline) await Promise.all(this.#counts.splice(0));
  }

  async comeOnline(): Promise<void> {
    this.isOffline = false;
    goOnline(this.db);
    while (!this.#connected) {
      await delay(NUDGE_MS);
      if (!this.#connected) goOnline(this.db);
    }
  }

  watch(path: string, window: Window | null): void {
    this.watches.push(new Watch(this.target(path, window), path, window));
  }

  unwatch(which: number): void {
    const [watch] = this.watches.splice(which % (this.watches.length || 1), 1);
    watch?.stop();
  }

  target(path: string, window: Window | null): Query {
    const at = path === '' ? ref(this.db) : ref(this.db, path);
    return window === null ? at : query(at, ...constraints(window));
  }

  /** Registers an onDisconnect write at `region`, or cancels one. */
  async leave(region: string, left: Left): Promise<void> {
    const path = left.kind === 'update' ? region : `${region}/${left.key}`;
    const at = onDisconnect(ref(this.db, path));
    switch (left.kind) {
      case 'set':
        this.#left.push({ path, value: left.value });
        return at.set(left.value);
      case 'now':
        this.#left.push({ path, value: 'now' });
        return at.set(serverTimestamp());
      case 'remove':
        this.#left.push({ path, value: null });
        return at.remove();
      case 'update':
        for (const [key, value] of Object.entries(left.values)) {
          this.#left.push({ path: `${region}/${key}`, value });
        }
        return at.update(left.values);
      case 'cancel':
        this.#left = this.#left.filter((other) => !`${other.path}/`.startsWith(`${path}/`));
        return at.cancel();
    }
  }

  /** Applies the onDisconnect writes to the model, once, because the connection has ended. */
  runLeft(model: PlainModel, now: number): void {
    for (const { path, value } of this.#left.splice(0)) {
      model.set(path, value === 'now' ? now : value);
    }
  }
}

function constraints({ order, start, end, limit }: Window): QueryConstraint[] {
  const by = {
    child: () => orderByChild(order.by === 'child' ? order.path : ''),
    key: orderByKey,
    value: orderByValue,
    priority: orderByPriority,
  };
  const found: QueryConstraint[] = [by[order.by]()];
  if (start !== undefined && start === end) found.push(equalTo(start.value, start.key));
  else {
    if (start) found.push((start.closed ? startAt : startAfter)(start.value, start.key));
    if (end) found.push((end.closed ? endAt : endBefore)(end.value, end.key));
  }
  if (limit) found.push((limit.side === 'first' ? limitToFirst : limitToLast)(limit.count));
  return found;
}

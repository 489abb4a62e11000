import { Refused } from '../errors.ts';
import type { Listen, ListenBudget } from '../listens/listen.ts';
import type { ConnectionInfo } from '../options.ts';
import { type Reader, Unread } from './unread.ts';
import { Work } from './work.ts';

/**
 * The limits for one user across all of the user's connections and requests. `Limits` describes
 * each of them.
 */
export interface Allowance {
  connections: number;
  listens: number;
  listensPerPlace: number;
  /** Maximum number of bytes sent to the user but not read yet. */
  unread: number;
  /** Maximum time per second, in ms, that the server may spend on the user's requests. */
  work: number;
  /** Maximum number of the user's REST requests that may wait for their turn. */
  requests: number;
}

/** A connection that counts toward a user's budget. */
export interface BudgetMember extends Reader {
  readonly kind: ConnectionInfo['kind'];
  readonly listens: Iterable<Listen>;
  /** Closes the connection immediately. An SDK client then reconnects. */
  end(): void;
}

/** Time in ms deducted from a user's budget for each push to one of the user's listeners. */
const PUSH_MS = 0.005;

/**
 * The resources in use by one user, or by all unauthenticated clients at one IP address, and the
 * limits on those resources.
 */
export class Budget implements ListenBudget {
  readonly sessions = new Set<BudgetMember>();
  readonly unread: Unread;
  readonly work: Work;
  readonly #allowance: Allowance;
  /** Total size of the user's incomplete messages in UTF-16 code units. */
  incoming = 0;
  #listens = 0;
  /** The number of listeners at each path. Undefined before the first listener. */
  #places: Map<string, number> | undefined;

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
    const unread = new Unread(allowance.unread);
    this.unread = unread;
    this.work = new Work(allowance.work, () => unread.isHeld);
  }

  get listens(): number {
    return this.#listens;
  }

  /**
   * Whether the budget can be deleted, because no connection, listener or request uses it anymore.
   */
  get isIdle(): boolean {
    return this.sessions.size === 0 && this.unread.readers === 0 && this.work.isIdle;
  }

  get isCrowded(): boolean {
    return this.sessions.size >= this.#allowance.connections;
  }

  add(session: BudgetMember): void {
    this.sessions.add(session);
    this.unread.add(session);
  }

  delete(session: BudgetMember): void {
    this.sessions.delete(session);
    this.unread.delete(session);
  }

  /**
   * Counts a listener toward the user's limits until {@link dropListen} is called.
   * @returns why the listener is rejected; undefined if it is accepted
   */
  takeListen(listen: Listen): string | undefined {
    const place = listen.path.join('/');
    this.#places ??= new Map();
    const here = this.#places.get(place) ?? 0;
    if (this.#listens >= this.#allowance.listens) return 'Too many listens of this account';
    if (here >= this.#allowance.listensPerPlace) {
      return 'Too many listens of this account to one place';
    }
    this.#listens++;
    this.#places.set(place, here + 1);
    listen.budget = this;
    return undefined;
  }

  dropListen(listen: Listen): void {
    if (listen.budget !== this) return;
    listen.budget = undefined;
    this.#listens--;
    const place = listen.path.join('/');
    const left = (this.#places?.get(place) ?? 0) - 1;
    if (left > 0) this.#places?.set(place, left);
    else this.#places?.delete(place);
  }

  /** Counts one push to one listener against the user's share of processing time. */
  chargePush(): void {
    this.work.charge(PUSH_MS);
  }

  /**
   * Handles a request and counts its processing time against the user's share. May be called only
   * while `work.isFree` is true.
   */
  handle<T>(request: () => T): T {
    const start = performance.now();
    try {
      return request();
    } finally {
      this.work.charge(performance.now() - start);
    }
  }

  /**
   * Handles a REST request, immediately if no other requests are waiting.
   * @throws Refused if too many requests are already waiting
   */
  async handleInTurn<T>(request: () => T): Promise<T> {
    if (this.work.isFree) return this.handle(request);
    if (this.work.waiting >= this.#allowance.requests) {
      throw new Refused('too_many', 'Too many requests of this account at once');
    }
    return new Promise<T>((resolve, reject) => {
      this.work.wait(() => {
        try {
          resolve(this.handle(request));
        } catch (error) {
          reject(error as Error);
        }
      });
    });
  }
}

import type { IncomingMessage } from 'node:http';
import { Refused } from '../errors.ts';
import type { Listen } from '../listens/listen.ts';
import { type ConnectionInfo, CredentialRefused, type Identity, isStranger } from '../options.ts';
import type { Query } from '../query/query.ts';
import type { Path } from '../tree/types.ts';
import type { Budget, BudgetMember } from './budget.ts';
import { Budgets } from './budgets.ts';
import { Crowd } from './crowd.ts';
import type { Database } from './database.ts';
import type { Reader } from './unread.ts';

/** A live connection: a WebSocket, a polling client or an event stream. */
export interface Session extends ConnectionInfo, Reader {
  identity: Identity;
  /** The budget shared by all connections of this connection's user, set by {@link Sessions}. */
  budget: Budget;
  readonly listens: Iterable<Listen>;
  /**
   * Notifies the client that it may no longer listen at a path. The listener has already been
   * removed.
   */
  revoke(listen: Listen): void;
  /**
   * Closes the connection because its user's permissions were revoked. The client may reconnect
   * with a different identity.
   */
  disconnect(): void;
  /**
   * Closes the connection immediately because the server is stopping. An SDK client then
   * reconnects.
   */
  end(): void;
}

export type Match = (identity: Identity) => boolean;

/** Keeps track of all live connections, and applies changes to their identities and permissions. */
export class Sessions {
  readonly #database: Database;
  readonly #all = new Map<string, Session>();
  readonly #crowd: Crowd;
  readonly #budgets: Budgets;
  /**
   * Returns the IP address that a request came from. See {@link RealtimeServerOptions.addressOf}.
   */
  readonly addressOf: (req: IncomingMessage) => string;
  /**
   * For each admission in progress (see {@link admit}), the `disconnect` calls made since it began.
   * A client that matches one of these calls is rejected.
   */
  readonly #checks = new Set<Match[]>();
  #isOver = false;

  constructor(
    database: Database,
    addressOf: (req: IncomingMessage) => string = (req) => req.socket.remoteAddress ?? '',
  ) {
    this.#database = database;
    this.#crowd = new Crowd(database.limits);
    this.#budgets = new Budgets(database.limits);
    this.addressOf = addressOf;
  }

  get size(): number {
    return this.#all.size;
  }

  get full(): boolean {
    return this.#all.size >= this.#database.limits.connections;
  }

  /** Returns the budget of a user, or of the IP address if the client is unauthenticated. */
  budgetOf(identity: Identity, address: string): Budget {
    return this.#budgets.of(identity, address);
  }

  counts(): { strangers: number; crowded: number; unread: number; waiting: number } {
    return {
      strangers: this.#crowd.strangers,
      crowded: this.#crowd.refused,
      ...this.#budgets.counts(),
    };
  }

  /**
   * Returns why an IP address or a user may not open another connection; undefined if it may.
   * @param identity null if nothing is known about the client
   */
  crowded(req: IncomingMessage, identity: Identity | null): string | undefined {
    const address = this.addressOf(req);
    const problem = this.#crowd.problem(address);
    if (problem !== undefined) return problem;
    if (identity === null || isStranger(identity)) return this.#crowd.strangerProblem(address);
    return this.#problemOf(identity, address);
  }

  /**
   * Returns why an IP address or a user may not open another event stream; undefined if it may.
   * First tries to make room by closing the user's oldest stream at the same path, which may be a
   * dead stream of a pole that has reconnected.
   */
  crowdedStream(req: IncomingMessage, identity: Identity, path: Path): string | undefined {
    const { sessions, isCrowded } = this.#budgets.of(identity, this.addressOf(req));
    if (isCrowded) {
      for (const session of sessions) {
        if (session.kind !== 'stream' || !isAt(session, path)) continue;
        session.end();
        break;
      }
    }
    return this.crowded(req, identity);
  }

  #problemOf(identity: Identity, address: string): string | undefined {
    if (!this.#budgets.of(identity, address).isCrowded) return undefined;
    this.#crowd.refused++;
    return 'Too many connections of this account';
  }

  add(session: Session): void {
    this.#all.set(session.id, session);
    this.#crowd.count(session.remoteAddress, 1);
    this.#enter(session);
    if (this.#isOver) queueMicrotask(() => session.end());
  }

  #enter(session: Session): void {
    session.budget.add(session);
    if (isStranger(session.identity)) this.#crowd.addStranger(session);
    else this.#crowd.deleteStranger(session);
  }

  /**
   * Counts a request toward the limit on unauthenticated clients while its body is arriving.
   * @returns a function that stops counting the request
   * @throws Refused if there are too many unauthenticated clients
   */
  enterStranger(req: IncomingMessage): () => void {
    const remoteAddress = this.addressOf(req);
    const problem = this.#crowd.strangerProblem(remoteAddress);
    if (problem !== undefined) throw new Refused('too_many', problem);
    const stranger = { remoteAddress, end: () => void req.destroy() };
    this.#crowd.addStranger(stranger);
    return () => this.#crowd.deleteStranger(stranger);
  }

  /** Ends all sessions because the server is stopping, even sessions that are added later. */
  endAll(): void {
    this.#isOver = true;
    for (const session of [...this.#all.values()]) session.end();
    this.#budgets.stop();
  }

  /** Returns why a connection may not switch to this identity; undefined if it may. */
  crowdedAs(session: Session, identity: Identity): string | undefined {
    const same = session.identity.auth?.uid === identity.auth?.uid;
    return same ? undefined : this.#problemOf(identity, session.remoteAddress);
  }

  /**
   * Changes the identity of a connection. Checks its listeners again, with the permissions and
   * limits of the new identity.
   */
  identify(session: Session, identity: Identity): void {
    const before = session.budget;
    session.identity = identity;
    session.budget = this.#budgets.of(identity, session.remoteAddress);
    if (this.#all.has(session.id) && session.budget !== before) {
      before.delete(session);
      this.#enter(session);
    }
    recheckSession(this.#database, session);
    for (const listen of [...session.listens]) {
      if (!listen.active || listen.budget === session.budget) continue;
      listen.budget?.dropListen(listen);
      if (session.budget.takeListen(listen) !== undefined) {
        this.#database.counts.listensRefused++;
        revoke(this.#database, session, listen);
      }
    }
  }

  get(id: string): Session | undefined {
    return this.#all.get(id);
  }

  delete(session: Session): void {
    if (!this.#all.delete(session.id)) return;
    this.#crowd.count(session.remoteAddress, -1);
    this.#crowd.deleteStranger(session);
    session.budget.delete(session);
  }

  [Symbol.iterator](): Iterator<Session> {
    return this.#all.values();
  }

  /**
   * Checks the listeners of some connections again, and revokes those that are no longer allowed
   * (protocol §12).
   * @param match selects the connections by identity
   */
  recheck(match: Match): void {
    for (const session of this.#all.values()) {
      if (match(session.identity)) recheckSession(this.#database, session);
    }
  }

  /**
   * Admits a client once a credential check has determined its identity. Rejects a client whose
   * identity has expired, or whose permissions were revoked during the check.
   * @param enter adds the client's session immediately, so that later `disconnect` calls find it.
   * If `enter` is asynchronous, it must call `askAgain` after each `await`; `askAgain` throws if
   * the client is no longer allowed
   * @throws CredentialRefused
   */
  async admit<T extends Identity | null, R>(
    check: Promise<T>,
    enter: (identity: T, askAgain: () => void) => R,
  ): Promise<Awaited<R>> {
    const meant: Match[] = [];
    this.#checks.add(meant);
    try {
      const identity = await check;
      const askAgain = (): void => {
        if (identity === null) return;
        if (meant.some((match) => match(identity))) throw new CredentialRefused('invalid_token');
        const { expiresAt } = identity;
        if (expiresAt !== undefined && expiresAt <= this.#database.clock()) {
          throw new CredentialRefused('expired_token');
        }
      };
      askAgain();
      return await enter(identity, askAgain);
    } finally {
      this.#checks.delete(meant);
    }
  }

  disconnect(match: Match): number {
    for (const meant of this.#checks) meant.push(match);
    const matching = [...this.#all.values()].filter((session) => match(session.identity));
    for (const session of matching) session.disconnect();
    return matching.length;
  }
}

/**
 * Checks again whether a connection may keep its listeners, and revokes those that are no longer
 * allowed. A revoked listener gets no later writes.
 */
export function recheckSession(database: Database, session: Session): void {
  for (const listen of [...session.listens]) {
    if (!listen.active || database.mayRead(session.identity, listen.path, listen.query)) continue;
    revoke(database, session, listen);
  }
}

function isAt(session: BudgetMember, path: Path): boolean {
  const [listen] = session.listens;
  return listen !== undefined && listen.path.join('/') === path.join('/');
}

function revoke(database: Database, session: Session, listen: Listen): void {
  database.detach(listen);
  database.read(() => () => session.revoke(listen));
}

/**
 * Interval in ms at which {@link atTime} compares its target time with the system clock. Needed
 * because timers miss clock changes and stop while the machine sleeps.
 */
const LOOK_AGAIN_MS = 60_000;

/**
 * Calls a function at a given time by the system clock, even if the clock is changed in the
 * meantime.
 */
export function atTime(
  time: number,
  clock: () => number,
  callback: () => void,
): { cancel(): void } {
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const left = time - clock();
    if (left <= 0) callback();
    else timer = setTimeout(wait, Math.min(left, LOOK_AGAIN_MS)).unref();
  };
  timer = setTimeout(wait, 0).unref();
  return { cancel: () => clearTimeout(timer) };
}

/** Creates a listener for a connection. `deliver` sends a push in the connection's protocol. */
export function newListen(
  path: Path,
  query: Query | undefined,
  plain: boolean,
  deliver: Listen['deliver'],
): Listen {
  return { path, query, plain, order: 0, active: false, budget: undefined, deliver };
}

import type { IncomingMessage } from 'node:http';
import { Refused } from '../errors.ts';
import { type ConnectionInfo, CredentialRefused, type Identity, isStranger } from '../options.ts';
import type { Query } from '../query/query.ts';
import type { Path } from '../tree/types.ts';
import type { Budget } from './budget.ts';
import { Budgets } from './budgets.ts';
import { Crowd } from './crowd.ts';
import type { Database } from './database.ts';
import type { Listen } from './listens.ts';
import type { Reader } from './unread.ts';

/** A live WebSocket connection or event stream. */
export interface Session extends ConnectionInfo, Reader {
  identity: Identity;
  /** Of its person, shared with all that they have; set by {@link Sessions}. */
  budget: Budget;
  readonly listens: Iterable<Listen>;
  /** Tells the client that it may not listen there any more; the listen is detached already. */
  revoke(listen: Listen): void;
  /** The identity has been taken away: the connection ends and may come back as someone else. */
  disconnect(): void;
  /** The server stops: the connection ends at once, to be opened anew by the client. */
  end(): void;
}

export type Match = (identity: Identity) => boolean;

/** All live connections, and what a change of rights means to them. */
export class Sessions {
  readonly #database: Database;
  readonly #all = new Map<string, Session>();
  readonly #crowd: Crowd;
  readonly #budgets: Budgets;
  /** See {@link RealtimeServerOptions.addressOf}. */
  readonly addressOf: (req: IncomingMessage) => string;
  /** For each check of an identity, or request of one, under way: whom `disconnect` meant since it began. */
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

  /** What counts for someone at an address. */
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
   * Why an address or a person may have no further connection; undefined where they may.
   * @param identity null: nothing is known of the client
   */
  crowded(req: IncomingMessage, identity: Identity | null): string | undefined {
    const address = this.addressOf(req);
    const problem = this.#crowd.problem(address);
    if (problem !== undefined) return problem;
    if (identity === null || isStranger(identity)) return this.#crowd.strangerProblem(address);
    return this.#problemOf(identity, address);
  }

  /**
   * As {@link crowded}, for an event stream. A pole whose network died comes back before its earlier
   * streams are noticed to be dead: the oldest one of its person at this place makes room.
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
   * A request of a stranger whose body is still to come takes a place among the strangers.
   * @returns a function that gives the place back
   * @throws Refused where there is none
   */
  enterStranger(req: IncomingMessage): () => void {
    const remoteAddress = this.addressOf(req);
    const problem = this.#crowd.strangerProblem(remoteAddress);
    if (problem !== undefined) throw new Refused('too_many', problem);
    const stranger = { remoteAddress, end: () => void req.destroy() };
    this.#crowd.addStranger(stranger);
    return () => this.#crowd.deleteStranger(stranger);
  }

  /** The server stops: ends every session, and those that are still to come. */
  endAll(): void {
    this.#isOver = true;
    for (const session of [...this.#all.values()]) session.end();
    this.#budgets.stop();
  }

  /** Why a session may not become this person; undefined where it may. */
  crowdedAs(session: Session, identity: Identity): string | undefined {
    const same = session.identity.auth?.uid === identity.auth?.uid;
    return same ? undefined : this.#problemOf(identity, session.remoteAddress);
  }

  /** Gives a session another identity, which its listens count for and are judged by from now on. */
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

  /** Judges the listens of matching connections again and revokes what is refused (protocol §12). */
  recheck(match: Match): void {
    for (const session of this.#all.values()) {
      if (match(session.identity)) recheckSession(this.#database, session);
    }
  }

  /**
   * Lets someone in once a check has told who it is. Refused is whose time is over, and who was to be
   * disconnected while the check was under way: what it read of their rights may be older than that.
   * @param enter called in the same turn; a session that it adds is met by every later `disconnect`.
   * What it does later on is not: until its promise has settled, it can ask again.
   * @throws CredentialRefused, as does `askAgain`
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

/** See {@link Sessions.recheck}. Nothing that is written from now on reaches a revoked listen. */
export function recheckSession(database: Database, session: Session): void {
  for (const listen of [...session.listens]) {
    if (!listen.active || database.mayRead(session.identity, listen.path, listen.query)) continue;
    revoke(database, session, listen);
  }
}

function isAt(session: Session, path: Path): boolean {
  const [listen] = session.listens;
  return listen !== undefined && listen.path.join('/') === path.join('/');
}

function revoke(database: Database, session: Session, listen: Listen): void {
  database.detach(listen);
  database.read(() => () => session.revoke(listen));
}

/** Milliseconds after which a clock that was set, or a machine that slept, is noticed. */
const LOOK_AGAIN_MS = 60_000;

/** Calls back at a time of the wall clock, which may be set meanwhile. */
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

/** A listen of a session; `deliver` is given by whoever serves the session's protocol. */
export function newListen(
  path: Path,
  query: Query | undefined,
  plain: boolean,
  deliver: Listen['deliver'],
): Listen {
  return { path, query, plain, order: 0, active: false, budget: undefined, deliver };
}

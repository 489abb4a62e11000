import type { IncomingMessage } from 'node:http';
import { type ConnectionInfo, CredentialRefused, type Identity } from '../options.ts';
import type { Query } from '../query/query.ts';
import type { Path } from '../tree/types.ts';
import { Crowd } from './crowd.ts';
import type { Database } from './database.ts';
import type { Listen } from './listens.ts';

/** A live WebSocket connection or event stream. */
export interface Session extends ConnectionInfo {
  identity: Identity;
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
    this.addressOf = addressOf;
  }

  get size(): number {
    return this.#all.size;
  }

  get full(): boolean {
    return this.#all.size >= this.#database.limits.connections;
  }

  /** Why an address or a person may have no further connection; undefined where they may. */
  crowded(req: IncomingMessage, identity: Identity | null): string | undefined {
    return this.#crowd.problem(this.addressOf(req), identity);
  }

  add(session: Session): void {
    this.#all.set(session.id, session);
    this.#crowd.countAddress(session.remoteAddress, 1);
    this.#crowd.countPerson(session.identity, 1);
    if (this.#isOver) queueMicrotask(() => session.end());
  }

  /** The server stops: ends every session, and those that are still to come. */
  endAll(): void {
    this.#isOver = true;
    for (const session of [...this.#all.values()]) session.end();
  }

  /** Why a session may not become this person; undefined where it may. */
  crowdedAs(session: Session, identity: Identity): string | undefined {
    const same = session.identity.auth?.uid === identity.auth?.uid;
    return same ? undefined : this.#crowd.problemOf(identity);
  }

  /** Gives a session another identity. */
  identify(session: Session, identity: Identity): void {
    if (this.#all.has(session.id)) {
      this.#crowd.countPerson(session.identity, -1);
      this.#crowd.countPerson(identity, 1);
    }
    session.identity = identity;
  }

  get(id: string): Session | undefined {
    return this.#all.get(id);
  }

  delete(session: Session): void {
    if (!this.#all.delete(session.id)) return;
    this.#crowd.countAddress(session.remoteAddress, -1);
    this.#crowd.countPerson(session.identity, -1);
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
    database.detach(listen);
    database.read(() => () => session.revoke(listen));
  }
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
  return { path, query, plain, order: 0, active: false, deliver };
}

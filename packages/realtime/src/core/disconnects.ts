import { Refused } from '../errors.ts';
import type { Identity } from '../options.ts';
import { leaf } from '../tree/node.ts';
import type { SlotChange } from '../tree/tree.ts';
import type { Path } from '../tree/types.ts';
import type { Database } from './database.ts';
import {
  cancelled,
  countPaths,
  covered,
  type Operation,
  operationFrom,
  operationText,
} from './operations.ts';
import type { Match } from './session.ts';
import type { Caller, Part, Write } from './write.ts';

const NOBODY: Identity = { auth: null };

/**
 * All onDisconnect writes (protocol §11), as one ordered list per connection, stored alongside the
 * tree. The registration of a write is acknowledged once it is durable. A list is removed in the
 * same batch that stores its writes.
 */
export class Disconnects {
  readonly #database: Database;
  /**
   * Identities whose permissions were revoked, kept while a stored onDisconnect write still uses
   * them.
   */
  readonly #revoked = new Set<Match>();
  #next = 0;
  #stopped = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Adds a write to a connection's list of onDisconnect writes. Rules check the write now, and
   * again when it runs. Both checks use the permissions of the client that registered the write,
   * because the connection may have signed out since.
   */
  register(session: string, operation: Operation, respond: Write['respond']): void {
    const { path, data, identity, remoteAddress } = operation;
    this.#database.record(() => {
      const before = this.#list(session);
      this.#checkCount(countPaths(operation));
      // Entries that this one overwrites are dropped, because a client may register the same path
      // repeatedly.
      const after = covered(before, operation);
      const caller = callerOf(identity, remoteAddress);
      this.#database.check({ caller, path, data }, this.#partsOf(after));
      after.set(this.#next++, operation);
      return this.#replace(session, before, after);
    }, respond);
  }

  /** Cancels a connection's onDisconnect writes at and below a path. */
  cancel(session: string, path: Path, respond: Write['respond']): void {
    this.#database.record(() => {
      const before = this.#list(session);
      return this.#replace(session, before, cancelled(before, path));
    }, respond);
  }

  /**
   * Revokes permissions. From now on, onDisconnect writes registered with these permissions are
   * checked as if an unauthenticated client had registered them, even after a crash and even if the
   * connection has since changed its identity.
   */
  revoke(match: Match): void {
    const all = [...this.#sessions()].flatMap((session) => [...this.#list(session).values()]);
    if (!all.some(({ identity }) => match(identity))) return;
    this.#revoked.add(match);
    this.#database.record(
      () => present([...this.#sessions()].flatMap((session) => this.#demote(session, match))),
      (outcome) => () => {
        if (outcome.kind === 'ok') this.#revoked.delete(match);
        else setTimeout(() => this.revoke(match), this.#database.limits.recoverMs).unref();
      },
    );
  }

  #demote(session: string, match: Match): (SlotChange | undefined)[] {
    const matching = [...this.#list(session)].filter(([, { identity }]) => match(identity));
    return matching.map(([number, operation]) => {
      const text = operationText({ ...operation, identity: NOBODY });
      return this.#database.disconnects.set([session, String(number)], leaf(text));
    });
  }

  /**
   * Runs the onDisconnect writes of a connection that has ended, and removes their list. Listeners
   * get all of the writes as one event. If the rules reject the writes together, runs each write on
   * its own, so that one lost permission does not block the others.
   */
  run(session: string): void {
    const list = this.#list(session);
    if (list.size === 0 || this.#stopped) return;
    if (!this.#database.hasRoom(list.size + 2)) {
      this.#later(session);
      return;
    }
    const parts = this.#partsOf(list);
    if (!this.#writeAtOnce(parts)) for (const part of parts) this.#writeAlone(session, part);
    this.#database.record(
      () => present([this.#database.disconnects.set([session], undefined)]),
      (outcome) => () => {
        // The commit failed, so its writes were undone and the list exists again.
        if (outcome.kind === 'refused') this.#later(session);
      },
    );
  }

  #partsOf(list: ReadonlyMap<number, Operation>): Part[] {
    return Array.from(list.values(), ({ path, data, identity, remoteAddress }) => {
      const isRevoked = [...this.#revoked].some((match) => match(identity));
      return { caller: callerOf(isRevoked ? NOBODY : identity, remoteAddress), path, data };
    });
  }

  /**
   * Applies the onDisconnect writes in a list as one change, and removes the list in the same
   * batch.
   * @returns whether the rules accepted the writes, not whether they were stored
   */
  #writeAtOnce(parts: readonly Part[]): boolean {
    const [first, ...also] = parts;
    if (first === undefined) return true;
    let taken = true;
    this.#database.write({
      ...first,
      also,
      respond: ({ kind }) => {
        if (kind === 'refused') taken = false;
        return () => {};
      },
    });
    return taken;
  }

  #writeAlone(session: string, part: Part): void {
    const refused = (reason: Refused): void => {
      const fields = { id: session, path: part.path.join('/'), reason: reason.message };
      this.#database.log.info(fields, 'An onDisconnect write was refused');
    };
    this.#database.write({
      ...part,
      respond: (outcome) => () => {
        if (outcome.kind === 'refused') refused(outcome.reason);
      },
    });
  }

  /** Runs the onDisconnect writes of the connections that were open when the server crashed. */
  runAll(): void {
    for (const session of [...this.#sessions()]) this.run(session);
  }

  #sessions(): Iterable<string> {
    return this.#database.disconnects.root?.children?.keys() ?? [];
  }

  /** Stops running onDisconnect writes. The remaining ones run when the server starts again. */
  stop(): void {
    this.#stopped = true;
  }

  #later(session: string): void {
    setTimeout(() => this.run(session), this.#database.limits.recoverMs).unref();
  }

  /**
   * Returns a connection's onDisconnect writes, sorted by number. A rollback may have changed their
   * order in the tree.
   */
  #list(session: string): Map<number, Operation> {
    const nodes = this.#database.disconnects.get([session])?.children ?? [];
    const numbered = [...nodes].map(([key, node]) => [Number(key), operationFrom(node)] as const);
    return new Map(numbered.sort(([a], [b]) => a - b));
  }

  #replace(
    session: string,
    before: ReadonlyMap<number, Operation>,
    after: ReadonlyMap<number, Operation>,
  ): SlotChange[] {
    let paths = 0;
    let units = 0;
    const texts = new Map<number, string>();
    for (const [number, operation] of after) {
      const text = operationText(operation);
      texts.set(number, text);
      paths += countPaths(operation);
      units += text.length;
    }
    this.#checkCount(paths);
    if (units > this.#database.limits.disconnectUnits) {
      throw new Refused('too_big', 'Too much is left to be written on disconnect');
    }
    const tree = this.#database.disconnects;
    const gone = [...before.keys()].filter((number) => !after.has(number));
    const changed = [...after].filter(([number, operation]) => before.get(number) !== operation);
    return present([
      ...changed.map(([number]) => tree.set([session, String(number)], leaf(texts.get(number)!))),
      ...gone.map((number) => tree.set([session, String(number)], undefined)),
    ]);
  }

  #checkCount(paths: number): void {
    const { disconnectPaths } = this.#database.limits;
    if (paths > disconnectPaths) {
      throw new Refused(
        'too_big',
        `A connection may leave ${disconnectPaths} paths to be written on disconnect at most`,
      );
    }
  }
}

const callerOf = (identity: Identity, remoteAddress: string | undefined): Caller => ({
  identity,
  ...(remoteAddress !== undefined && { remoteAddress }),
});

function present(changes: (SlotChange | undefined)[]): SlotChange[] {
  return changes.filter((change) => change !== undefined);
}

import { permissionDenied, Refused, unavailable } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { AmendRequest, Identity, Logger, RealtimeServerOptions } from '../options.ts';
import { type Index, Indexes } from '../query/indexes.ts';
import { indexName, neededIndex, type Query, toRuleQuery } from '../query/query.ts';
import { shownKeys } from '../query/window.ts';
import { parseRules } from '../rules/index.ts';
import type { Rules, DataView as RuleView } from '../rules/types.ts';
import type { TreeStore } from '../store/store.ts';
import { namesPriority } from '../tree/keys.ts';
import { leaf, nodeAt, type TreeNode, valueAt } from '../tree/node.ts';
import { pushIdMaker } from '../tree/pushId.ts';
import { DISCONNECT_PREFIX, SETTINGS_PREFIX, TreeLoader } from '../tree/rows.ts';
import { type Change, type SlotChange, Tree } from '../tree/tree.ts';
import type { Path } from '../tree/types.ts';
import { plainOf, viewOf, viewWith } from '../tree/view.ts';
import { changesOf, checkPriorities, type PlainData } from './changes.ts';
import { type Delivery, type Listen, ListenIndex, nodeOf, type Written } from './listens.ts';
import { CommitQueue, type Release, type Waiting } from './queue.ts';

/**
 * The client that writes or reads. `internal` marks the server itself, whose writes bypass the
 * rules.
 */
export interface Caller {
  identity: Identity;
  /** The IP address from which the read or write came. */
  remoteAddress?: string;
  internal?: boolean;
}

/** The result of a write, determined when the write's turn comes in the order of events. */
export type WriteOutcome =
  | { kind: 'ok'; node: TreeNode | undefined }
  /** The write's compare-and-set condition was not met. `node` is the current data at the path. */
  | { kind: 'stale'; node: TreeNode | undefined }
  | { kind: 'refused'; reason: Refused };

/** What one caller writes at one path, as a part of a larger change. */
export interface Part {
  caller: Caller;
  /** The written path, as valid keys from `parsePath`. */
  path: Path;
  /**
   * The value to put at the path, or the values to put at paths below it (protocol §4: `p`, `m`).
   */
  data: PlainData;
}

export interface Write extends Omit<Part, 'data'> {
  data: PlainData | { modify: Modify };
  /**
   * Further parts of the same change, in order. A later part may write below the path of an earlier
   * one, but never above it. Each part is checked against the data after all parts, with the
   * permissions of its own caller.
   */
  also?: readonly Part[];
  /**
   * A compare-and-set condition, which is checked when the write's turn comes in the order of
   * events (protocol §9, §15).
   */
  condition?: (node: TreeNode | undefined) => boolean;
  /**
   * Computes the response to the write immediately. Returns a function that sends the response and
   * that is called once the write is durable.
   */
  respond: (outcome: WriteOutcome) => Release;
  /**
   * What to do with the write if the store does not respond. The store may complete the write even
   * so.
   */
  waiting?: Waiting;
}

/**
 * Computes an update from the data that the path has when the update's turn comes. Returns
 * undefined to write nothing.
 */
export type Modify = (node: TreeNode | undefined) => Record<string, unknown> | undefined;

/** The server options that the database needs. */
type DatabaseOptions = Pick<
  RealtimeServerOptions,
  'store' | 'unstored' | 'rules' | 'replaceableRules' | 'amend' | 'onLost'
>;

/** The path of the security rules in the tree of settings. */
const RULES: Path = ['rules'];

/**
 * The realtime database: the tree of data with its listeners, its rules and the order of its
 * events. It does not depend on any protocol.
 */
export class Database {
  readonly #indexes = new Indexes();
  readonly tree: Tree = new Tree('', (path, previous, next) =>
    this.#indexes.follow(this.tree.root, path, previous, next),
  );
  /**
   * The onDisconnect writes of all connections (protocol §11), stored alongside the tree of data.
   */
  readonly disconnects = new Tree(DISCONNECT_PREFIX);
  /** Settings that administrators make through the API, stored alongside the tree of data. */
  readonly settings = new Tree(SETTINGS_PREFIX);
  readonly listens = new ListenIndex(this.tree, {
    forAnswer: (path, query) => this.#index(path, query),
    // Always built, because a live window uses it repeatedly. See Limits.unindexedOrders.
    forWindow: (path, query) => this.#indexes.make(this.tree.get(path), query),
    release: (path, query) => {
      if (!this.isIndexed(path, query)) this.#indexes.drop(this.tree.get(path), query);
    },
  });
  #aging: NodeJS.Timeout | undefined;
  readonly limits: Limits;
  readonly clock: () => number;
  readonly pushId = pushIdMaker();
  readonly log: Logger;
  readonly #store: TreeStore;
  readonly #amend: RealtimeServerOptions['amend'];
  #rules: Rules;
  #queue!: CommitQueue;
  /** The current position in the order of events, which equals the number of writes made so far. */
  #order = 0;
  readonly counts = { writes: 0, reads: 0, refused: 0, stale: 0, deliveries: 0, listensRefused: 0 };

  private constructor(options: DatabaseOptions, limits: Limits, clock: () => number, log: Logger) {
    this.#store = options.store;
    this.#amend = options.amend;
    this.#rules = options.rules;
    this.limits = limits;
    this.clock = clock;
    this.log = log;
  }

  /**
   * Loads the stored data into the database. After this call, only this database may use the store.
   */
  static async open(
    options: DatabaseOptions,
    limits: Limits,
    clock: () => number,
    log: Logger,
  ): Promise<Database> {
    const database = new Database(options, limits, clock, log);
    const loader = new TreeLoader(database.tree, database.disconnects, database.settings);
    const { lastSequence } = await options.store.load(
      (rows) => loader.add(rows),
      () => void database.#queue?.probe(),
    );
    loader.finish();
    const kept = database.settings.get(RULES)?.value;
    if (options.replaceableRules && typeof kept === 'string') database.#rules = parseRules(kept);
    database.#aging = setInterval(() => database.#indexes.age(), limits.indexIdleMs).unref();
    database.#queue = new CommitQueue({
      store: options.store,
      unstored: new Set(options.unstored),
      limits,
      log,
      lastSequence,
      onRollback: () => database.listens.recomputeViews(),
      onLost: options.onLost ?? (() => {}),
    });
    return database;
  }

  get queueCounts(): { pending: number; commits: number; failures: number; recoveries: number } {
    return { pending: this.#queue.pending, ...this.#queue.counts };
  }

  /**
   * Stores the source text of the rules, which takes effect at the next start. `respond` must put
   * the rules into effect immediately.
   */
  keepRules(source: string, respond: Write['respond']): void {
    this.record(() => {
      const change = this.settings.set(RULES, leaf(source));
      return change === undefined ? [] : [change];
    }, respond);
  }

  get rules(): Rules {
    return this.#rules;
  }

  setRules(rules: Rules): void {
    this.#rules = rules;
    // The indexes that the new rules specify are rebuilt when a query needs them.
    this.#indexes.clear();
  }

  /** Whether the rules currently allow a client to read a path (protocol §19). */
  mayRead(identity: Identity, path: Path, query?: Query): boolean {
    if (identity.admin) return true;
    const request = {
      path: namesPriority(path) ? path.slice(0, -1) : path,
      auth: identity.auth,
      root: viewOf(this.tree.root),
      now: this.clock(),
      ...(query && { query: toRuleQuery(query) }),
    };
    const verdict = this.#rules.canRead(request);
    if (!verdict.allowed) {
      this.log.debug({ path: path.join('/'), reason: verdict.reason }, 'Read refused');
    }
    return verdict.allowed;
  }

  /** Whether the rules specify the index that a query needs (protocol §5: `no_index`). */
  isIndexed(path: Path, query: Pick<Query, 'order'>): boolean {
    const index = neededIndex(query);
    return index === undefined || this.#rules.indexesAt(path).includes(index);
  }

  /**
   * Whether another listener with a query may be added at a path. See {@link
   * Limits.unindexedOrders}.
   */
  hasRoomForWindow(path: Path, query: Query | undefined): boolean {
    if (query?.limit === undefined || this.isIndexed(path, query)) return true;
    const orders = this.listens.ordersAt(path);
    return orders.has(indexName(query)) || orders.size < this.limits.unindexedOrders;
  }

  /**
   * Returns the index for a query. Builds the index if the rules specify it; otherwise, returns an
   * index that already exists, if any.
   */
  #index(path: Path, query: Query): Index | undefined {
    const node = this.tree.get(path);
    if (this.isIndexed(path, query)) return this.#indexes.make(node, query);
    return this.#indexes.find(node, query);
  }

  /**
   * Returns the data that a reader sees at a path: all of it, or only the children that the query
   * selects.
   */
  select(path: Path, query: Query | undefined): TreeNode | undefined {
    const node = valueAt(this.tree.root, path);
    if (query === undefined) return node;
    if (!node?.children) return undefined;
    const live = this.listens.keysShown(path, query);
    return nodeOf(node, live ?? shownKeys(query, node.children, this.#index(path, query)));
  }

  /**
   * Computes the response to a read when the read's turn comes, from the newest state including
   * pending writes. See {@link CommitQueue.read}.
   */
  read(run: () => Release, waiting: Waiting = {}): void {
    this.counts.reads++;
    if (waiting.late && this.#queue.stalled && this.#queue.pending > 0) waiting.late();
    else this.#queue.read(run, waiting);
  }

  /** Checks whether the store can currently commit a batch. */
  canStore(): Promise<boolean> {
    return this.#queue.probe();
  }

  /**
   * Registers a listener immediately, which then gets all later writes. May be called only within
   * {@link read}.
   */
  attach(listen: Listen): void {
    if (!listen.active) {
      listen.active = true;
      this.listens.add(listen);
    }
    listen.order = this.#order;
  }

  /** Removes a listener, also from the budget that counts it. */
  detach(listen: Listen): void {
    listen.budget?.dropListen(listen);
    if (!listen.active) return;
    listen.active = false;
    this.listens.remove(listen);
  }

  /**
   * Checks a write, applies it to the newest state immediately, and responds once the write is
   * durable.
   */
  write(write: Write): void {
    // If a rollback undoes the state that a response was based on, the response becomes a
    // rejection.
    const again = (): Release => this.#refuse(write, unavailable());
    if (this.#queue.full || (write.waiting?.late && this.#queue.stalled)) {
      again()();
      return;
    }
    let outcome: WriteOutcome;
    const slots: SlotChange[] = [];
    let deliveries: Delivery[] = [];
    try {
      outcome = this.#judge(write, slots);
      if (outcome.kind === 'ok') deliveries = this.#deliveries;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      outcome = { kind: 'refused', reason: error };
      this.counts.refused++;
    }
    const settle = write.respond(outcome);
    if (outcome.kind === 'stale') {
      this.#queue.write([], settle, () => this.#staleAgain(write), write.waiting);
      return;
    }
    if (outcome.kind !== 'ok') {
      const refuse = isFinal(outcome.reason) ? () => settle : again;
      this.#queue.write([], settle, refuse, write.waiting);
      return;
    }
    this.counts.writes++;
    const order = ++this.#order;
    const release = (): void => {
      // Listeners, including the writer's own, receive the data before the acknowledgment (protocol
      // §4).
      for (const { push, listens } of deliveries) {
        for (const listen of listens) {
          if (!listen.active || listen.order >= order) continue;
          this.counts.deliveries++;
          listen.budget?.chargePush();
          listen.deliver(push);
        }
      }
      settle();
    };
    this.#queue.write(slots, release, again, write.waiting);
  }

  /** Whether the commit queue has room for the given number of additional entries. */
  hasRoom(entries: number): boolean {
    return this.#queue.hasRoom(entries);
  }

  /**
   * Checks whether the rules would currently accept a write, either by itself or as the last part
   * of a change with the given other parts. Writes nothing.
   * @throws Refused if the rules reject the write in both cases
   */
  check({ caller, path, data }: Part, others: readonly Part[]): void {
    const now = this.clock();
    const changes = this.#parse(path, data, now);
    const { root } = this.tree;
    try {
      this.#judgeByRules(caller, changes, () => viewWith(root, changes), now);
    } catch (error) {
      if (others.length === 0) throw error;
      const before = others.flatMap((other) => this.#parse(other.path, other.data, now));
      this.#judgeByRules(caller, changes, () => viewWith(root, [...before, ...changes]), now);
    }
  }

  /**
   * Changes data stored alongside the tree, such as onDisconnect writes and settings, in the same
   * order of events.
   * @param work makes the changes, or throws {@link Refused} before the first one
   */
  record(work: () => SlotChange[], respond: Write['respond']): void {
    const again = (): Release => respond({ kind: 'refused', reason: unavailable() });
    if (this.#queue.full) {
      again()();
      return;
    }
    let slots: SlotChange[];
    try {
      slots = work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const settle = respond({ kind: 'refused', reason: error });
      this.#queue.write([], settle, isFinal(error) ? () => settle : again);
      return;
    }
    this.#queue.write(slots, respond({ kind: 'ok', node: undefined }), again);
  }

  #refuse(write: Write, reason: Refused): Release {
    this.counts.refused++;
    return write.respond({ kind: 'refused', reason });
  }

  /**
   * Computes a new response, after a rollback, to a write whose compare-and-set condition was not
   * met. If the restored data meets the condition, rejects the write as unavailable.
   */
  #staleAgain(write: Write): Release {
    const node = valueAt(this.tree.root, write.path);
    try {
      if (!write.condition?.(node)) return write.respond({ kind: 'stale', node });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return write.respond({ kind: 'refused', reason: error });
    }
    return write.respond({ kind: 'refused', reason: unavailable() });
  }

  /** The pushes to listeners that the last write caused. Set by {@link #judge}. */
  #deliveries: Delivery[] = [];

  #judge(write: Write, slots: SlotChange[]): WriteOutcome {
    const { caller, path } = write;
    const now = this.clock();
    const before = valueAt(this.tree.root, path);
    if (write.condition && !write.condition(before)) {
      this.counts.stale++;
      return { kind: 'stale', node: before };
    }
    const data = 'modify' in write.data ? { update: write.data.modify(before) } : write.data;
    if ('update' in data && data.update === undefined) return { kind: 'stale', node: before };
    const parts: Checked[] = [{ caller, changes: this.#parse(path, data, now) }];
    for (const part of write.also ?? [])
      parts.push({ caller: part.caller, changes: this.#parse(part.path, part.data, now) });
    const changes = inOrder(parts);
    let made: RuleView | undefined;
    const after = (): RuleView => (made ??= viewWith(this.tree.root, changes));
    for (const part of parts) this.#judgeByRules(part.caller, part.changes, after, now);
    checkPriorities(after, changes);
    if (this.#amend) {
      const order = this.#order + 1;
      const views = { before: plainAt(() => viewOf(this.tree.root)), after: plainAt(after) };
      for (const { caller, changes: own } of parts)
        changes.push(...this.#amendments(caller, own, { order, now, ...views }));
    }
    const written: Written[] = [];
    for (const change of changes) {
      const slot = this.tree.apply(change);
      if (slot === undefined) continue;
      slots.push(slot);
      // If the write replaced a leaf above its path, listeners get the change at the leaf's path.
      // Otherwise, a reader that merges this write with a later deletion of the written data would
      // restore the leaf.
      const leafReplaced =
        slot.previous?.children === null && slot.path.length < change.path.length;
      const path = leafReplaced ? slot.path : change.path;
      written.push({ path, before: nodeAt(slot.previous, path.slice(slot.path.length)) });
    }
    this.#deliveries = this.listens.collect(written);
    return { kind: 'ok', node: valueAt(this.tree.root, path) };
  }

  /**
   * Checks one caller's changes in a write against the rules.
   * @param own the changes of the caller
   * @param newRoot returns the data after all changes of the write, including those of other
   * callers
   */
  #judgeByRules(
    { identity, internal, remoteAddress }: Caller,
    own: readonly Change[],
    newRoot: () => RuleView,
    now: number,
  ): void {
    if (identity.admin || internal) return;
    const verdict = this.#rules.canWrite({
      paths: own.map((change) => change.path),
      auth: identity.auth,
      remoteAddress: remoteAddress ?? null,
      root: viewOf(this.tree.root),
      newRoot: newRoot(),
      now,
    });
    if (verdict.allowed) return;
    const path = own[0]?.path.join('/');
    this.log.debug({ path, reason: verdict.reason }, 'Write refused');
    throw permissionDenied(verdict.place);
  }

  #amendments(
    { identity, remoteAddress }: Caller,
    changes: readonly Change[],
    change: Pick<AmendRequest, 'order' | 'now' | 'before' | 'after'>,
  ): Change[] {
    const added = this.#amend?.({
      ...change,
      auth: identity.auth,
      admin: identity.admin === true,
      remoteAddress: remoteAddress ?? null,
      paths: changes.map(({ path }) => [...path]),
    });
    if (added === undefined) return [];
    return this.#parse([], { update: added }, change.now);
  }

  #parse(path: Path, data: PlainData, now: number): Change[] {
    return changesOf(path, data, { tree: this.tree, now, limits: this.limits });
  }

  /** Waits until all writes are stored or rejected. */
  flush(): Promise<void> {
    return this.#queue.close();
  }

  async close(): Promise<void> {
    clearInterval(this.#aging);
    await this.#queue.close();
    await this.#store.close();
  }
}

/** The changes that one caller makes in a write. */
interface Checked {
  caller: Caller;
  changes: Change[];
}

/**
 * Returns the changes of all parts of a write. Priorities come last, because they apply to the data
 * after all other changes.
 */
function inOrder(parts: readonly Checked[]): Change[] {
  const changes: Change[] = [];
  for (const part of parts)
    for (const change of part.changes) if ('node' in change) changes.push(change);
  for (const part of parts)
    for (const change of part.changes) if ('priority' in change) changes.push(change);
  return changes;
}

/** Reads plain values from a view of the data. The view is created when it is first needed. */
const plainAt =
  (root: () => RuleView) =>
  (path: Path): unknown => {
    let view = root();
    for (const key of path) view = view.child(key);
    return plainOf(view);
  };

/**
 * Whether a rejection depends only on the request itself, so that it stays the same after a
 * rollback.
 */
function isFinal(reason: Refused): boolean {
  return reason.status !== 'permission_denied';
}

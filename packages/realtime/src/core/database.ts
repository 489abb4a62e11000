import { Refused, unavailable } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { Delivery, Listen } from '../listens/listen.ts';
import { ListenIndex, nodeOf } from '../listens/listens.ts';
import type { Written } from '../listens/written.ts';
import type { Identity, Logger, RealtimeServerOptions } from '../options.ts';
import { type Index, Indexes } from '../query/indexes.ts';
import { indexName, neededIndex, type Query, toRuleQuery } from '../query/query.ts';
import { shownKeys } from '../query/window.ts';
import { parseRules } from '../rules/index.ts';
import type { Rules } from '../rules/types.ts';
import type { TreeStore } from '../store/store.ts';
import { namesPriority } from '../tree/keys.ts';
import { leaf, type TreeNode, valueAt } from '../tree/node.ts';
import { pushIdMaker } from '../tree/pushId.ts';
import { DISCONNECT_PREFIX, SETTINGS_PREFIX, TreeLoader } from '../tree/rows.ts';
import { type SlotChange, Tree } from '../tree/tree.ts';
import type { Path } from '../tree/types.ts';
import { viewOf } from '../tree/view.ts';
import { Judge } from './judge.ts';
import { CommitQueue, type Release, type Waiting } from './queue.ts';
import type { Part, Write, WriteOutcome } from './write.ts';

/** The server options that the database needs. */
type DatabaseOptions = Pick<
  RealtimeServerOptions,
  'store' | 'unstored' | 'rules' | 'replaceableRules' | 'amend' | 'onLost'
>;

/** The path of the security rules in the tree of settings. */
const RULES: Path = ['rules'];

/**
 * The realtime database: the data tree, its listeners and its security rules, independent of any
 * protocol. It also puts all reads and writes in a single sequence.
 */
export class Database {
  readonly #indexes = new Indexes();
  readonly tree: Tree = new Tree('', (path, previous, next) =>
    this.#indexes.follow(this.tree.root, path, previous, next),
  );
  /** The onDisconnect writes of all connections (protocol §11), stored alongside the data tree. */
  readonly disconnects = new Tree(DISCONNECT_PREFIX);
  /** Settings that administrators change through the API, stored alongside the data tree. */
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
  readonly #judge: Judge;
  #rules: Rules;
  #queue!: CommitQueue;
  /** The current position in the order of events, which equals the number of writes made so far. */
  #order = 0;
  readonly counts = { writes: 0, reads: 0, refused: 0, stale: 0, deliveries: 0, listensRefused: 0 };

  private constructor(options: DatabaseOptions, limits: Limits, clock: () => number, log: Logger) {
    this.#store = options.store;
    this.#rules = options.rules;
    this.limits = limits;
    this.clock = clock;
    this.log = log;
    const { tree } = this;
    const rules = () => this.#rules;
    this.#judge = new Judge({ tree, rules, amend: options.amend, limits, clock, log });
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
   * Stores the source text of new rules, which the server loads at its next start.
   * @param respond also applies the rules to the running server
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
   * Whether another listener whose query has a limit may be added at a path. See {@link
   * Limits.unindexedOrders}.
   */
  hasRoomForWindow(path: Path, query: Query | undefined): boolean {
    if (query?.limit === undefined || this.isIndexed(path, query)) return true;
    const orders = this.listens.ordersAt(path);
    return orders.has(indexName(query)) || orders.size < this.limits.unindexedOrders;
  }

  /**
   * Returns the index for a query. Builds it if the rules specify one. Otherwise, returns an
   * existing index, or undefined if there is none.
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
   * Queues a read. Its response is computed from the newest data, including writes that are not
   * durable yet. See {@link CommitQueue.read}.
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
   * Registers a listener immediately, so that it gets all later writes. May be called only within
   * {@link read}.
   */
  attach(listen: Listen): void {
    if (!listen.active) {
      listen.active = true;
      this.listens.add(listen);
    }
    listen.order = this.#order;
  }

  /** Removes a listener, and stops counting it toward its budget. */
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
      const written: Written[] = [];
      outcome = this.#judge.write(write, this.#order + 1, { slots, written });
      if (outcome.kind === 'stale' && write.condition) this.counts.stale++;
      if (outcome.kind === 'ok') deliveries = this.listens.collect(written);
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
   * Checks a write against the rules without making it. If the rules reject the write by itself,
   * checks it again together with the other writes of the same change.
   * @param others the other writes of the change
   * @throws Refused if both checks fail
   */
  check(part: Part, others: readonly Part[]): void {
    this.#judge.check(part, others);
  }

  /**
   * Changes data stored alongside the tree, such as onDisconnect writes and settings. The changes
   * are queued like any other write.
   * @param work makes the changes. If it throws {@link Refused}, it must not have changed anything
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
   * After a rollback, recomputes the response to a write whose compare-and-set condition was not
   * met. If the restored data meets the condition, responds that the database is unavailable.
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

/**
 * Whether a rejection depends only on the request itself, and therefore stays the same after a
 * rollback.
 */
function isFinal(reason: Refused): boolean {
  return reason.status !== 'permission_denied';
}

import type { Index } from '../query/indexes.ts';
import { liveWindow } from '../query/liveWindow.ts';
import { indexName, type Query } from '../query/query.ts';
import { exportJson, objectJson } from '../tree/json.ts';
import { branch, type TreeNode } from '../tree/node.ts';
import type { Tree } from '../tree/tree.ts';
import type { Path } from '../tree/types.ts';
import type { Delivery, Listen } from './listen.ts';
import { ListenNode, type View, visitBelow, visitBelowValues } from './listenNode.ts';
import { entry, Push, type PushEntry } from './push.ts';
import { commonPrefix, outermost, type Written } from './written.ts';

/**
 * Provides the indexes for the queries of listeners. Without an index, a query has to check all
 * children.
 */
export interface WindowIndexes {
  /**
   * Returns the index for finding all children that a query selects; undefined if there is none.
   */
  forAnswer(path: Path, query: Query): Index | undefined;
  /**
   * Returns the index for refilling the results of a query with a limit after children have dropped
   * out; undefined if there is none.
   */
  forWindow(path: Path, query: Query): Index | undefined;
  /**
   * Releases the index of a query with a limit. Called when the path has no listener left whose
   * query has a limit and this sort order.
   */
  release(path: Path, query: Query): void;
}

/** Keeps all listeners by path, and determines what each of them gets after a write. */
export class ListenIndex {
  readonly #tree: Tree;
  readonly #indexes: WindowIndexes;
  readonly #root = new ListenNode([]);
  /**
   * Number of listeners that receive JSON without priorities. The JSON is created only if this is
   * not 0.
   */
  #plain = 0;
  #count = 0;
  /** Number of times that a write was checked against a listener's path or query. */
  followed = 0;

  constructor(tree: Tree, indexes: WindowIndexes) {
    this.#tree = tree;
    this.#indexes = indexes;
  }

  get count(): number {
    return this.#count;
  }

  add(listen: Listen): void {
    let node = this.#root;
    for (let i = 0; i < listen.path.length; i++) {
      const key = listen.path[i]!;
      let next = node.children.get(key);
      if (next === undefined) {
        next = new ListenNode(listen.path.slice(0, i + 1));
        node.children.set(key, next);
      }
      node = next;
    }
    this.#count++;
    if (listen.plain) this.#plain++;
    if (listen.query === undefined) {
      node.listens.add(listen);
      return;
    }
    const view = node.views.get(listen.query.id) ?? this.#addView(node, listen.query);
    view.listens.add(listen);
  }

  #addView(node: ListenNode, query: Query): View {
    const { path, orders } = node;
    const view = { query, window: liveWindow(query), listens: new Set<Listen>() };
    view.window.reset(this.#tree.get(path), this.#indexes.forAnswer(path, query));
    node.views.set(query.id, view);
    if (query.limit !== undefined) {
      const name = indexName(query);
      orders.set(name, (orders.get(name) ?? 0) + 1);
    }
    return view;
  }

  #removeView({ path, views, orders }: ListenNode, query: Query): void {
    views.delete(query.id);
    if (query.limit === undefined) return;
    const name = indexName(query);
    const left = (orders.get(name) ?? 0) - 1;
    if (left > 0) {
      orders.set(name, left);
      return;
    }
    orders.delete(name);
    this.#indexes.release(path, query);
  }

  #nodeAt(path: Path): ListenNode | undefined {
    let node: ListenNode | undefined = this.#root;
    for (const key of path) node = node?.children.get(key);
    return node;
  }

  /** Returns the number of different queries with a limit at a path, by sort order. */
  ordersAt(path: Path): ReadonlyMap<string, number> {
    return this.#nodeAt(path)?.orders ?? new Map();
  }

  /**
   * Returns the keys that a query selects at a path; undefined if no listener has exactly this
   * query.
   */
  keysShown(path: Path, query: Query): Iterable<string> | undefined {
    return this.#nodeAt(path)?.views.get(query.id)?.window.keys();
  }

  remove(listen: Listen): void {
    const trail: ListenNode[] = [this.#root];
    for (const key of listen.path) {
      const next = trail[trail.length - 1]!.children.get(key);
      if (next === undefined) return;
      trail.push(next);
    }
    const node = trail[trail.length - 1]!;
    if (listen.query === undefined) {
      if (!node.listens.delete(listen)) return;
    } else {
      const view = node.views.get(listen.query.id);
      if (!view?.listens.delete(listen)) return;
      if (view.listens.size === 0) this.#removeView(node, listen.query);
    }
    this.#count--;
    if (listen.plain) this.#plain--;
    for (let i = trail.length - 1; i > 0 && trail[i]!.empty; i--) {
      trail[i - 1]!.children.delete(listen.path[i - 1]!);
    }
  }

  /** After a rollback, recomputes from the restored data which keys each query selects. */
  recomputeViews(): void {
    const visit = (node: ListenNode): void => {
      const { path, views } = node;
      for (const { query, window } of views.values()) {
        window.reset(this.#tree.get(path), this.#indexes.forAnswer(path, query));
      }
      for (const child of node.children.values()) visit(child);
    };
    visit(this.#root);
  }

  /** Collects the pushes for one atomic write that has just been applied to the tree. */
  collect(written: readonly Written[]): Delivery[] {
    if (this.#count === 0 || written.length === 0) return [];
    const changes = outermost(written);
    const concerned = new Map<ListenNode, Written[]>();
    const touch = (node: ListenNode, change: Written): void => {
      if (node.listens.size === 0 && node.views.size === 0) return;
      const list = concerned.get(node);
      if (list === undefined) concerned.set(node, [change]);
      else if (list[list.length - 1] !== change) list.push(change);
    };
    for (const change of changes) {
      let node: ListenNode | undefined = this.#root;
      for (const key of change.path) {
        touch(node, change);
        node = node.children.get(key);
        if (node === undefined) break;
      }
      if (node === undefined) continue;
      // Skip listeners below that had no data before and after the write, however many there are.
      if (changes.length < written.length) visitBelow(node, (below) => touch(below, change));
      else {
        const values = [change.before, this.#tree.get(change.path)] as const;
        visitBelowValues(node, values, (below) => touch(below, change));
      }
    }
    const deliveries: Delivery[] = [];
    const shared = new Map<Written | 'all', Push>();
    for (const [node, relevant] of concerned) {
      this.followed += 1 + node.views.size;
      if (node.listens.size > 0) {
        const push = this.#defaultPush(node, relevant, changes.length, shared);
        deliveries.push({ push, listens: node.listens });
      }
      if (node.views.size > 0) this.#pushToViews(node, relevant, deliveries);
    }
    return deliveries;
  }

  #defaultPush(
    node: ListenNode,
    relevant: readonly Written[],
    all: number,
    shared: Map<Written | 'all', Push>,
  ): Push {
    const first = relevant[0]!;
    if (first.path.length < node.path.length) return this.#put(node.path);
    // All listeners above the written paths get the same bytes, so the push is created only once.
    const key = relevant.length === 1 ? first : relevant.length === all ? 'all' : undefined;
    const made = key === undefined ? undefined : shared.get(key);
    if (made !== undefined) return made;
    const push = relevant.length === 1 ? this.#put(first.path) : this.#patch(relevant);
    if (key !== undefined) shared.set(key, push);
    return push;
  }

  #put(path: Path): Push {
    return new Push('put', path, [entry([], this.#tree.get(path), this.#plain > 0)]);
  }

  #patch(changes: readonly Written[]): Push {
    const base = commonPrefix(changes);
    const entries = changes.map(({ path }) =>
      entry(path.slice(base.length), this.#tree.get(path), this.#plain > 0),
    );
    return new Push('patch', base, entries);
  }

  #pushToViews(node: ListenNode, relevant: readonly Written[], deliveries: Delivery[]): void {
    const { path } = node;
    if (relevant.some((change) => change.path.length <= path.length)) {
      this.#pushWhole(node, deliveries);
      return;
    }
    const at = this.#tree.get(path);
    const touched = new Set(relevant.map((change) => change.path[path.length]!));
    /**
     * A cache of serialized children by key. A child that several queries select is serialized only
     * once.
     */
    const entries = new Map<string, PushEntry>();
    const shown = (key: string, child: TreeNode): PushEntry => {
      const known = entries.get(key) ?? entry([key], child, this.#plain > 0);
      entries.set(key, known);
      return known;
    };
    for (const { query, window, listens } of node.views.values()) {
      const changes = window.update(at, touched, () => this.#indexes.forWindow(path, query));
      if (changes.size === 0) continue;
      // One merge: children that left the window are null, and those that entered or changed are
      // sent in full (protocol §5).
      const pushed = Array.from(changes, ([key, child]) =>
        child === undefined ? entry([key], undefined, this.#plain > 0) : shown(key, child),
      );
      deliveries.push({ push: new Push('patch', path, pushed), listens });
    }
  }

  /**
   * Pushes everything that each query selects, because the queried node itself was replaced
   * (protocol §5).
   */
  #pushWhole({ path, views }: ListenNode, deliveries: Delivery[]): void {
    const at = this.#tree.get(path);
    for (const { query, window, listens } of views.values()) {
      window.reset(at, this.#indexes.forAnswer(path, query));
      const shown = nodeOf(at, window.keys());
      const plain = this.#plain > 0 ? objectJson(shown) : '';
      const whole = { key: [], data: exportJson(shown), plain };
      deliveries.push({ push: new Push('put', path, [whole]), listens });
    }
  }
}

/**
 * Returns a node with only some of the given node's children and without its priority (protocol
 * §5).
 */
export function nodeOf(node: TreeNode | undefined, keys: Iterable<string>): TreeNode | undefined {
  const children = new Map<string, TreeNode>();
  for (const key of keys) {
    const child = node?.children?.get(key);
    if (child !== undefined) children.set(key, child);
  }
  return children.size === 0 ? undefined : branch(children);
}

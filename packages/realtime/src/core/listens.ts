import type { Query } from '../query/query.ts';
import { computeWindow, inBounds } from '../query/window.ts';
import { exportJson, objectJson } from '../tree/json.ts';
import { startsWith } from '../tree/keys.ts';
import { branch, type TreeNode } from '../tree/node.ts';
import type { Tree } from '../tree/tree.ts';
import type { Path } from '../tree/types.ts';
import { entry, Push, type PushEntry } from './push.ts';

/** One listener at one path: a WebSocket listen, an event stream, or one of the server's own. */
export interface Listen {
  readonly path: Path;
  readonly query: Query | undefined;
  /** Whether it takes data without priorities ({@link PushEntry.plain}). */
  readonly plain: boolean;
  /** Pushes of writes up to this place in the order of events are in its snapshot already. */
  order: number;
  /** False once it is gone: what is still on its way to it is dropped. */
  active: boolean;
  /** Hands over a released push. */
  deliver(push: Push): void;
}

/** A push and whom it concerns, to be delivered when its write is released. */
export interface Delivery {
  push: Push;
  listens: ReadonlySet<Listen>;
}

/** A written place, after the write. */
export interface Written {
  path: Path;
}

/** All listens at one path with one query: they share its window (protocol §5). */
interface View {
  query: Query;
  members: Set<string>;
  listens: Set<Listen>;
}

class ListenNode {
  readonly path: Path;
  readonly children = new Map<string, ListenNode>();
  readonly listens = new Set<Listen>();
  readonly views = new Map<string, View>();
  constructor(path: Path) {
    this.path = path;
  }
  get empty(): boolean {
    return this.children.size === 0 && this.listens.size === 0 && this.views.size === 0;
  }
}

/** Who listens where, and what a write means to each of them. */
export class ListenIndex {
  readonly #tree: Tree;
  readonly #root = new ListenNode([]);
  /** Default listens that want the plain form, anywhere: without any, nothing is serialised twice. */
  #plain = 0;
  #count = 0;

  constructor(tree: Tree) {
    this.#tree = tree;
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
    let view = node.views.get(listen.query.id);
    if (view === undefined) {
      const window = computeWindow(listen.query, this.#tree.get(listen.path));
      view = {
        query: listen.query,
        members: new Set(window.keys()),
        listens: new Set(),
      };
      node.views.set(listen.query.id, view);
    }
    view.listens.add(listen);
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
      if (view.listens.size === 0) node.views.delete(listen.query.id);
    }
    this.#count--;
    if (listen.plain) this.#plain--;
    for (let i = trail.length - 1; i > 0 && trail[i]!.empty; i--) {
      trail[i - 1]!.children.delete(listen.path[i - 1]!);
    }
  }

  /** After a rollback: every window anew from the restored head. */
  recomputeViews(): void {
    const visit = (node: ListenNode): void => {
      for (const view of node.views.values()) {
        const window = computeWindow(view.query, this.#tree.get(node.path));
        view.members = new Set(window.keys());
      }
      for (const child of node.children.values()) visit(child);
    };
    visit(this.#root);
  }

  /** What to tell whom of one atomic write that has just been applied to the tree. */
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
      if (node !== undefined) visitBelow(node, (below) => touch(below, change));
    }
    const deliveries: Delivery[] = [];
    const shared = new Map<Written | 'all', Push>();
    for (const [node, relevant] of concerned) {
      if (node.listens.size > 0) {
        const push = this.#defaultPush(node, relevant, changes.length, shared);
        deliveries.push({ push, listens: node.listens });
      }
      for (const view of node.views.values()) {
        const push = this.#viewPush(node, view, relevant);
        if (push !== undefined) deliveries.push({ push, listens: view.listens });
      }
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
    // Listens above the written places get the same bytes, wherever they stand: made once.
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

  /** One merge with what left the window as null and what came or changed in full (protocol §5). */
  #viewPush(node: ListenNode, view: View, relevant: readonly Written[]): Push | undefined {
    const { path } = node;
    const at = this.#tree.get(path);
    const plain = this.#plain > 0;
    if (relevant.some((change) => change.path.length <= path.length)) {
      const window = computeWindow(view.query, at);
      view.members = new Set(window.keys());
      const shown = windowNode(window);
      const whole = { key: [], data: exportJson(shown), plain: plain ? objectJson(shown) : '' };
      return new Push('put', path, [whole]);
    }
    const touched = new Set(relevant.map((change) => change.path[path.length]!));
    const entries: PushEntry[] = [];
    if (view.query.limit === undefined) {
      // Without a limit, whether a child is in depends on that child alone.
      for (const key of touched) {
        const child = at?.children?.get(key);
        if (child !== undefined && inBounds(view.query, key, child)) {
          view.members.add(key);
          entries.push(entry([key], child, plain));
        } else if (view.members.delete(key)) entries.push(entry([key], undefined, plain));
      }
    } else {
      const window = computeWindow(view.query, at);
      for (const key of view.members) {
        if (!window.has(key)) entries.push(entry([key], undefined, plain));
      }
      for (const [key, child] of window) {
        if (touched.has(key) || !view.members.has(key)) entries.push(entry([key], child, plain));
      }
      view.members = new Set(window.keys());
    }
    return entries.length === 0 ? undefined : new Push('patch', path, entries);
  }
}

/** The children of a window as a node of their own, the queried node's priority left out (§5). */
export function windowNode(window: Map<string, TreeNode>): TreeNode | undefined {
  return window.size === 0 ? undefined : branch(window);
}

function visitBelow(node: ListenNode, visit: (node: ListenNode) => void): void {
  visit(node);
  for (const child of node.children.values()) visitBelow(child, visit);
}

/** Leaves out what lies below another written place: the outer one's value holds it already. */
function outermost(written: readonly Written[]): readonly Written[] {
  if (written.length === 1) return written;
  const paths = new Set(written.map(({ path }) => path.join('/')));
  const seen = new Set<string>();
  return written.filter(({ path }) => {
    const text = path.join('/');
    if (seen.has(text)) return false;
    seen.add(text);
    for (let i = 0; i < path.length; i++) if (paths.has(path.slice(0, i).join('/'))) return false;
    return true;
  });
}

function commonPrefix(changes: readonly Written[]): Path {
  let prefix: Path = changes[0]!.path;
  for (const { path } of changes) {
    let length = prefix.length;
    while (!startsWith(path, prefix.slice(0, length))) length--;
    prefix = prefix.slice(0, length);
  }
  return prefix;
}

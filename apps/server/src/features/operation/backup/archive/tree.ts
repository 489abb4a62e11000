import type { DatabaseSyncInstance } from '@photostructure/sqlite';

type Branch = Map<string, Branch | unknown>;

/** A realtime tree in memory, made of a store's rows: for comparing it, outside the realtime database. */
export class PlainTree {
  readonly #root: Branch = new Map();

  /** Sets what is at a path, `a/b/c`; null removes it, and the branches that are empty then. */
  set(path: string, value: unknown): void {
    const keys = path.split('/').filter(Boolean);
    const branches: Branch[] = [this.#root];
    for (const key of keys.slice(0, -1)) {
      const at = branches.at(-1)!;
      let next = at.get(key);
      if (!(next instanceof Map)) {
        if (value === null) return;
        next = new Map();
        at.set(key, next);
      }
      branches.push(next as Branch);
    }
    const last = keys.at(-1)!;
    if (value !== null) {
      branches.at(-1)!.set(last, value);
      return;
    }
    for (let i = branches.length - 1; i >= 0; i--) {
      branches[i]!.delete(keys[i]!);
      if (branches[i]!.size > 0) break;
    }
  }

  /** What is at a path, plain; null where there is nothing. */
  get(path: string): unknown {
    let at: unknown = this.#root;
    for (const key of path.split('/').filter(Boolean))
      at = at instanceof Map ? at.get(key) : undefined;
    return at === undefined ? null : plain(at);
  }
}

function plain(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, child]) => [key, plain(child)]));
}

/** What is no part of the tree, though a store keeps it beside: priorities, and the like. */
const isBeside = (path: string) => path.split('/').some((key) => key.startsWith('.'));

/**
 * The tree that rows of a store make (packages/realtime, `TreeStore`): each its path, every key followed
 * by `/`, and its value as JSON.
 * @throws SyntaxError where a value is no JSON
 */
export function treeOf(rows: Iterable<{ path: string; value: string }>): PlainTree {
  const tree = new PlainTree();
  for (const { path, value } of rows) if (!isBeside(path)) tree.set(path, JSON.parse(value));
  return tree;
}

/** The tree of a SQLite store. @throws Error where it is none */
export function sqliteTree(database: DatabaseSyncInstance): PlainTree {
  const rows = database.prepare('select path, value from node').iterate();
  return treeOf(rows as Iterable<{ path: string; value: string }>);
}

import type { DatabaseSyncInstance } from '@photostructure/sqlite';

type Branch = Map<string, Branch | unknown>;

/**
 * An in-memory copy of a realtime tree, built from its stored rows. Used to compare the tree with
 * other data without running the realtime database.
 */
export class PlainTree {
  readonly #root: Branch = new Map();

  /**
   * Sets the value at a path such as `a/b/c`. Null removes the value, and all parents that become
   * empty.
   */
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

  /** Calls `visit` with the key and the value of each child at a path. */
  async each(path: string, visit: (key: string, value: unknown) => void): Promise<void> {
    let at: unknown = this.#root;
    for (const key of path.split('/').filter(Boolean))
      at = at instanceof Map ? at.get(key) : undefined;
    if (at instanceof Map) for (const [key, child] of at) visit(key, plain(child));
  }
}

function plain(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, child]) => [key, plain(child)]));
}

/**
 * Whether a stored path holds metadata, such as a value's priority, rather than a value in the data
 * tree.
 */
const isBeside = (path: string) => path.split('/').some((key) => key.startsWith('.'));

/**
 * Builds a tree from the rows of a store (`TreeStore` in packages/realtime). Each row has a JSON
 * value and a path in which every key is followed by `/`.
 * @throws SyntaxError if a value is not JSON
 */
export function treeOf(rows: Iterable<{ path: string; value: string }>): PlainTree {
  const tree = new PlainTree();
  for (const { path, value } of rows) if (!isBeside(path)) tree.set(path, JSON.parse(value));
  return tree;
}

/**
 * Returns the realtime tree in a SQLite database. @throws Error if the database contains no tree
 */
export function sqliteTree(database: DatabaseSyncInstance): PlainTree {
  const rows = database.prepare('select path, value from node').iterate();
  return treeOf(rows as Iterable<{ path: string; value: string }>);
}

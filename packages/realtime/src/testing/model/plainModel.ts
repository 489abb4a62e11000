/**
 * The database as a simple model: a flat map of values by path. It answers a query by filtering and
 * sorting everything. It is based only on the protocol's description and shares no code with the
 * server.
 */
export type Leaf = string | number | boolean;
export type Json = Leaf | null | Json[] | { [key: string]: Json };

/** A query for a node's children (protocol §5). */
export interface Window {
  order: { by: 'key' } | { by: 'value' } | { by: 'priority' } | { by: 'child'; path: string };
  start?: Edge;
  end?: Edge;
  limit?: { side: 'first' | 'last'; count: number };
}

export interface Edge {
  value: Leaf | null;
  key?: string;
  /** Whether values equal to the bound are included. */
  closed: boolean;
}

const isBelow = (path: string, at: string): boolean =>
  at === '' || path === at || path.startsWith(`${at}/`);
const join = (path: string, key: string): string => (path === '' ? key : `${path}/${key}`);

export class PlainModel {
  readonly #leaves = new Map<string, Leaf>();
  readonly #priorities = new Map<string, string | number>();

  /** Replaces the value at a path; null and empty objects delete it. */
  set(path: string, value: Json, priority: string | number | null = null): void {
    for (const map of [this.#leaves, this.#priorities]) {
      for (const at of map.keys()) if (isBelow(at, path)) map.delete(at);
    }
    this.#put(path, value);
    if (priority !== null) this.#priorities.set(path, priority);
    this.#prune();
  }

  setPriority(path: string, priority: string | number | null): void {
    if (priority === null) this.#priorities.delete(path);
    else this.#priorities.set(path, priority);
    this.#prune();
  }

  #put(path: string, value: Json): void {
    if (value === null) return;
    if (typeof value !== 'object') {
      // A value below a leaf replaces the leaf.
      for (let at = path; at.includes('/'); ) {
        at = at.slice(0, at.lastIndexOf('/'));
        this.#leaves.delete(at);
      }
      if (path !== '') this.#leaves.delete('');
      this.#leaves.set(path, value);
      return;
    }
    for (const [key, child] of Object.entries(value)) {
      if (key === '.value') this.#put(path, child);
      else if (key === '.priority') this.#priorities.set(path, child as string | number);
      else this.#put(join(path, key), child);
    }
  }

  /** Removes the priorities of paths without data. */
  #prune(): void {
    for (const at of this.#priorities.keys()) if (!this.has(at)) this.#priorities.delete(at);
  }

  has(path: string): boolean {
    for (const at of this.#leaves.keys()) if (isBelow(at, path)) return true;
    return false;
  }

  leaf(path: string): Leaf | null {
    return this.#leaves.get(path) ?? null;
  }

  priority(path: string): string | number | null {
    return this.#priorities.get(path) ?? null;
  }

  keys(path: string): string[] {
    const from = path === '' ? 0 : path.length + 1;
    const keys = new Set<string>();
    for (const at of this.#leaves.keys()) {
      if (at !== path && isBelow(at, path)) keys.add(at.slice(from).split('/')[0]!);
    }
    return [...keys];
  }

  /** Returns the value with priorities, like `exportVal`. */
  export(path: string): Json {
    if (!this.has(path)) return null;
    const priority = this.priority(path);
    const leaf = this.leaf(path);
    if (leaf !== null) return priority === null ? leaf : { '.value': leaf, '.priority': priority };
    const members: { [key: string]: Json } = {};
    for (const key of this.keys(path)) members[key] = this.export(join(path, key));
    if (priority !== null) members['.priority'] = priority;
    return members;
  }

  /** Returns the keys that a query selects, in the query's order. */
  window(path: string, { order, start, end, limit }: Window): string[] {
    const rankOf = (key: string): Rank => {
      if (order.by === 'key') return rank(null);
      if (order.by === 'priority') return rank(this.priority(join(path, key)));
      const at = join(path, order.by === 'value' ? key : `${key}/${order.path}`);
      return this.leaf(at) === null && this.has(at) ? [5, 0] : rank(this.leaf(at));
    };
    const compareTo = (edge: Edge, key: string): number => {
      if (order.by === 'key') return compareKeys(key, String(edge.value));
      const byValue = compareRanks(rankOf(key), rank(edge.value));
      if (byValue !== 0 || edge.key === undefined) return byValue;
      return compareKeys(key, edge.key);
    };
    const shown = this.keys(path)
      .filter((key) => start === undefined || compareTo(start, key) > (start.closed ? -1 : 0))
      .filter((key) => end === undefined || compareTo(end, key) < (end.closed ? 1 : 0))
      .sort((a, b) => compareRanks(rankOf(a), rankOf(b)) || compareKeys(a, b));
    if (limit === undefined) return shown;
    return limit.side === 'first' ? shown.slice(0, limit.count) : shown.slice(-limit.count);
  }
}

type Rank = [kind: number, value: string | number];

/** Ranks a value by type: null < false < true < numbers < strings < objects (protocol §7). */
function rank(value: Leaf | null): Rank {
  if (value === null) return [0, 0];
  if (typeof value === 'boolean') return [value ? 2 : 1, 0];
  return [typeof value === 'number' ? 3 : 4, value];
}

function compareRanks([a, x]: Rank, [b, y]: Rank): number {
  if (a !== b) return Math.sign(a - b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Compares integers first, by value, then all other keys by UTF-16 unit (protocol §7). */
function compareKeys(a: string, b: string): number {
  const [x, y] = [a, b].map((key) => (/^-?\d{1,9}$/.test(key) ? Number(key) : Number.NaN));
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
  if (!Number.isNaN(x) && x !== y) return Math.sign(x! - y!);
  if (a === b) return 0;
  return a.length !== b.length && !Number.isNaN(x) ? a.length - b.length : a < b ? -1 : 1;
}

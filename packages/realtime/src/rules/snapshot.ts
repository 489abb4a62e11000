import type { DataView as View } from './types.ts';

/**
 * A snapshot: the value of `root`, `data` and `newData` in the rules language, and of `child()` and
 * `parent()`.
 */
export class Snapshot {
  readonly parent: Snapshot | null;
  readonly view: View;

  constructor(parent: Snapshot | null, view: View) {
    this.parent = parent;
    this.view = view;
  }

  /** Returns the snapshot of the child with a key. */
  child(key: string): Snapshot {
    return new Snapshot(this, this.view.child(key));
  }

  /** Returns the snapshot below this one at a path, given as the keys that `splitPath` returns. */
  descend(keys: readonly string[]): Snapshot {
    let snapshot: Snapshot = this;
    for (const key of keys) snapshot = snapshot.child(key);
    return snapshot;
  }

  /**
   * Returns the result of `val()`: the primitive at a leaf, null if there is no data, or this
   * snapshot for a whole node.
   */
  value(): Snapshot | string | number | boolean | null {
    const { view } = this;
    const value = view.value();
    if (value !== null) return value;
    return view.exists() ? this : null;
  }
}

/**
 * Splits the path given to `child()` into keys. Leading, trailing and duplicate slashes are
 * ignored.
 */
export function splitPath(path: string): readonly string[] {
  const keys = path.split('/');
  return keys.includes('') ? keys.filter((key) => key !== '') : keys;
}

/**
 * Whether two views show the same data, as `==` compares whole nodes in rules. Priorities are
 * ignored.
 */
export function sameData(left: View, right: View): boolean {
  const [a, b] = [left.value(), right.value()];
  if (a !== null || b !== null) return a === b;
  let count = 0;
  for (const key of left.keys()) {
    count++;
    if (!sameData(left.child(key), right.child(key))) return false;
  }
  for (const _ of right.keys()) if (--count < 0) return false;
  return count === 0 && left.exists() === right.exists();
}

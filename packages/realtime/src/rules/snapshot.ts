import type { RuleView as View } from './types.ts';

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
}

/**
 * Whether two views show the same data, as `==` compares whole nodes in rules. Priorities are
 * ignored.
 */
export function sameData(left: View, right: View): boolean {
  const [a, b] = [left.value, right.value];
  if (a !== null || b !== null) return a === b;
  let count = 0;
  for (const key of left.keys()) {
    count++;
    if (!sameData(left.child(key), right.child(key))) return false;
  }
  for (const _ of right.keys()) if (--count < 0) return false;
  return count === 0 && left.exists() === right.exists();
}

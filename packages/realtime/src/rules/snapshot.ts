import type { DataView as View } from './types.ts';

/** `root`, `data` and `newData` of the rules language, and what `child()` and `parent()` lead to. */
export class Snapshot {
  readonly parent: Snapshot | null;
  readonly view: View;

  constructor(parent: Snapshot | null, view: View) {
    this.parent = parent;
    this.view = view;
  }

  /** One key down. */
  child(key: string): Snapshot {
    return new Snapshot(this, this.view.child(key));
  }

  /** Down along keys, as `splitPath` makes them. */
  descend(keys: readonly string[]): Snapshot {
    let snapshot: Snapshot = this;
    for (const key of keys) snapshot = snapshot.child(key);
    return snapshot;
  }

  /** `val()`: the primitive at a leaf, null where nothing is, and this snapshot as a stand-in for a whole node. */
  value(): Snapshot | string | number | boolean | null {
    const { view } = this;
    const value = view.value();
    if (value !== null) return value;
    return view.exists() ? this : null;
  }
}

/** A path as `child()` takes it: slashes at the ends or doubled do not count. */
export function splitPath(path: string): readonly string[] {
  const keys = path.split('/');
  return keys.includes('') ? keys.filter((key) => key !== '') : keys;
}

/** Whether two places hold the same data: what `==` means for whole nodes. Priorities do not count. */
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

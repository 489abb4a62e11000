import type { RealtimeValue } from '../platform/database/tables/system.ts';

/**
 * The values of a realtime database by absolute path. Finds the values below a path without
 * scanning all values, so that tests with many flags stay fast. Calls `onChange` after each change.
 */
export class Leaves extends Map<string, RealtimeValue> {
  onChange: (path: string) => void = () => {};
  /** The paths of the values below each node, by the node's path. */
  readonly #below = new Map<string, Set<string>>();

  override set(path: string, value: RealtimeValue): this {
    if (!this.has(path))
      for (const node of ancestors(path)) {
        const paths = this.#below.get(node);
        if (paths) paths.add(path);
        else this.#below.set(node, new Set([path]));
      }
    super.set(path, value);
    this.onChange(path);
    return this;
  }

  override delete(path: string): boolean {
    if (!super.delete(path)) return false;
    for (const node of ancestors(path)) {
      const paths = this.#below.get(node)!;
      paths.delete(path);
      if (paths.size === 0) this.#below.delete(node);
    }
    this.onChange(path);
    return true;
  }

  /** Returns the paths of all values below a node. */
  below(node: string): string[] {
    return [...(this.#below.get(node) ?? [])];
  }

  /** Replaces everything at and below the path with one value. Null deletes everything there. */
  replace(path: string, value: RealtimeValue): void {
    for (const known of this.below(path)) this.delete(known);
    if (value === null) this.delete(path);
    else this.set(path, value);
  }
}

/** Yields the path of each node above a value. */
function* ancestors(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
    yield path.slice(0, end);
}

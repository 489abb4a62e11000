import { startsWith } from '../tree/keys.ts';
import { areNested } from '../tree/nesting.ts';
import type { TreeNode } from '../tree/node.ts';
import type { Path } from '../tree/types.ts';

/** A path that a write has changed, and the path's data before the write. */
export interface Written {
  path: Path;
  /** The data at the path before the write. */
  before: TreeNode | undefined;
}

/**
 * Returns the written paths. Leaves out each path below another written path, because the value
 * written there already includes it.
 */
export function outermost(written: readonly Written[]): readonly Written[] {
  if (!areNested(written.map(({ path }) => path))) return written;
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

/** Returns the longest path that all written paths begin with. */
export function commonPrefix(changes: readonly Written[]): Path {
  let prefix: Path = changes[0]!.path;
  for (const { path } of changes) {
    let length = prefix.length;
    while (!startsWith(path, prefix.slice(0, length))) length--;
    prefix = prefix.slice(0, length);
  }
  return prefix;
}

import { branch, type TreeNode } from '../tree/node.ts';
import type { SlotChange } from '../tree/tree.ts';

/**
 * Returns the changes that must be stored: all except those below the top-level keys in `unstored`.
 */
export function storedPart(
  changes: readonly SlotChange[],
  unstored: ReadonlySet<string>,
): readonly SlotChange[] {
  if (unstored.size === 0) return changes;
  return changes.flatMap((change) => {
    if (change.tree.prefix !== '') return change;
    const [key] = change.path;
    if (key !== undefined) return unstored.has(key) ? [] : change;
    const previous = without(change.previous, unstored);
    const next = without(change.next, unstored);
    return previous === next ? [] : { ...change, previous, next };
  });
}

/** Returns the root node without the given children; undefined if no children remain. */
function without(root: TreeNode | undefined, unstored: ReadonlySet<string>): TreeNode | undefined {
  if (!root?.children) return root;
  const kept = new Map([...root.children].filter(([key]) => !unstored.has(key)));
  return kept.size === 0 ? undefined : branch(kept, root.priority);
}

import { notAnUpdate, Refused } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { RuleView } from '../rules/types.ts';
import { parseNode, parsePriority } from '../tree/json.ts';
import { checkDepth, namesPriority } from '../tree/keys.ts';
import type { Change, Tree } from '../tree/tree.ts';
import type { Path } from '../tree/types.ts';
import { shapeOf } from './updateShapes.ts';

/** The data in a write: a new value for the path itself, or new values for paths below it. */
export type PlainData = { set: unknown } | { update: unknown };

/**
 * What is needed to resolve server values such as increments: the current data, the time and the
 * limits (protocol §8).
 */
interface Present {
  tree: Tree;
  /** The current time in epoch milliseconds. */
  now: number;
  limits: Limits;
}

/**
 * Converts a write to one change per path, and resolves its server values (protocol §4, §6).
 * @throws Refused if the data cannot be stored
 */
export function changesOf(path: Path, data: PlainData, present: Present): Change[] {
  if ('set' in data) return [changeOf(path, data.set, present)];
  const { update } = data;
  if (typeof update !== 'object' || update === null || Array.isArray(update)) {
    throw notAnUpdate();
  }
  const { keys, paths } = shapeOf(update, present.limits);
  const changes: Change[] = [];
  for (let i = 0; i < keys.length; i++) {
    const value = (update as Record<string, unknown>)[keys[i]!];
    changes.push(changeOf([...path, ...paths[i]!], value, present));
  }
  return changes;
}

/**
 * Rejects a write that sets a priority for a path that will have no data after the write. Firebase
 * does the same, and its Android and iOS test suites expect it
 * (`setPriorityOnNonexistentNodeFails`).
 * @param after returns the data after the changes
 * @throws Refused
 */
export function checkPriorities(after: () => RuleView, changes: readonly Change[]): void {
  for (const change of changes) {
    if (!('priority' in change) || change.priority === null) continue;
    const { path } = change;
    let view = after();
    for (const key of path) view = view.child(key);
    if (view.exists()) continue;
    throw new Refused(
      'invalid_data',
      `There is no data at "/${path.join('/')}" to give a priority to`,
    );
  }
}

function changeOf(path: Path, value: unknown, { tree, now, limits }: Present): Change {
  const isPriority = namesPriority(path);
  const at = isPriority ? path.slice(0, -1) : path;
  checkDepth(at.length, limits);
  // Only server values depend on the data at the path, and they are objects.
  const there = typeof value === 'object' ? tree.get(at) : undefined;
  return isPriority
    ? { path: at, priority: parsePriority(value, there, { now, limits }) }
    : { path, node: parseNode(value, path.length, there, { now, limits }) };
}

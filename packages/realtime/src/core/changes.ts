import { notAnUpdate, Refused } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { DataView as RuleView } from '../rules/types.ts';
import { parseNode, parsePriority } from '../tree/json.ts';
import { checkDepth, namesPriority, startsWith } from '../tree/keys.ts';
import { parseKnownPath } from '../tree/knownPaths.ts';
import type { Change, Tree } from '../tree/tree.ts';
import type { Path } from '../tree/types.ts';

/** Number of paths up to which comparing all pairs is faster than sorting. */
const PAIRWISE = 12;

/** A value for one path, or values for paths below it. */
export type PlainData = { set: unknown } | { update: unknown };

/** The current time and data, which server values are resolved against (protocol §8). */
interface Present {
  tree: Tree;
  /** The current time in epoch milliseconds. */
  now: number;
  limits: Limits;
}

/**
 * Converts a write to one change per path, with server values resolved (protocol §4, §6).
 * @throws Refused if the data cannot be stored
 */
export function changesOf(path: Path, data: PlainData, present: Present): Change[] {
  if ('set' in data) return [changeOf(path, data.set, present)];
  const { update } = data;
  const { limits } = present;
  if (typeof update !== 'object' || update === null || Array.isArray(update)) {
    throw notAnUpdate();
  }
  const keys = Object.keys(update);
  if (keys.length > limits.updatePaths) {
    throw new Refused('too_big', `An update may hold ${limits.updatePaths} paths at most`);
  }
  const paths = keys.map((key) => {
    const below = parseKnownPath(key, limits);
    if (below.length === 0) throw new Refused('invalid_data', 'Invalid path: empty');
    return below;
  });
  checkDisjoint(paths);
  return paths.map((below, i) => {
    return changeOf(path.concat(below), (update as Record<string, unknown>)[keys[i]!], present);
  });
}

/**
 * Rejects a priority for a path that has no data after the changes. Firebase does the same, and its
 * Android and iOS test suites expect it (`setPriorityOnNonexistentNodeFails`).
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

/**
 * Rejects an update in which one path lies below another, because the merge is atomic (protocol
 * §4).
 */
function checkDisjoint(paths: readonly Path[]): void {
  const isOverlapping = paths.length <= PAIRWISE ? someNest(paths) : someNestSorted(paths);
  if (!isOverlapping) return;
  throw new Refused('invalid_data', 'An update must not write below one of its own paths');
}

function someNest(paths: readonly Path[]): boolean {
  for (let i = 1; i < paths.length; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [paths[i]!, paths[j]!];
      if (a.length < b.length ? startsWith(b, a) : startsWith(a, b)) return true;
    }
  }
  return false;
}

/**
 * Like {@link someNest}, but faster for many paths: it sorts them, so that each path comes just
 * before the paths below it.
 */
function someNestSorted(paths: readonly Path[]): boolean {
  const sorted = paths.map((path) => `${path.join('/')}/`).sort();
  return sorted.some((path, i) => i > 0 && path.startsWith(sorted[i - 1]!));
}

import { Refused } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { parseKnownPath } from '../tree/knownPaths.ts';
import { areNested } from '../tree/nesting.ts';
import type { Path } from '../tree/types.ts';

/** Maximum number of updates whose checked paths are cached. */
const SHAPES = 8;
/** Maximum number of paths in a cached update. */
const MOST_PATHS = 32;
/** Maximum length of each path in a cached update, in UTF-16 code units. */
const LONGEST = 64;

/** The checked paths of an update. */
interface Shape {
  /** The paths as the client wrote them, in the update's order. */
  readonly keys: readonly string[];
  readonly paths: readonly Path[];
}

/**
 * The paths of updates that were recently checked against limits, newest first. Each set of limits
 * has its own list.
 */
const known = new WeakMap<Limits, Shape[]>();

/**
 * Parses and checks the paths of an update (protocol §4). Caches the latest results, because all
 * poles send the same few paths.
 * @throws Refused if there are too many paths, if one is invalid, or if one is below another
 */
export function shapeOf(update: object, limits: Limits): Shape {
  const keys = Object.keys(update);
  let shapes = known.get(limits);
  if (shapes === undefined) {
    shapes = [];
    known.set(limits, shapes);
  }
  for (const shape of shapes) if (sameKeys(shape.keys, keys)) return shape;
  const shape = { keys, paths: checkedPaths(keys, limits) };
  if (keys.length > MOST_PATHS || keys.some((key) => key.length > LONGEST)) return shape;
  shapes.unshift(shape);
  if (shapes.length > SHAPES) shapes.pop();
  return shape;
}

function sameKeys(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function checkedPaths(keys: readonly string[], limits: Limits): Path[] {
  if (keys.length > limits.updatePaths) {
    throw new Refused('too_big', `An update may hold ${limits.updatePaths} paths at most`);
  }
  const paths = keys.map((key) => {
    const path = parseKnownPath(key, limits);
    if (path.length === 0) throw new Refused('invalid_data', 'Invalid path: empty');
    return path;
  });
  if (areNested(paths)) {
    throw new Refused('invalid_data', 'An update must not write below one of its own paths');
  }
  return paths;
}

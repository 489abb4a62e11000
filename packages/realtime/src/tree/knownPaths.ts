import { type KeyLimits, parseWritePath } from './keys.ts';
import type { Path } from './types.ts';

/** Maximum number of parsed paths to remember. */
const MOST = 512;
/** Maximum length of a cached path, in UTF-16 code units. */
const LONGEST = 64;

/** Cached paths by the text that they were parsed from, one map for each set of limits. */
const known = new WeakMap<KeyLimits, Map<string, Path>>();

/**
 * Parses the path of a value in an update, as `parseWritePath` does, and caches the result. Every
 * report from a pole writes the same few paths.
 * @throws Refused if the path is invalid
 */
export function parseKnownPath(text: string, limits: KeyLimits): Path {
  let paths = known.get(limits);
  if (paths === undefined) {
    paths = new Map();
    known.set(limits, paths);
  }
  const before = paths.get(text);
  if (before !== undefined) return before;
  const path = parseWritePath(text, limits);
  if (text.length > LONGEST) return path;
  if (paths.size >= MOST) paths.clear();
  paths.set(text, path);
  return path;
}

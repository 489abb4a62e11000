import { Refused } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { checkPath, checkWritePath } from '../tree/keys.ts';

/** The parts of a request's URL before validation. */
export interface RawTarget {
  /** The path in the URL of a REST request, without `.json`. */
  pathText: string;
  queryText: string;
}

/**
 * Splits the URL of a REST request into path and query string. Returns undefined if the path does
 * not end in `.json` (protocol §1, §15).
 */
export function splitTarget(url: string): RawTarget | undefined {
  const mark = url.indexOf('?');
  const pathText = mark < 0 ? url : url.slice(0, mark);
  if (!pathText.startsWith('/') || !pathText.endsWith('.json')) return undefined;
  return { pathText: pathText.slice(0, -5), queryText: mark < 0 ? '' : url.slice(mark + 1) };
}

/**
 * Returns the first key of a URL's path, or undefined if the path is invalid. The key determines
 * whether the URL belongs to the database.
 */
export function topLevelName(pathText: string): string | undefined {
  const first = pathText.split('/').find((segment) => segment !== '');
  try {
    return decodeURIComponent(first ?? '');
  } catch {
    return undefined;
  }
}

/**
 * Parses the path in a URL, ignoring duplicate slashes (protocol §15). Rejects `..`, and keys that
 * contain an encoded slash (`%2f`).
 * @param priority whether the path may refer to a node's priority
 * @throws Refused
 */
export function parseRestPath(pathText: string, limits: Limits, priority: boolean): string[] {
  const path = pathText
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        throw new Refused('invalid_data', 'Invalid path: Bad percent encoding');
      }
    });
  if (priority) checkWritePath(path, limits);
  else checkPath(path, limits);
  return path;
}

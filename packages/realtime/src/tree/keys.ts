import { Refused } from '../errors.ts';
import type { Path } from './types.ts';

export interface KeyLimits {
  depth: number;
  keyBytes: number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const FORBIDDEN = /[.#$/[\]\u0000-\u001f\u007f]|\p{Surrogate}/u;

/** What nearly all keys are made of: nothing in it is forbidden. */
const PLAIN = /^[\w-]+$/;

/**
 * Why a key is refused, or undefined where it is legal (protocol §6). `hasOwnProperty` and
 * `__proto__` would crash or confuse every listening web client. Lone surrogates cannot be told
 * from one another once stored as UTF-8.
 */
export function keyProblem(key: string, limits: KeyLimits): string | undefined {
  if (key === '') return 'Keys must not be empty';
  if (key === 'hasOwnProperty' || key === '__proto__') return `The key "${key}" is reserved`;
  if (!PLAIN.test(key) && FORBIDDEN.test(key)) {
    return 'Keys must not contain ".", "#", "$", "/", "[", "]" or control characters';
  }
  // Three bytes per UTF-16 unit at most: count only where it could matter.
  if (key.length * 3 > limits.keyBytes && Buffer.byteLength(key) > limits.keyBytes) {
    return `Keys must not be longer than ${limits.keyBytes} bytes`;
  }
  return undefined;
}

/** Reads `/a/b`, `a/b`, `a//b` (protocol §4, §15: duplicate slashes are normalised). */
export function parsePath(text: string, limits: KeyLimits): string[] {
  const path = text.split('/').filter((key) => key !== '');
  checkPath(path, limits);
  return path;
}

/** The last step of a path that names a node's priority; no key can be called so (protocol §6). */
export const PRIORITY = '.priority';

/** Whether a path names the priority of the node above its last step. */
export const namesPriority = (path: Path): boolean => path[path.length - 1] === PRIORITY;

/** As {@link parsePath}, for what may be a node's priority as well (protocol §4, §6). */
export function parseWritePath(text: string, limits: KeyLimits): string[] {
  const path = text.split('/').filter((key) => key !== '');
  checkWritePath(path, limits);
  return path;
}

/** As {@link checkPath}, for what may be a node's priority as well. */
export function checkWritePath(path: Path, limits: KeyLimits): void {
  checkPath(namesPriority(path) ? path.slice(0, -1) : path, limits);
}

/** Throws {@link Refused} where a path holds an illegal key or is too deep (protocol §6). */
export function checkPath(path: Path, limits: KeyLimits): void {
  checkDepth(path.length, limits);
  for (const key of path) {
    const problem = keyProblem(key, limits);
    if (problem !== undefined) throw new Refused('invalid_data', `Invalid path: ${problem}`);
  }
}

/** Throws {@link Refused} where a path has too many keys (protocol §6). */
export function checkDepth(levels: number, limits: KeyLimits): void {
  if (levels > limits.depth) throw tooDeep(limits);
}

export function tooDeep(limits: KeyLimits): Refused {
  return new Refused('invalid_data', `Data must not be deeper than ${limits.depth} levels`);
}

/** Whether `path` is `prefix` or lies below it. */
export function startsWith(path: Path, prefix: Path): boolean {
  if (prefix.length > path.length) return false;
  for (let i = 0; i < prefix.length; i++) if (prefix[i] !== path[i]) return false;
  return true;
}

import { Refused } from '../errors.ts';
import type { Path } from './types.ts';

export interface KeyLimits {
  depth: number;
  keyBytes: number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
const FORBIDDEN = /[.#$/[\]\u0000-\u001f\u007f]|\p{Surrogate}/u;

/** Matches nearly all valid keys, which then need no further check for forbidden characters. */
const PLAIN = /^[\w-]+$/;

/**
 * Returns why a key is rejected; undefined if it is valid (protocol §6). `hasOwnProperty` and
 * `__proto__` would crash or confuse every listening web client. Lone surrogates cannot be
 * distinguished once stored as UTF-8.
 */
export function keyProblem(key: string, limits: KeyLimits): string | undefined {
  if (key === '') return 'Keys must not be empty';
  if (key === 'hasOwnProperty' || key === '__proto__') return `The key "${key}" is reserved`;
  if (!PLAIN.test(key) && FORBIDDEN.test(key)) {
    return 'Keys must not contain ".", "#", "$", "/", "[", "]" or control characters';
  }
  // A UTF-16 unit takes at most three bytes, so count bytes only if it could matter.
  if (key.length * 3 > limits.keyBytes && Buffer.byteLength(key) > limits.keyBytes) {
    return `Keys must not be longer than ${limits.keyBytes} bytes`;
  }
  return undefined;
}

/**
 * Parses a path such as `/a/b`, `a/b` or `a//b` (protocol §4, §15: duplicate slashes are dropped).
 * @throws Refused
 */
export function parsePath(text: string, limits: KeyLimits): string[] {
  const path = text.split('/').filter((key) => key !== '');
  checkPath(path, limits);
  return path;
}

/**
 * The last key of a path that refers to a node's priority. Never a key of the data (protocol §6).
 */
export const PRIORITY = '.priority';

/** Whether a path refers to a node's priority. */
export const namesPriority = (path: Path): boolean => path[path.length - 1] === PRIORITY;

/** Parses a path to write to, which may also refer to a node's priority (protocol §4, §6). */
export function parseWritePath(text: string, limits: KeyLimits): string[] {
  const path = text.split('/').filter((key) => key !== '');
  checkWritePath(path, limits);
  return path;
}

/**
 * Checks the keys and the depth of a path to write to, which may also refer to a node's priority.
 */
export function checkWritePath(path: Path, limits: KeyLimits): void {
  checkPath(namesPriority(path) ? path.slice(0, -1) : path, limits);
}

/**
 * Checks the keys and the depth of a path (protocol §6).
 * @throws Refused if a key is invalid or the path is too deep
 */
export function checkPath(path: Path, limits: KeyLimits): void {
  checkDepth(path.length, limits);
  for (const key of path) {
    const problem = keyProblem(key, limits);
    if (problem !== undefined) throw new Refused('invalid_data', `Invalid path: ${problem}`);
  }
}

/**
 * Checks that data is not nested too deeply (protocol §6).
 * @throws Refused if it is nested too deeply
 */
export function checkDepth(levels: number, limits: KeyLimits): void {
  if (levels > limits.depth) throw tooDeep(limits);
}

export function tooDeep(limits: KeyLimits): Refused {
  return new Refused('invalid_data', `Data must not be deeper than ${limits.depth} levels`);
}

/** Whether `path` equals `prefix` or is below it. */
export function startsWith(path: Path, prefix: Path): boolean {
  if (prefix.length > path.length) return false;
  for (let i = 0; i < prefix.length; i++) if (prefix[i] !== path[i]) return false;
  return true;
}

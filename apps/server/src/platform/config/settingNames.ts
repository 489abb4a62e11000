import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The environment variable in which the npm scripts pass the path of the settings file. */
export const ENV_FILE = 'HALYARD_ENV_FILE';

/**
 * Matches the names of environment variables that Node, the PostgreSQL client, Google's libraries
 * or the operating system use.
 */
const OF_OTHERS =
  /^(NODE_\w+|UV_\w+|PG\w+|GOOGLE_\w+|FIREBASE_\w+|SSL_CERT_\w+|OPENSSL_\w+|(HTTPS?|NO|ALL)_PROXY|TZ|LANG|LC_\w+|PATH|HOME|TMPDIR|HALYARD_\w+)$/i;
/**
 * The minimum length of a setting name to suggest as a correction. Shorter names, such as `HOST`,
 * are similar to too many other names.
 */
const MIN_LENGTH = 6;
/**
 * The maximum number of letters by which a misspelled name may differ from the name of a setting.
 */
const MAX_DISTANCE = 2;

/** Matches a value in quotation marks, which may span several lines. */
const QUOTED = /=[ \t]*(["'`])[\s\S]*?\1/g;
const ASSIGNMENT = /^(export\s+)?[\w.-]+\s*=/;

/** A name in the settings file that is not a setting, or a line that is invalid. */
export interface UnknownSetting {
  /** The name of the setting, or the first word of a line without `=`. */
  name: string;
  /** The line number, starting at 1. Set only for an invalid line. */
  line?: number;
  /** The setting that was probably meant. Null if no setting has a similar name. */
  meant: string | null;
}

/**
 * Returns the first unknown name or invalid line in the settings file.
 * @param known the names of all settings
 * @returns null if every line is valid or there is no file
 */
export function unknownInFile(
  env: NodeJS.ProcessEnv,
  known: readonly string[],
): (UnknownSetting & { file: string }) | null {
  const file = env[ENV_FILE];
  if (!file) return null;
  const text = readFileSync(file, 'utf8');
  const names = Object.keys(parseEnv(text));
  const name = names.find((each) => !known.includes(each) && !OF_OTHERS.test(each));
  if (name !== undefined) return { file, name, meant: nearest(name, known, name.length) };
  const stray = strayLine(text);
  return stray && { file, ...stray, meant: nearest(stray.name, known, stray.name.length) };
}

/**
 * Returns the first line of the settings file that neither sets a variable nor is a comment. Node
 * skips such lines without an error.
 */
function strayLine(text: string): { line: number; name: string } | null {
  const lines = text
    .replace(QUOTED, (quoted) => `=${quoted.replace(/[^\n]/g, '')}`)
    .split('\n')
    .map((each) => each.trim());
  const index = lines.findIndex(
    (each) => each !== '' && !each.startsWith('#') && !ASSIGNMENT.test(each),
  );
  if (index < 0) return null;
  // Report only the first word, because the rest of the line may contain a password.
  return { line: index + 1, name: /\w+/.exec(lines[index]!)?.[0] ?? '' };
}

/**
 * Returns the environment variables whose names look like misspelled settings. Leaves out variables
 * that are known to belong to other programs.
 */
export function misspelled(env: NodeJS.ProcessEnv, known: readonly string[]): UnknownSetting[] {
  const long = known.filter(({ length }) => length >= MIN_LENGTH);
  return Object.keys(env)
    .filter((name) => !known.includes(name) && !OF_OTHERS.test(name))
    .map((name) => ({ name, meant: nearest(name, long, MAX_DISTANCE) }))
    .filter(({ meant }) => meant !== null);
}

/**
 * Returns the known name that is most similar to `name`. Null if even that name differs in more
 * than `most` letters, or in at least half of its letters.
 */
function nearest(name: string, known: readonly string[], most: number): string | null {
  const upper = name.toUpperCase();
  const ranked = known
    .map((each) => ({ each, distance: distanceOf(upper, each) }))
    .filter(({ each, distance }) => distance <= most && distance * 2 < each.length)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.each ?? null;
}

/**
 * Returns how many insertions, deletions, replacements and swaps of adjacent letters turn `a` into
 * `b`.
 */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}

import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Where the scripts say which file they took settings from. */
export const ENV_FILE = 'HALYARD_ENV_FILE';

/** What Node, the PostgreSQL client, Google's libraries and the system read from the environment. */
const OF_OTHERS =
  /^(NODE_\w+|UV_\w+|PG\w+|GOOGLE_\w+|FIREBASE_\w+|SSL_CERT_\w+|OPENSSL_\w+|(HTTPS?|NO|ALL)_PROXY|TZ|LANG|LC_\w+|PATH|HOME|TMPDIR|HALYARD_\w+)$/i;
/** Letters of a setting's name at least for a similar name to be taken for it: `HOST` is like many. */
const MIN_LENGTH = 6;
/** Letters in which a similar name differs at most. */
const MAX_DISTANCE = 2;

/** A name that is no setting. */
export interface UnknownSetting {
  name: string;
  /** The setting that was probably meant; null: none is like it. */
  meant: string | null;
}

/**
 * The first name in the file of settings that is none; null where all are, or where there is no file.
 * @param known names of all settings
 */
export function unknownInFile(
  env: NodeJS.ProcessEnv,
  known: readonly string[],
): (UnknownSetting & { file: string }) | null {
  const file = env[ENV_FILE];
  if (!file) return null;
  const names = Object.keys(parseEnv(readFileSync(file, 'utf8')));
  const name = names.find((each) => !known.includes(each) && !OF_OTHERS.test(each));
  return name === undefined ? null : { file, name, meant: nearest(name, known, name.length) };
}

/** Names in the environment that look like a setting misspelled; others' are none of ours. */
export function misspelled(env: NodeJS.ProcessEnv, known: readonly string[]): UnknownSetting[] {
  const long = known.filter(({ length }) => length >= MIN_LENGTH);
  return Object.keys(env)
    .filter((name) => !known.includes(name) && !OF_OTHERS.test(name))
    .map((name) => ({ name, meant: nearest(name, long, MAX_DISTANCE) }))
    .filter(({ meant }) => meant !== null);
}

/** The known name that differs least, in `most` letters at most and in fewer than half of its own. */
function nearest(name: string, known: readonly string[], most: number): string | null {
  const upper = name.toUpperCase();
  const ranked = known
    .map((each) => ({ each, distance: distanceOf(upper, each) }))
    .filter(({ each, distance }) => distance <= most && distance * 2 < each.length)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.each ?? null;
}

/** Letters to insert, remove, replace or swap with the next one to make one name of the other. */
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

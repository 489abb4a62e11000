// Rebuilds apps/server/common-passwords.txt: node scripts/commonPasswords.mjs
// Uses a pinned version of a maintained package, unpacked to a temporary folder without running its
// scripts. The package is not a dependency, because the server needs only the list: passwords that
// are long enough to be chosen, and short words, which people lengthen with digits and symbols.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SOURCE = '@zxcvbn-ts/language-common';
const VERSION = '4.1.3';
const TARGET = new URL('../apps/server/common-passwords.txt', import.meta.url);
/** Minimum length of a password (packages/domain/src/fields.ts). */
const SHORTEST = 8;
/**
 * Matches a short word that is too common even with characters before or after it, such as
 * "letmein!".
 */
const WORD = /^\p{L}[^\s]{2,}\p{L}$/u;

const folder = mkdtempSync(path.join(tmpdir(), 'common-passwords-'));
try {
  const install = ['install', '--ignore-scripts', '--no-save', '--prefix', folder];
  const { status } = spawnSync('npm', [...install, `${SOURCE}@${VERSION}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The package could not be downloaded');
  const require = createRequire(path.join(folder, 'node_modules', 'common-passwords.cjs'));
  const list = require(SOURCE).dictionary['passwords-common'];
  // Depending on its version, the package stores a list as one string or as an array.
  const all = typeof list === 'string' ? list.split(',') : [...list];
  const passwords = all.filter((password) => password.length >= SHORTEST || WORD.test(password));
  const head = [
    `# Common passwords of ${SHORTEST} characters or more, and shorter words, most common first, in small letters.`,
    `# From ${SOURCE} ${VERSION} (https://github.com/zxcvbn-ts/zxcvbn), MIT license,`,
    '# Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., Copyright (c) 2021 @zxcvbn-ts.',
    '# Made by scripts/commonPasswords.mjs.',
  ];
  writeFileSync(TARGET, `${[...head, ...passwords].join('\n')}\n`);
  process.stdout.write(`${passwords.length} passwords\n`);
} finally {
  rmSync(folder, { recursive: true });
}

// The folder for the temporary files of a test run. Imports only node: modules.

import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
/**
 * Number of bytes that must be free in that file system and in memory. A run leaves up to 1 GB of
 * files.
 */
const NEEDED_BYTES = 4e9;
const PREFIX = 'halyard-tests-';

/**
 * Makes this process and its child processes keep their temporary files in memory, if there is
 * enough, until this process ends. Databases wait for the disk at each commit, which took a tenth of
 * the time of the server's tests.
 */
export function keepFilesInMemory() {
  // A worker uses the folder of the process that started it.
  if (testFolder() !== null || !hasRoom()) return;
  removeLeftovers();
  const folder = mkdtempSync(path.join(MEMORY, `${PREFIX}${process.pid}-`));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () => remove(folder));
}

/** Returns this test run's folder in memory. Null if temporary files are on the disk. */
export function testFolder() {
  const folder = process.env.TMPDIR;
  return folder?.startsWith(path.join(MEMORY, PREFIX)) ? folder : null;
}

/**
 * Makes child processes share the code that V8 has compiled, in the folder for temporary files. The
 * tests start about a hundred servers and commands, which then need a fifth less CPU time.
 */
export function shareCompiledCode() {
  process.env.NODE_COMPILE_CACHE ??= path.join(os.tmpdir(), 'halyard-compile-cache');
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return process.platform === 'linux' && Math.min(bavail * bsize, os.freemem()) >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

/** Removes the folders that killed test runs left behind. */
function removeLeftovers() {
  for (const name of readdirSync(MEMORY)) {
    if (!name.startsWith(PREFIX)) continue;
    try {
      process.kill(Number.parseInt(name.slice(PREFIX.length), 10), 0);
    } catch (error) {
      if (error.code === 'ESRCH') remove(path.join(MEMORY, name));
    }
  }
}

function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A process that is still ending may be writing there. The next run removes the folder.
  }
}

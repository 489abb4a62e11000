import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { start } from './start.ts';

/** Takes all that is left of a disk. */
function fill(folder: string): string {
  const file = path.join(folder, 'filling');
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=4096']);
  return file;
}

/** A small disk of its own; null where this user may not mount one. */
function smallDisk(): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'halyard-full-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', folder]);
  if (mounted.status !== 0) return null;
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

test('a disk that is full: /healthz says so, and is well again when there is room', async (context) => {
  const folder = smallDisk();
  if (folder === null) return context.skip();
  const env = {
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    DATA_DIR: path.join(folder, 'data'),
  };
  const server = await start({ env, demo: false, reset: false, print: () => {} });
  onTestFinished(() => server.stop());
  const health = async () => (await fetch(`${server.url}/healthz`)).status;
  expect(await health()).toBe(200);
  const filling = fill(folder);
  // What SQLite had taken of the disk before is used up by the looks themselves.
  await expect.poll(health).toBe(503);
  rmSync(filling);
  await expect.poll(health).toBe(200);
  writeFileSync(path.join(folder, 'room'), 'there is');
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { start } from './start.ts';

/** Fills a disk with one large file, and returns the path of that file. */
function fill(folder: string): string {
  const file = path.join(folder, 'filling');
  spawnSync('dd', ['if=/dev/zero', `of=${file}`, 'bs=4096']);
  return file;
}

/**
 * Mounts a small disk and returns its path. Returns null if the current user may not mount disks.
 */
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

test('/healthz fails while the disk is full, and recovers when there is space again', async (context) => {
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
  // The health checks themselves use up the space that SQLite has reserved.
  await expect.poll(health).toBe(503);
  rmSync(filling);
  await expect.poll(health).toBe(200);
  writeFileSync(path.join(folder, 'room'), 'there is');
});

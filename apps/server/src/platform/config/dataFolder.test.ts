import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { start } from '../../app/start.ts';
import { makeBackup } from '../../features/operation/backup/backup.ts';
import { prepareFolder } from './dataFolder.ts';

const rightsOf = (folder: string) => (statSync(folder).mode & 0o777).toString(8);

test('the server creates a private data folder when it starts, and keeps the permissions of an existing one', async () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'halyard-folder-'));
  const made = path.join(parent, 'data');
  await prepareFolder(made);
  expect([rightsOf(made), rightsOf(path.join(made, 'realtime'))]).toEqual(['700', '700']);
  chmodSync(made, 0o750);
  await prepareFolder(made);
  expect(rightsOf(made)).toBe('750');
});

test('when the server starts, it makes both new and existing databases readable only by their owner', async () => {
  const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'halyard-folder-')), 'data');
  mkdirSync(dataDir, { mode: 0o755 });
  const env = { PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', DATA_DIR: dataDir };
  const begin = () => start({ env, demo: false, reset: false, print: () => {} });
  const rights = () =>
    ['.', 'realtime']
      .flatMap((folder) =>
        readdirSync(path.join(dataDir, folder)).map((name) => path.join(folder, name)),
      )
      .filter((name) => name.includes('.db'))
      .map((name) => [name, rightsOf(path.join(dataDir, name))]);
  const expected = (name: string) => [name, '600'];

  const umask = process.umask(0o022);
  try {
    const first = await begin();
    const files = [
      'halyard.db',
      'halyard.db-wal',
      'halyard.db-shm',
      'realtime/tree.db',
      'realtime/tree.db-wal',
      'realtime/tree.db-shm',
      'realtime/lock.db',
    ];
    expect(rights()).toEqual(expect.arrayContaining(files.map(expected)));
    expect(rights()).toEqual(rights().map(([name]) => expected(name!)));

    const file = path.join(dataDir, 'backup.tar.gz');
    await makeBackup({ dataDir, file, clock: Date.now });
    expect(rightsOf(file)).toBe('600');
    await first.stop();

    for (const name of files)
      if (existsSync(path.join(dataDir, name))) chmodSync(path.join(dataDir, name), 0o644);
    const second = await begin();
    expect(rights()).toEqual(rights().map(([name]) => expected(name!)));
    await second.stop();
  } finally {
    process.umask(umask);
  }
});

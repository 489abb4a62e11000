import { chmodSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { prepareFolder } from './dataFolder.ts';

const rightsOf = (folder: string) => (statSync(folder).mode & 0o777).toString(8);

test('a data folder that is made is open to its owner alone; one that is there keeps its rights', async () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'halyard-folder-'));
  const made = path.join(parent, 'data');
  await prepareFolder(made);
  expect([rightsOf(made), rightsOf(path.join(made, 'realtime'))]).toEqual(['700', '700']);
  chmodSync(made, 0o750);
  await prepareFolder(made);
  expect(rightsOf(made)).toBe('750');
});

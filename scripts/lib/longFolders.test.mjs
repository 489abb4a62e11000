import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { longFolders, MOST_ENTRIES } from './longFolders.mjs';

let root;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'long-folders-'));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

/** Creates empty files, each in its own folder or all in one. */
function createFiles(count, name) {
  for (let n = 0; n < count; n++) {
    const file = path.join(root, name(n));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, '');
  }
}

test('reports a folder with too many files', () => {
  createFiles(MOST_ENTRIES, (n) => `short/${n}.ts`);
  createFiles(MOST_ENTRIES + 1, (n) => `long/${n}.ts`);
  expect(longFolders(root)).toEqual([{ folder: 'long', entries: MOST_ENTRIES + 1 }]);
});

test('reports a folder that contains only folders', () => {
  createFiles(MOST_ENTRIES + 1, (n) => `features/subject${n}/routes.ts`);
  expect(longFolders(root)).toEqual([{ folder: 'features', entries: MOST_ENTRIES + 1 }]);
});

test('counts the root', () => {
  createFiles(MOST_ENTRIES + 1, (n) => `${n}.ts`);
  expect(longFolders(root)).toEqual([{ folder: '.', entries: MOST_ENTRIES + 1 }]);
});

test('does not count test code', () => {
  createFiles(MOST_ENTRIES, (n) => `subject/${n}.ts`);
  createFiles(MOST_ENTRIES, (n) => `subject/${n}.test.ts`);
  createFiles(MOST_ENTRIES + 1, (n) => `subject/testing/${n}.ts`);
  createFiles(MOST_ENTRIES + 1, (n) => `fixtures/${n}.json`);
  expect(longFolders(root)).toEqual([]);
});

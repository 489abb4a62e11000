import { globSync } from 'node:fs';
import path from 'node:path';
import { extractMessagesFromFiles } from '@lingui/native-tools';
import { describe, expect, test } from 'vitest';
import { type CatalogMessage, FOLDERS, type Folder, idOf, readCatalog } from './catalog.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

const named = ({ text, context }: Omit<CatalogMessage, 'translation'>) =>
  context ? `${text} (${context})` : text;

async function messagesInCode(folder: Folder) {
  const cwd = path.join(ROOT, folder, 'src');
  const files = globSync('**/*.{ts,tsx}', { cwd })
    .filter((file) => !/\.test\.tsx?$|(^|\/)testing\//.test(file))
    .map((file) => path.join(cwd, file));
  const macro = { corePackage: ['@lingui/core/macro', '@halyard/messages'] };
  const { messages, warnings } = await extractMessagesFromFiles(files, { macro });
  expect(warnings).toEqual([]);
  return messages.map(({ message = '', context = '' }) => ({ text: message, context }));
}

describe.each(FOLDERS)('the English catalog of %s', (folder) => {
  const catalog = readCatalog(folder);

  test('has every message in the code (if this fails, run: npm run messages)', async () => {
    const inCode = await messagesInCode(folder);
    expect(new Set(catalog.map(named))).toEqual(new Set(inCode.map(named)));
  });

  test('gives every placeholder in a message a name instead of a number', () => {
    const nameless = catalog.filter(({ text }) => /\{\d+[,}]/.test(text));
    expect(nameless).toEqual([]);
  });
});

test('two messages never share an ID', () => {
  const all = new Map(FOLDERS.flatMap((folder) => readCatalog(folder)).map((m) => [named(m), m]));
  const ids = new Set([...all.values()].map(idOf));
  expect(ids.size).toBe(all.size);
});

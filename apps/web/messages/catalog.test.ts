import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { extractMessagesFromFiles } from '@lingui/native-tools';
import { parsePo } from 'pofile-ts';
import { expect, test } from 'vitest';

const WEB = path.resolve(import.meta.dirname, '..');

/** The messages of the console's code, with their contexts. */
async function messagesInCode(): Promise<string[]> {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: WEB })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(WEB, file));
  const { messages, warnings } = await extractMessagesFromFiles(files);
  expect(warnings).toEqual([]);
  return messages.map(({ message = '', context }) => entry(message, context));
}

const entry = (message: string, context: string | null | undefined) =>
  context ? `${message} (${context})` : message;

const catalog = parsePo(readFileSync(path.join(WEB, 'locales/en.po'), 'utf8'));

test('the English catalog has every message of the console: npm run messages', async () => {
  const inCatalog = catalog.items.map(({ msgid, msgctxt }) => entry(msgid, msgctxt));
  expect(new Set(inCatalog)).toEqual(new Set(await messagesInCode()));
});

test('two messages never share an id', () => {
  const ids = catalog.items.map(({ msgid, msgctxt }) => generateMessageId(msgid, msgctxt ?? ''));
  expect(new Set(ids).size).toBe(ids.length);
});

test('every value of a message has a name that a translator understands', () => {
  const nameless = catalog.items.map(({ msgid }) => msgid).filter((text) => /\{\d+[,}]/.test(text));
  expect(nameless).toEqual([]);
});

import { globSync } from 'node:fs';
import path from 'node:path';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { extractMessagesFromFiles } from '@lingui/native-tools';
import { expect, test } from 'vitest';
import { type CatalogMessage, readCatalog } from './catalog.ts';

const WEB = path.resolve(import.meta.dirname, '..');
const CATALOG = readCatalog();

const named = ({ text, context }: CatalogMessage) => (context ? `${text} (${context})` : text);

async function messagesInCode(): Promise<CatalogMessage[]> {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: WEB })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(WEB, file));
  const { messages, warnings } = await extractMessagesFromFiles(files);
  expect(warnings).toEqual([]);
  return messages.map(({ message = '', context = '' }) => ({ text: message, context }));
}

test('the English catalog has every message of the console (if not, run npm run messages)', async () => {
  const inCode = await messagesInCode();
  expect(new Set(CATALOG.map(named))).toEqual(new Set(inCode.map(named)));
});

test('two messages never share an ID', () => {
  const ids = CATALOG.map(({ text, context }) => generateMessageId(text, context));
  expect(new Set(ids).size).toBe(ids.length);
});

test('every value of a message has a name that a translator understands', () => {
  const nameless = CATALOG.filter(({ text }) => /\{\d+[,}]/.test(text));
  expect(nameless).toEqual([]);
});

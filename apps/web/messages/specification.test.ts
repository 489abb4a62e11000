import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FOLDERS, readCatalog } from './catalog.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** For each quotation with placeholders for numbers or names, the message that produces it. */
const WITH_VALUES: Record<string, string> = {
  'All N online flags updated successfully':
    '{updated, plural, other {All # online flags updated successfully}}',
  'N flags updated, M failed':
    '{updated, plural, other {# flags updated}}, {failed, plural, other {# failed}}',
  'Are you sure you want to delete "{first} {last}"? This action cannot be undone.':
    'Are you sure you want to delete "{name}"? This action cannot be undone.',
  'Showing X-Y of N total items':
    'Showing {from}-{to} of {total, plural, one {{total} total items} other {{total} total items}}',
  'across N location(s)': '{locations, plural, one {across # location} other {across # locations}}',
};
/**
 * Quotations that are not checked, because they combine several messages or do not appear on
 * screen.
 */
const OTHERS = [
  'No employees yet / Add your first employee to start managing your team.',
  'connected',
  'lower Main Entrance',
];

/**
 * Returns the texts that the specification quotes, from the first column of
 * docs/reference/specification.md. Leaves out rows whose last column describes a difference.
 */
function quotations(): string[] {
  const rows = readFileSync(path.join(ROOT, 'docs/reference/specification.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(' | '));
  const statements = rows
    .filter((row) => /^\s*\|?\s*$/.test(row.at(-1) ?? ''))
    .map(([first]) => first);
  return statements.flatMap((statement) =>
    Array.from((statement ?? '').matchAll(/“([^”]+)”/g), ([, text = '']) => text),
  );
}

/** Server texts that are not messages yet. */
const sources = globSync('apps/server/src/**/*.ts', { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
  .join('\n');

test('every text quoted by the specification is a message, word for word', () => {
  const texts = new Set(FOLDERS.flatMap((folder) => readCatalog(folder)).map(({ text }) => text));
  const quoted = quotations().filter((text) => !OTHERS.includes(text));
  expect(quoted.length).toBeGreaterThan(80);
  const missing = quoted.filter(
    (text) =>
      !texts.has(WITH_VALUES[text] ?? text) &&
      !sources.includes(`'${text}'`) &&
      !sources.includes(`"${text}"`),
  );
  expect(missing).toEqual([]);
});

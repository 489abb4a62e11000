import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { displayDays, federalHolidays, halfStaffDays } from '@halyard/domain';
import { expect, test } from 'vitest';
import { unmarkedStrings } from './unmarkedStrings.ts';
import { unmarkedTexts } from './unmarkedTexts.ts';

const SOURCES = path.resolve(import.meta.dirname, '../src');

test("all text in the console's markup is marked for translation", () => {
  const files = globSync('**/*.tsx', { cwd: SOURCES }).filter(
    (file) => !/\.test\.tsx$|\/testing\//.test(file),
  );
  const texts = files.flatMap((file) =>
    unmarkedTexts(readFileSync(path.join(SOURCES, file), 'utf8')).map(
      ({ line, text }) => `${file}:${line} ${text}`,
    ),
  );
  expect(texts).toEqual([]);
});

test('the check for untranslated text finds text between JSX tags, and in attributes that users see or hear', () => {
  const code = `
    const a = <p title="Shown" className="hidden">Hello <b>there</b> {n} {"in braces"} {'·'}</p>;
    const b = <Trans>Hello <b title="Inner">there</b></Trans>;
    const c = <Field label={isOpen ? 'Open' : t\`Closed\`} name="x" />;`;
  expect(unmarkedTexts(code).map(({ text }) => text)).toEqual([
    'Shown',
    'Hello',
    'there',
    'in braces',
    'Inner',
    'Open',
  ]);
});

const DOMAIN = path.resolve(import.meta.dirname, '../../../packages/domain/src');

/** Domain package files whose strings need no translation. */
const NOT_MARKED = [
  // Documentation of the API.
  /^api\/calls\//,
  // The English of half-staff orders.
  /^orderDesk\/(reader|document|sources)\//,
  // Headings of CSV files, and examples of their values.
  /^importExport\/columns\.ts$/,
  // Names of states and territories, which the order reader and addresses use.
  /^places\/states\.ts$/,
  // Names of browsers and systems.
  /^people\/device\.ts$/,
  /\.test\.ts$|(^|\/)testing\//,
];

/**
 * Names that are not translated: the names of days, which are database keys (`dayName`), and the
 * name of a law.
 */
const NAMES = new Set([
  ...[displayDays, federalHolidays, halfStaffDays].flatMap((daysOf) =>
    daysOf(2025).map(({ name }) => name),
  ),
  'Pub. L. 107-51',
]);

test('all text in the domain package is marked for translation', () => {
  const files = globSync('**/*.ts', { cwd: DOMAIN })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => !NOT_MARKED.some((pattern) => pattern.test(file)));
  const texts = files.flatMap((file) =>
    unmarkedStrings(readFileSync(path.join(DOMAIN, file), 'utf8'))
      .filter(({ text }) => !NAMES.has(text))
      .map(({ line, text }) => `${file}:${line} ${text}`),
  );
  expect(texts).toEqual([]);
});

test('the check for untranslated text finds strings that look like UI text, but not keys, comparisons or errors', () => {
  const value = '$' + '{name}';
  const code = `
    import { t, plural } from 'two words';
    const a: 'A type' = { 'A key': 'Offline', id: 'flagId', zone: 'America/New_York' };
    const b = x === 'Compared with' ? \`Held by ${value}\` : \`since ${value}\`;
    const c = [t\`Marked\`, t\`Is ${value}\`, plural({ n }, { one: '# pole', other: '# poles' })];
    if (b) throw new Error('Only developers see it');
    const d = z.string('Name is required').describe('For programs');
    const e = \`${value}: ${value}\`;`;
  expect(unmarkedStrings(code)).toEqual([
    { line: 3, text: 'Offline' },
    { line: 4, text: 'Held by x' },
    { line: 4, text: 'since x' },
    { line: 7, text: 'Name is required' },
  ]);
});

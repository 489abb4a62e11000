import { importTemplate } from '@halyard/domain';
import { expect, test } from 'vitest';
import { readCsv } from './readCsv.ts';

const HEADINGS = 'Location,Name,Flag ID';
const rows = async (text: string) =>
  (await readCsv(text, 'flags')).lines.map(({ line, cells }) => [line, cells.name, cells.flagId]);

test('the CSV reader accepts columns in any order, and headings in any case, with or without underscores', async () => {
  expect(await rows('flagid,LOCATION,name\nF1,Yard,Gate')).toEqual([[2, 'Gate', 'F1']]);
  expect(await rows('flag_id,Location,Name\nF1,Yard,Gate')).toEqual([[2, 'Gate', 'F1']]);
});

test.each([
  ['commas', `${HEADINGS}\r\nYard,Gate,F1\r\n`],
  ['semicolons', 'Location;Name;Flag ID\r\nYard;Gate;F1\r\n'],
  ['tabs', 'Location\tName\tFlag ID\nYard\tGate\tF1'],
  ['a byte order mark', `\uFEFF${HEADINGS}\nYard,Gate,F1`],
  [
    'a sep= line, which a spreadsheet does not show',
    'sep=;\r\nLocation;Name;Flag ID\r\nYard;Gate;F1',
  ],
  ['old line endings', `${HEADINGS}\rYard,Gate,F1\r`],
  ['empty columns to the right', `${HEADINGS},,\nYard,Gate,F1,,`],
  ['spaces around cells', ' Location , Name , Flag ID \n Yard , Gate , F1 '],
])('the CSV reader accepts files in common formats: %s', async (_what, text) => {
  expect(await rows(text)).toEqual([[2, 'Gate', 'F1']]);
});

test('the CSV reader numbers lines as a spreadsheet does, even with line breaks in cells and empty lines', async () => {
  const text = `${HEADINGS}\n"North\nYard",Gate,F1\n,,\n\nYard,"The ""big"" one, north",F2`;
  expect(await rows(text)).toEqual([
    [2, 'Gate', 'F1'],
    [5, 'The "big" one, north', 'F2'],
  ]);
});

test('the CSV reader removes the apostrophe that exports add to keep cells from becoming formulas', async () => {
  const text = `${HEADINGS}\nYard,'=1+1,'-F1\nYard,O'Hare,''@x\nYard,'quoted',F3`;
  expect((await rows(text)).map(([, ...cells]) => cells)).toEqual([
    ['=1+1', '-F1'],
    ["O'Hare", "'@x"],
    ["'quoted'", 'F3'],
  ]);
});

test('the CSV reader accepts quoted text that starts with a quotation mark or has several lines', async () => {
  const text = `${HEADINGS}\nYard,"""Big"" one\nnorth",F1\nYard,"""Big"" one\nnorth",F2`;
  expect(await rows(text)).toEqual([
    [2, '"Big" one\nnorth', 'F1'],
    [3, '"Big" one\nnorth', 'F2'],
  ]);
});

test('the CSV reader reports a line that has a cell without a heading', async () => {
  const { lines } = await readCsv(`${HEADINGS}\nYard,Gate,F1,more\nYard,Gate,F2`, 'flags');
  expect(lines.map(({ overflows }) => overflows)).toEqual([true, false]);
});

test('the CSV reader lists unknown columns, but not columns that exist only in exports', async () => {
  const { warnings } = await readCsv(
    `${HEADINGS},Status,Voltage,Colour,__proto__\nY,G,F1,Online,42,red,x`,
    'flags',
  );
  expect(warnings).toEqual(['2 unknown columns are ignored: “Colour”, “__proto__”.']);
});

test.each([
  ['nothing in it', '', 'Columns are missing in row 1: “Location”, “Name”, “Flag ID”.'],
  ['a missing column', 'Location,Name\nYard,Gate', 'A column is missing in row 1: “Flag ID”.'],
  ['a duplicate column', `${HEADINGS},name\nYard,Gate,F1,x`, 'The column “Name” appears twice.'],
  ['only headings', HEADINGS, 'The file has no rows below the headings.'],
  [
    'an open quotation mark',
    `${HEADINGS}\nYard,"Gate,F1\n`,
    'Couldn’t read row 2: a closing quotation mark is missing.',
  ],
  [
    'an open quotation mark far from its end, after a two-line cell',
    `${HEADINGS}\n"North\nYard",Gate,F1\n\nYard,"Gate,F2\n${'Yard,Gate,F3\n'.repeat(500)}`,
    'Couldn’t read row 4: a closing quotation mark is missing.',
  ],
  [
    'an open quotation mark before more text than fits in a line',
    `${HEADINGS}\nYard,Gate,F1\nYard,"Gate,F2\n${'Yard,Gate,F3\n'.repeat(5000)}`,
    'Couldn’t read row 3: a closing quotation mark is missing.',
  ],
  [
    'an open quotation mark that a later line closes',
    `${HEADINGS}\nYard,Gate,F1\nYard,Gate,"F2\nYard,Gate,F3\nYard,"Gate, north",F4\nYard,Gate,F5`,
    'Couldn’t read row 3: a closing quotation mark is missing.',
  ],
  ['UTF-16', 'L\0o\0c\0', 'The file is not UTF-8 text. In Excel, save it as “CSV UTF-8”.'],
  [
    'too many lines',
    `${HEADINGS}\n${'Y,G,F\n'.repeat(100_001)}`,
    'The file has 100,001 rows; the limit is 100,000. Split it into several files.',
  ],
  [
    'only line breaks',
    `${HEADINGS}${'\n'.repeat(110_002)}`,
    'The file has more than 110,000 rows, including empty ones.',
  ],
  [
    'too much text',
    'x'.repeat(20 * 1024 * 1024 + 1),
    'The file is larger than 20 MB. Split it into several files.',
  ],
])('the CSV reader rejects a file that it cannot use: %s', (...[, text, reason]) => {
  return expect(readCsv(text, 'flags')).rejects.toThrow(reason);
});

test('the CSV reader reads a large file in pieces without splitting a character or blocking other requests', async () => {
  const name = 'Zürich 🏴 '.repeat(20).trim();
  const line = `Yard,${name},F\n`;
  let turns = 0;
  const others = setInterval(() => turns++, 0);
  const { lines } = await readCsv(`${HEADINGS}\n${line.repeat(5000)}`, 'flags');
  clearInterval(others);
  expect(lines.filter(({ cells }) => cells.name === name)).toHaveLength(5000);
  expect(turns).toBeGreaterThan(3);
});

test.each(['companies', 'locations', 'flags', 'people'] as const)(
  'the CSV reader accepts the template for %s',
  async (kind) => {
    const { lines, warnings, columns } = await readCsv(importTemplate(kind), kind);
    expect(lines).toHaveLength(1);
    expect(warnings).toEqual([]);
    for (const { field, example } of columns) expect(lines[0]!.cells[field]).toBe(example);
  },
);

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');

/**
 * Returns the rows of all tables in a Markdown file, without the table headings. A cell may contain
 * an escaped vertical bar.
 */
const rowsOf = (page: string) =>
  read(page)
    .split('\n')
    .filter((line) => /^\| (?!Specification|Statement|-)/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')));

const rows = rowsOf('docs/reference/specification.md').map(
  ([, statement, places, tests, difference]) => ({
    statement: statement ?? '',
    places: places ?? '',
    tests: tests ?? '',
    difference: difference ?? '',
  }),
);

const isTitled = (source: string, title: string) =>
  [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``].some((quoted) =>
    source.includes(quoted),
  );

describe('docs/reference/specification.md', () => {
  test('cites an existing file and an existing test for each requirement', () => {
    expect(rows.length).toBeGreaterThan(150);
    for (const { statement, places, tests } of rows) {
      const files = [...places.matchAll(/`([^`]+)`/g)].map(([, file]) => file!);
      expect(files, statement).not.toEqual([]);
      for (const file of files) expect(existsSync(`${ROOT}${file}`), file).toBe(true);
      const cited = tests.split('<br>').flatMap((part) => {
        const file = /^`([^`]+)`/.exec(part)?.[1] ?? '';
        return [...part.matchAll(/“([^”]+)”/g)].map(([, title]) => ({ file, title: title! }));
      });
      expect(cited, statement).not.toEqual([]);
      for (const { file, title } of cited)
        expect(isTitled(read(file), title), `${file}: ${title}`).toBe(true);
    }
  });

  test('links each difference to a row in docs/differences.md', () => {
    const differences = rowsOf('docs/differences.md').map(([, specified]) => specified ?? '');
    for (const { statement, difference } of rows) {
      if (difference === '') continue;
      const text = /^\[(.+)\]\(\.\.\/differences\.md\)$/.exec(difference)?.[1];
      expect(text, statement).toBeDefined();
      expect(
        differences.some((specified) => specified.startsWith(text!)),
        text,
      ).toBe(true);
    }
  });
});

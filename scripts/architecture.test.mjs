import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const page = readFileSync(`${ROOT}docs/architecture.md`, 'utf8');

/** The folders that are in the page's tables, and how the names in a table begin. */
const TREES = [
  { heading: '### The server', root: 'apps/server/src', prefix: 'features/' },
  { heading: '### The domain', root: 'packages/domain/src', prefix: '' },
  { heading: '### The console', root: 'apps/web/src', prefix: '' },
];

const foldersIn = (path) =>
  readdirSync(`${ROOT}${path}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map((entry) => entry.name);

/** Returns the background jobs in the server's code, as `name in file`. */
const jobsInCode = () =>
  readdirSync(`${ROOT}apps/server/src`, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.includes('testing/'))
    .flatMap((file) =>
      Array.from(
        readFileSync(`${ROOT}apps/server/src/${file}`, 'utf8').matchAll(JOB),
        ([, name]) => `${name} in ${file}`,
      ),
    );

/** Matches the beginning of a background job's definition. */
const JOB = /name: '([a-z-]+)',\s*(?:\.\.\.runs|where: )/g;

/** Returns the rows of the table below a heading: the names of folders and the text beside them. */
function rowsBelow(heading) {
  const section = page.slice(page.indexOf(`${heading}\n`)).split(/\n##/)[0];
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, names, text] = /^\| (.*?) \| (.*)$/.exec(line) ?? [line, '', ''];
      return { names: Array.from(names.matchAll(/`([^`]+?)\/?`/g), ([, name]) => name), text };
    });
}

describe.each(TREES)('the map below “$heading”', ({ heading, root, prefix }) => {
  const rows = rowsBelow(heading);

  test('has one row for each folder, and none for a folder that is gone', () => {
    const named = rows.flatMap(({ names }) => names).filter((name) => name.startsWith(prefix));
    const folders = foldersIn(`${root}/${prefix}`).map((name) => `${prefix}${name}`);
    expect(folders.length).toBeGreaterThan(10);
    expect(named.sort()).toEqual(folders.sort());
  });

  test('names the folders inside of each folder', () => {
    const unnamed = rows
      .filter(({ names }) => names.every((name) => name.startsWith(prefix)))
      .flatMap(({ names, text }) =>
        names.flatMap((name) =>
          foldersIn(`${root}/${name}`)
            .filter((inner) => !text.includes(`\`${inner}/`))
            .map((inner) => `${name}/${inner}`),
        ),
      );
    expect(unnamed).toEqual([]);
  });
});

test('the table below “## Background jobs” has one row for each job', () => {
  const jobs = jobsInCode();
  expect(jobs.length).toBeGreaterThan(25);
  const listed = rowsBelow('## Background jobs').map(({ names: [name], text }) => {
    const [, file] = /`([^`]+)` \|$/.exec(text) ?? [];
    return `${name} in ${file}`;
  });
  expect(listed.sort()).toEqual(jobs.sort());
});

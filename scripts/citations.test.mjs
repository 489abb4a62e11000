import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { brokenCitations, missingFiles } from './lib/citations.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const read = (path) => readFileSync(`${ROOT}${path}`, 'utf8');
const records = readdirSync(`${ROOT}docs/decisions`).flatMap((name) => {
  const number = /^(\d{4})-/.exec(name)?.[1];
  return number === undefined ? [] : [Number(number)];
});

/**
 * Text files, except this test and the finder, which contain wrong citations on purpose, and the
 * orders of governments, which cite laws.
 */
const files = execFileSync('git', ['grep', '-lIE', '§|decision|half-staff, |\\.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && !/citations(\.test)?\.mjs$|\/testing\/texts\//.test(path));

test('every citation in the repository resolves to a section', () => {
  expect(files.length).toBeGreaterThan(100);
  const broken = files.flatMap((path) =>
    brokenCitations(read(path), { read, records }, path).map((problem) => `${path}: ${problem}`),
  );
  expect(broken).toEqual([]);
});

test('every file named in the documentation exists', () => {
  const exists = (path) => existsSync(`${ROOT}${path}`);
  const pages = files.filter((path) => path.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(30);
  const missing = pages.flatMap((path) =>
    missingFiles(read(path), exists).map((file) => `${path}: ${file}`),
  );
  expect(missing).toEqual([]);
});

const PARTS = [
  'Date: 20',
  'Status:',
  ...['Context', 'Alternatives', 'Decision', 'Consequences'].map((part) => `**${part}`),
];

test('every decision record has a date, a status and all of its parts', () => {
  const pages = readdirSync(`${ROOT}docs/decisions`).filter((name) => /^\d{4}-/.test(name));
  expect(pages.length).toBe(records.length);
  const incomplete = pages.flatMap((name) => {
    const text = read(`docs/decisions/${name}`);
    return PARTS.filter((part) => !text.includes(part)).map((part) => `${name}: ${part}`);
  });
  expect(incomplete).toEqual([]);
});

test('the check reports a documented file that does not exist', () => {
  const page = 'See `apps/a.test.ts` and `apps/b.ts`.';
  expect(missingFiles(page, (path) => path === 'apps/a.test.ts')).toEqual(['apps/b.ts']);
});

describe('the citation check', () => {
  const pages = {
    'docs/reference/protocol.md': '# P\n\n## 1. URLs\n\n## 4. Requests\n',
    'docs/reference/specification.md': '## 2. Screens\n',
    'docs/reference/decisions.md': '## Roles\n\n### Status badge\n',
    'docs/reference/half-staff.md': '## Motion\n',
  };
  const find = (text, path) =>
    brokenCitations(text, { read: (page) => pages[page], records: [1, 13] }, path);

  test.each([
    'protocol §4',
    '(protocol §1, §4)',
    'Spec §2: a toast',
    'decisions, "Roles", "Status badge"',
    '(decisions,\n * "Roles")',
    'half-staff, "Motion"',
    'decision 13',
    'RFC 6455 §5.2 and 4 U.S.C. §6(d), §7(m)',
    'the page docs/half-staff.md',
  ])('accepts a citation that resolves to a section: %s', (text) => expect(find(text)).toEqual([]));

  test.each([
    'protocol §5',
    'protocol §1, §5',
    'protocol §4.2',
    'spec §3',
    'decisions, "Rules"',
    'decisions, "Roles", "Rules"',
    'half-staff,\n// "Wording"',
    'decision 14',
    'a bare (§4)',
    'realtime-protocol.md §4',
    'design.md',
    'decisions: Roles',
    '[§4](#4-requests)',
  ])('reports a citation that does not resolve: %s', (text) => expect(find(text)).not.toEqual([]));

  test('accepts a citation of a section on the same page', () => {
    expect(find('[§4](#4-requests)', 'docs/reference/protocol.md')).toEqual([]);
    expect(find('[§5](#5-listens)', 'docs/reference/protocol.md')).not.toEqual([]);
  });
});

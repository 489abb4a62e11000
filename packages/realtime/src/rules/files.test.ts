import { describe, expect, test } from 'vitest';
import { closedRules, openRules, parseRules, RulesError } from './index.ts';
import { PlainView } from './testing/plainView.ts';

function problemsOf(input: string | object): RulesError['problems'] {
  try {
    parseRules(input);
  } catch (error) {
    if (error instanceof RulesError) return error.problems;
    throw error;
  }
  return [];
}

/**
 * Rules files with one error each. `¦` marks the error's position; `words` are part of the error
 * message.
 */
const BROKEN: [name: string, text: string, words: string][] = [
  ['an empty text', '¦', 'end of the rules'],
  ['invalid JSON', '¦rules', 'Unexpected "rules"'],
  ['a list', '¦[]', 'Expected an object'],
  ['no "rules"', '¦{}', 'holds "rules"'],
  ['something beside "rules"', '{"rules": {}, ¦"more": 1}', 'beside "rules"'],
  ['text after the end', '{"rules": {}} ¦x', 'after the end'],
  ['a missing comma', '{"rules": {"a": {} ¦"b": {}}}', 'Expected "," or "}"'],
  ['a trailing comma', '{"rules": {"a": {},¦}}', 'key in double quotes'],
  ['a missing colon', '{"rules" ¦{}}', 'Expected ":"'],
  ['an open string', '{"rules": {".read": ¦"auth', 'no end'],
  ['a bad escape', String.raw`{"rules": {".read": "a¦\q"}}`, 'not a JSON escape'],
  ['an open comment', '{"rules": ¦/* {}}', 'no end'],
  ['a duplicate key', '{"rules": {".read": true,\n ¦".read": false}}', 'appears here twice'],
  ['a rule that is a number', '{"rules": {".read": ¦1}}', 'a string or a boolean'],
  ['a rule that is null', '{"rules": {".write": ¦null}}', 'a string or a boolean'],
  ['a path that is not an object', '{"rules": {"a": ¦true}}', 'Expected an object'],
  ['an unknown rule', '{"rules": {¦".reed": true}}', 'Unknown rule ".reed"'],
  ['an impossible key', '{"rules": {¦"a/b": {}}}', 'not a valid key'],
  ['an empty key', '{"rules": {¦"": {}}}', 'not a valid key'],
  ['a nameless capture', '{"rules": {¦"$": {}}}', 'not a valid name'],
  ['two captures', '{"rules": {"$a": {}, ¦"$b": {}}}', 'only one'],
  ['a capture with the name of one above', '{"rules": {"$a": {"b": {¦"$a": {}}}}}', 'further up'],
  ['a bad index', '{"rules": {".indexOn": ["a", ¦3]}}', 'named by a string'],
  ['an index with an impossible path', '{"rules": {".indexOn": ¦"a//b"}}', 'not a path'],
  [
    'an unknown variable',
    `{"rules": {\n  ".read": "auth != null && ¦user == 1"}}`,
    'Unknown variable "user"',
  ],
  [
    'an error after line breaks and escapes',
    `{"rules": {".read": "auth.uid == \\"a\\\\\\\\\\"\n && ¦user == 1"}}`,
    'Unknown variable',
  ],
  ['an unknown method', `{"rules": {".read": "root.¦has('a')"}}`, 'no method "has"'],
  ['newData in a read', '{"rules": {".read": "¦newData.exists()"}}', 'no meaning in ".read"'],
  ['query in a write', '{"rules": {".write": "¦query.orderByKey"}}', 'no meaning in ".write"'],
  [
    'query in a validate',
    '{"rules": {".validate": "¦query.orderByKey"}}',
    'no meaning in ".validate"',
  ],
  ['a rule that is not a boolean', '{"rules": {".write": "¦newData.val()"}}', 'must be a boolean'],
  ['an assignment', `{"rules": {".write": "auth.uid ¦= 'a'"}}`, 'compare with "=="'],
  ['a bad pattern', '{"rules": {".write": "newData.val().matches(/^a¦(?=b)/)"}}', 'not supported'],
  ['a bad flag', `{"rules": {".write": "newData.val().matches(/ab/¦g)"}}`, 'The only flag'],
  [
    'a capture of another branch',
    '{"rules": {"a": {"$x": {}}, "b": {".read": "¦$x == \'1\'"}}}',
    'no key above',
  ],
];

describe('rules files (protocol §19)', () => {
  test.each(BROKEN)(
    'with %s are rejected, and the error states the line and column',
    (_name, marked, words) => {
      const before = marked.slice(0, marked.indexOf('¦')).split('\n');
      const problems = problemsOf(marked.replace('¦', ''));
      expect(problems).toEqual([
        expect.objectContaining({
          message: expect.stringContaining(words),
          line: before.length,
          column: (before.at(-1) ?? '').length + 1,
        }),
      ]);
    },
  );

  test('report all errors at once, each with its path in the tree', () => {
    const text = `{
      // Two wrong rules and a wrong key.
      "rules": {
        "users": { "$uid": { ".read": "auth.uid = $uid", ".write": "x && y" } },
        "a.b": {}
      }
    }`;
    expect(problemsOf(text).map(({ path, line }) => [path, line])).toEqual([
      ['/users/$uid/.read', 4],
      ['/users/$uid/.write', 4],
      ['/users/$uid/.write', 4],
      ['/', 5],
    ]);
    expect(() => parseRules(text)).toThrow(
      /have 4 errors:\n {2}line 4, column 49, \/users\/\$uid\/\.read: Rules cannot assign/,
    );
  });

  test('may contain comments, line breaks in strings, and a byte order mark', () => {
    const text = `\uFEFF/* rules of // all */ {"rules": { // end
      ".read": "auth != null &&
                auth.uid == 'a//b'" } } // done`;
    const request = { path: [], root: new PlainView(null), now: 0 };
    expect(parseRules(text).canRead({ ...request, auth: { uid: 'a//b', token: {} } }).allowed).toBe(
      true,
    );
    expect(parseRules(text).canRead({ ...request, auth: { uid: 'b', token: {} } }).allowed).toBe(
      false,
    );
  });

  test('report the path of an error, but no line, if the rules are given as an object', () => {
    expect(problemsOf({ rules: { a: { '.read': 'nobody' } } })).toEqual([
      { message: 'Unknown variable "nobody"', path: '/a/.read' },
    ]);
  });

  test('are rejected without being parsed if they are too large or too deeply nested', () => {
    expect(problemsOf(`{"rules": {}${' '.repeat(2_000_000)}}`)[0]?.message).toMatch(/longer than/);
    expect(problemsOf('{"a":'.repeat(100_000))[0]?.message).toMatch(/nested/);
    expect(problemsOf('['.repeat(100_000))[0]?.message).toMatch(/nested/);
  });

  test('use the .indexOn of a literal child, if there is one, rather than the .indexOn of a $ variable', () => {
    const rules = parseRules({
      rules: {
        users: {
          $owner: { hardware: { '.indexOn': ['companyId', 'reported/at'] } },
          special: { hardware: { '.indexOn': '.value' } },
        },
      },
    });
    expect(rules.indexesAt(['users', 'o1', 'hardware'])).toEqual(['companyId', 'reported/at']);
    expect(rules.indexesAt(['users', 'special', 'hardware'])).toEqual(['.value']);
    expect(rules.indexesAt(['users', 'o1'])).toEqual([]);
    expect(rules.indexesAt(['users', 'o1', 'hardware', 'f1'])).toEqual([]);
    expect(rules.indexesAt(['toString', '__proto__'])).toEqual([]);
  });

  test('can allow everything or nothing', () => {
    const view = new PlainView({ a: 1 });
    const write = { paths: [['a']], auth: null, root: view, newRoot: view, now: 0 };
    const read = { path: ['a'], auth: null, root: view, now: 0 };
    expect([openRules().canRead(read).allowed, openRules().canWrite(write).allowed]).toEqual([
      true,
      true,
    ]);
    expect([closedRules().canRead(read).allowed, closedRules().canWrite(write).allowed]).toEqual([
      false,
      false,
    ]);
  });
});

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { RULES_FILE, withFieldRules } from './fieldRules.ts';

const text = await readFile(RULES_FILE, 'utf8');

test('the committed rules check fields as live state declares them (else: npm run rules)', () => {
  expect(withFieldRules(text)).toBe(text);
});

test('a hand in a field check, a missing field and a field too many are found', () => {
  const [id] = /"id": \{\n.*\n *\},\n/.exec(text) ?? [''];
  const changes: [string, string][] = [
    ['newData.val().length >= 1 && ', ''],
    ["hasChildren(['id', 'issuedAt',", "hasChildren(['id',"],
    [id, ''],
    [id, id + id.replace('id', 'more')],
  ];
  for (const [from, to] of changes) {
    const changed = text.replace(from, () => to);
    expect(changed).not.toBe(text);
    expect(withFieldRules(changed)).toBe(text);
  }
});

test('a node without a place in the rules, and a place without a node, are refused', () => {
  expect(() => withFieldRules(text.replace('fields of reported', 'fields of others'))).toThrow(
    'Live state has no node "others".',
  );
  expect(() => withFieldRules(text.replace(/ *\/\/ Written.*fields of reported\n/, ''))).toThrow(
    'There is no place for the fields of reported.',
  );
});

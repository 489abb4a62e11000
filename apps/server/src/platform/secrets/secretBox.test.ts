import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { secretBoxOf } from './keyFile.ts';
import { createSecretBox } from './secretBox.ts';

const box = createSecretBox('a key text of this test');
const folder = () => mkdtempSync(path.join(tmpdir(), 'halyard-secrets-'));
const alone = { secretsKey: null, mayBeSeveral: false };

test('encrypting a secret gives a different result each time, and each result can be decrypted to the original secret', () => {
  const [one, two] = [box.seal('säcret', 'a'), box.seal('säcret', 'a')];
  expect(one).not.toBe(two);
  expect(Buffer.from(one, 'base64url').toString()).not.toContain('cret');
  expect([box.open(one, 'a'), box.open(two, 'a')]).toEqual(['säcret', 'säcret']);
});

test.each([
  ['another key', () => createSecretBox('another').open(box.seal('x', 'a'), 'a')],
  ['another purpose', () => box.open(box.seal('x', 'a'), 'b')],
  [
    'a changed character',
    () =>
      box.open(
        box.seal('x', 'a').replace(/.$/, (c) => (c === 'A' ? 'Q' : 'A')),
        'a',
      ),
  ],
  ['a truncated tag', () => box.open(box.seal('x', 'a').slice(0, 20), 'a')],
  ['an empty text', () => box.open('', 'a')],
])('an encrypted secret cannot be decrypted: %s', (_what, open) => {
  expect(open).toThrow(/cannot be decrypted/);
});

test('an installation with a single process stores its encryption key in a private file, and loads the key from that file later', () => {
  const dataDir = folder();
  const sealed = secretBoxOf({ ...alone, dataDir })!.seal('x', 'a');
  const file = path.join(dataDir, 'secrets.key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}\n$/);
  expect(secretBoxOf({ ...alone, dataDir })!.open(sealed, 'a')).toBe('x');
});

test('every process uses SECRETS_KEY if it is set; otherwise, an installation with several processes has no encryption key', () => {
  const secretsKey = 'k'.repeat(32);
  const sealed = secretBoxOf({ ...alone, dataDir: folder(), secretsKey })!.seal('x', 'a');
  const other = { dataDir: folder(), mayBeSeveral: true };
  expect(secretBoxOf({ ...other, secretsKey })!.open(sealed, 'a')).toBe('x');
  expect(secretBoxOf({ ...other, secretsKey: null })).toBe(null);
});

test('the server refuses to start with an empty key file instead of using a key that is easy to guess', () => {
  const dataDir = folder();
  writeFileSync(path.join(dataDir, 'secrets.key'), '\n');
  expect(() => secretBoxOf({ ...alone, dataDir })).toThrow(/secrets\.key/);
});

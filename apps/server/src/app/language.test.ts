import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { displayLanguage } from './language.ts';

let web: string;
beforeAll(async () => {
  web = await mkdtemp(path.join(tmpdir(), 'halyard-language-'));
  await mkdir(path.join(web, 'dist-fr'));
  await writeFile(path.join(web, 'dist-fr', 'server-texts.json'), '{"abc123":"Drapeau {name}"}');
});
afterAll(() => rm(web, { recursive: true }));

test('the server sends the console and its own messages in the configured language', () => {
  expect(displayLanguage('fr', web)).toEqual({
    webRoot: path.join(web, 'dist-fr'),
    language: { tag: 'fr', texts: { abc123: 'Drapeau {name}' } },
  });
  expect(displayLanguage('en', web)).toMatchObject({ webRoot: path.join(web, 'dist') });
});

test('the server refuses to start in a language that the console was not built for', () => {
  expect(() => displayLanguage('de', web)).toThrow(
    'DISPLAY_LANGUAGE is de, but Halyard was built without this language.',
  );
});

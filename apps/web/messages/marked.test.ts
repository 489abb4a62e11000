import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unmarkedTexts } from './unmarkedTexts.ts';

const SOURCES = path.resolve(import.meta.dirname, '../src');

test('every text in the console’s markup is a message that can be translated', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCES }).filter((file) => !/\.test\.tsx$/.test(file));
  const texts = files.flatMap((file) =>
    unmarkedTexts(readFileSync(path.join(SOURCES, file), 'utf8')).map(
      ({ line, text }) => `${file}:${line} ${text}`,
    ),
  );
  expect(texts).toEqual([]);
});

test('finds texts between tags and in attributes that are shown or read aloud', () => {
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

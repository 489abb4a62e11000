import { readFile } from 'node:fs/promises';
import { extractMessages } from '@lingui/native-tools';
import { afterEach, describe, expect, test } from 'vitest';
import { ENGLISH, inEnglish, messageOf, useLanguage } from './language.ts';
import { msg, plural, t } from './macros.ts';
import { texts } from './testing/texts.ts';

afterEach(() => useLanguage(ENGLISH));

describe('a message marked for translation', () => {
  test('has the ID and the message that Lingui extracts from the code', async () => {
    const file = new URL('./testing/texts.ts', import.meta.url);
    const code = await readFile(file, 'utf8');
    const macro = { corePackage: ['../macros.ts'] };
    const { messages, warnings } = await extractMessages(code, 'texts.ts', { macro });
    expect(warnings).toEqual([]);
    expect(texts('Main', 2, 'lamp').map(({ id, message }) => ({ id, message }))).toEqual(
      messages.map(({ id, message }) => ({ id, message })),
    );
  });

  test('becomes English text with its placeholders filled in', () => {
    expect(texts(' Main ', 1940, 'lamp').map(inEnglish)).toEqual([
      "The location's company cannot change.",
      'Flag  Main  not found',
      'Only Main – or "a master" – may release 1940 locks <now>',
      '1,940 poles offline',
      'Lower 1,940 poles of  Main ',
      'Raise the lamp',
      'Up',
      'First line of  Main \n  and the second',
      '1,940 users',
    ]);
  });

  test('shows special characters in placeholder values unchanged', () => {
    const name = String.raw`\u202e {count} <b>#'{'`;
    expect(inEnglish(msg`Flag ${{ name }} not found`)).toBe(`Flag ${name} not found`);
  });

  test('is rejected if a placeholder value has no name', () => {
    expect(() => msg`Flag ${{}} not found`).toThrow('Name each value');
    expect(() => msg`Flag ${{ a: 1, b: 2 }} not found`).toThrow('Name each value');
  });
});

describe('a message in another language', () => {
  const read = msg`Flag ${{ name: 'Main' }} not found`;
  const french = { tag: 'fr', texts: { [read.id]: 'Drapeau {name} introuvable' } };

  test('is translated, or stays in English if the catalog lacks it', () => {
    useLanguage(french);
    expect(t`Flag ${{ name: 'Main' }} not found`).toBe('Drapeau Main introuvable');
    expect(t`Pole ${{ name: 'Main' }} not found`).toBe('Pole Main not found');
  });

  test('includes the translation of a nested message', () => {
    useLanguage(french);
    expect(t`Line ${{ line: 3 }}: ${{ problem: read }}`).toBe('Line 3: Drapeau Main introuvable');
  });

  test('is still available in English for programs and logs', () => {
    useLanguage(french);
    expect(inEnglish(read)).toBe('Flag Main not found');
  });

  test("uses the language's number format and plural forms", () => {
    const count = 0;
    const poles = plural({ count }, { one: '# pole', other: '# poles' });
    useLanguage({
      tag: 'fr',
      texts: { [msg`${poles} offline`.id]: '{count, plural, one {# mât} other {# mâts}}' },
    });
    expect(t`${poles} offline`).toBe('0 mât');
  });
});

test('an error text in a validation schema has the same message ID as a message with the same English text', () => {
  const text = 'Use {braces} and <tags>';
  expect(inEnglish(messageOf(text))).toBe(text);
  expect(messageOf('Email is required').id).toBe(msg`Email is required`.id);
});

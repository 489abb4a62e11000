import type { Messages } from '@lingui/core';
import { expect, test } from 'vitest';
import { errorText } from './errorText.ts';

const TEXTS: Messages = {
  plain1: 'Un autre l’a changé.',
  named1: ['Le drapeau ', ['name'], ' : ', ['problem']],
};
const header = (content: object) => JSON.stringify({ code: 'conflict', ...content });

test('a server error is shown in the language of the console', () => {
  expect(errorText(header({ text: 'plain1' }), TEXTS)).toBe('Un autre l’a changé.');
});

test("a translated server error has its placeholders filled in, and a placeholder's value is translated too if it is a message", () => {
  const values = { name: 'Main', problem: { id: 'plain1' } };
  expect(errorText(header({ text: 'named1', values }), TEXTS)).toBe(
    'Le drapeau Main : Un autre l’a changé.',
  );
});

test.each([
  ['has no translation', header({ text: 'other1' })],
  [
    'contains a value without a translation',
    header({ text: 'named1', values: { problem: { id: 'other1' } } }),
  ],
  ['has no message', header({})],
  ['cannot be parsed', '{'],
])("a server error is shown in the server's own words if it %s", (_, said) => {
  expect(errorText(said, TEXTS)).toBeNull();
});

import type { Messages } from '@lingui/core';
import { expect, test } from 'vitest';
import { errorText } from './errorText.ts';

const TEXTS: Messages = {
  plain1: 'Un autre l’a changé.',
  named1: ['Le drapeau ', ['name'], ' : ', ['problem']],
};
const header = (content: object) => JSON.stringify({ code: 'conflict', ...content });

test('shows an error in the language of the console', () => {
  expect(errorText(header({ text: 'plain1' }), TEXTS)).toBe('Un autre l’a changé.');
});

test('puts in the values, and texts inside the text', () => {
  const values = { name: 'Main', problem: { id: 'plain1' } };
  expect(errorText(header({ text: 'named1', values }), TEXTS)).toBe(
    'Le drapeau Main : Un autre l’a changé.',
  );
});

test.each([
  ['has no translation', header({ text: 'other1' })],
  [
    'contains a text without a translation',
    header({ text: 'named1', values: { problem: { id: 'other1' } } }),
  ],
  ['has no text', header({})],
  ['cannot be read', '{'],
])('leaves an error as the server sent it if it %s', (_, said) => {
  expect(errorText(said, TEXTS)).toBeNull();
});

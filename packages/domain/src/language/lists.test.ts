import { expect, test } from 'vitest';
import { commaText, listText } from './lists.ts';

test('a list in a sentence is joined with "and"', () => {
  expect(listText(['raise', 'turn the lamp on'])).toBe('raise and turn the lamp on');
  expect(listText(['A', 'B', 'C'])).toBe('A, B, and C');
  expect(listText([])).toBe('');
});

test('a list of counts is joined with commas, without "and"', () => {
  expect(commaText(['3 poles', '1 offline'])).toBe('3 poles, 1 offline');
  expect(commaText(['3 poles', '1 offline', '2 locked'])).toBe('3 poles, 1 offline, 2 locked');
});

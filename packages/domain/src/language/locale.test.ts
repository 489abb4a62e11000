import { afterEach, expect, test } from 'vitest';
import { momentText } from '../time/clockText.ts';
import { listText } from './lists.ts';
import { setDisplayLocale } from './locale.ts';
import { numberText } from './numbers.ts';

const AT = Date.UTC(2026, 11, 7, 12, 16);

afterEach(() => setDisplayLocale('en'));

test('dates, numbers and lists are formatted for the language', () => {
  const written = () => [momentText(AT, 'UTC'), numberText(1940), listText(['A', 'B'])];
  expect(written()).toEqual(['Dec 7, 2026, 12:16 PM UTC', '1,940', 'A and B']);
  setDisplayLocale('fr');
  expect(written()).toEqual(['7 déc. 2026, 12:16 UTC', '1\u202f940', 'A et B']);
});

import { describe, expect, test } from 'vitest';
import { tokensOf } from '../text/tokens.ts';
import { sentencesOf } from './sentences.ts';

const sentences = (text: string) => {
  const all = tokensOf(text, [{ start: 0, end: text.length }]);
  return sentencesOf(all).map(({ from, to }) => text.slice(all[from]?.start, all[to - 1]?.end));
};

describe('a sentence of an order', () => {
  test('does not end after a title, an initial, an hour or an abbreviation', () => {
    const text = 'Gov. J. Bell of the U.S. said until 5 p.m. Friday. Lt. Roe agreed.';
    expect(sentences(text)).toEqual([
      'Gov. J. Bell of the U.S. said until 5 p.m. Friday.',
      'Lt. Roe agreed.',
    ]);
  });

  test('can continue on the next line after a full line, but ends at a short line', () => {
    const wrapped =
      'Flags shall be flown at half-staff on all buildings\nof the State until sunset on the day of interment.';
    expect(sentences(wrapped)).toHaveLength(1);
    expect(sentences(`FLAG NOTICE\nMay 5, 2026\n${wrapped}`)).toHaveLength(3);
  });
});

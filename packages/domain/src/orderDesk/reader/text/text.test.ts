import { describe, expect, test } from 'vitest';
import { normalizeText } from './normalizeText.ts';
import { regionsOf } from './regions.ts';
import { tokensOf } from './tokens.ts';

const normal = (text: string) => normalizeText(text).text;
const tokens = (text: string) => tokensOf(text, [{ start: 0, end: text.length }]);

describe('the text normalizer', () => {
  test.each([
    ['joins a word that is hyphenated at the end of a line', 'procla-\nmation', 'proclamation'],
    ['keeps the hyphen of half-staff', 'half-\nstaff', 'half-\nstaff'],
    [
      'decodes character references, even if encoded twice',
      'May&nbsp;5 &amp;amp; &#54;',
      'May 5 & 6',
    ],
    ['drops tags inside a word', 'May 1<b>5</b>', 'May 15'],
    ['drops a footnote mark', 'May 5<sup>1</sup>', 'May 5 '],
    ['keeps the letters of an ordinal', 'May 5<sup>th</sup>', 'May 5th'],
    ['drops scripts and comments', 'a<script>b</script><!-- c -->d', 'a\n\nd'],
    ['keeps a "<" that does not begin a tag', '1 < 2', '1 < 2'],
    ['reads full-width and bold digits', '\uff11\u{1d7d3}', '15'],
    ['drops zero-width characters', 'May\u200b 1\u200d5', 'May 15'],
    ['drops text that Markdown strikes out', 'on ~~May 5~~ May 6', 'on   May 6'],
    ['keeps tildes that strike nothing out', 'a ~~ b ~ c', 'a ~~ b ~ c'],
    ['drops the backslash before punctuation', 'May 5\\, 2026\\;', 'May 5, 2026;'],
    ['drops the URL of a link', '[Ohio](https://example.gov/1)', '[Ohio'],
  ])('%s', (_, text, expected) => {
    expect(normal(text)).toBe(expected);
  });

  test('maps each part of the normalized text to the part of the pasted text that it comes from', () => {
    const source = '<p>A&amp;B\u200b C</p>';
    const { text, toSource } = normalizeText(source);
    const at = text.indexOf('&');
    expect(toSource(at, at + 1)).toEqual({ start: 4, end: 9 });
    const c = text.indexOf('C');
    expect(toSource(c, c + 1)).toEqual({ start: 12, end: 13 });
  });
});

describe('a long text', () => {
  test('is parsed only at its beginning and around mentions of flags', () => {
    const text = `Head\n${'word '.repeat(20_000)}flags at half-staff ${'word '.repeat(20_000)}`;
    const regions = regionsOf(text);
    const read = regions.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(regions).toHaveLength(2);
    expect(read).toBeLessThan(10_000);
  });

  test('is split into no more tokens than it has characters', () => {
    for (const part of ['<a', '&', '-\n', 'May 5 ', '\u202e', "a'", 'U.S.', '5', '\n'])
      expect(tokens(normal(part.repeat(5000))).length).toBeLessThanOrEqual(part.length * 5000);
  });
});

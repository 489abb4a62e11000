import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RegexpFault } from './fault.ts';
import { compileRegexp, TooMuchWork } from './index.ts';

const MATCHES: [pattern: string, text: string, expected: boolean, flags?: string][] = [
  ['bar', 'a bar', true],
  ['bar', 'a baz', false],
  ['^bar', 'a bar', false],
  ['bar$', 'a bar', true],
  ['bar$', 'bars', false],
  ['^$', '', true],
  ['^$', 'a', false],
  ['^a|b', 'xb', true],
  ['^a|b$', 'xbx', false],
  ['a|', '', true],
  ['^(a|b)+$', 'abba', true],
  ['^(a|b)+$', '', false],
  ['^a?$', 'aa', false],
  ['^a{3}$', 'aaa', true],
  ['^a{3}$', 'aaaa', false],
  ['^a{2,}$', 'aaaaa', true],
  ['^a{2,}$', 'a', false],
  ['^a{2,3}$', 'aaaa', false],
  ['^a{0}$', '', true],
  ['^(){5}$', '', true],
  ['^(a*)*b$', 'aaab', true],
  ['^.$', 'é', true],
  ['^.$', '😀', true],
  ['^.$', '\n', false],
  ['^[a-c]+$', 'abcd', false],
  ['^[^a-c]+$', 'xyz', true],
  ['^[^a-c]+$', 'xaz', false],
  ['^[-a]+$', 'a-a', true],
  ['^[a-]+$', 'a-a', true],
  [String.raw`^[\w-]+$`, 'a_1-Z', true],
  [String.raw`^[\w.]+@[\w.]+$`, 'a.b@example.com', true],
  ['^[/]$', '/', true],
  [String.raw`^[\]\\]+$`, ']\\', true],
  ['^[^]x]$'.replace(']x', '\\]x'), 'y', true],
  [String.raw`^\d\d\d\d-\d\d$`, '2026-11', true],
  [String.raw`^\D\S\W$`, 'ab-', true],
  [String.raw`^\s$`, '\u00a0', true],
  [String.raw`^\x41\u0042\t\.\$$`, 'AB\t.$', true],
  ['^[😀-😎]$', '😃', true],
  ['}]', '}]', true],
  ['^BAR$', 'bar', true, 'i'],
  ['^[a-z]+$', 'BAR', true, 'i'],
  ['^[^a]$', 'A', false, 'i'],
  ['^ß$', 'SS', false, 'i'],
  ['^İ$', 'i', false, 'i'],
  ['__proto__', '__proto__', true],
];

const REFUSED: [pattern: string, at: number, words: string, flags?: string][] = [
  ['', 0, 'empty'],
  ['a^', 1, 'beginning'],
  ['(^a)', 1, 'beginning'],
  ['a$b', 1, 'very end'],
  ['(a$)', 2, 'very end'],
  ['(?:a)', 0, 'not supported'],
  ['a(?=b)', 1, 'not supported'],
  ['(?<=a)b', 0, 'not supported'],
  [String.raw`(a)\1`, 3, 'not supported'],
  [String.raw`\bword`, 0, 'not supported'],
  [String.raw`\p{L}`, 0, 'not supported'],
  ['a+?', 2, 'cannot be repeated'],
  ['a**', 2, 'cannot be repeated'],
  ['a{2}{3}', 4, 'cannot be repeated'],
  ['*a', 0, 'repeat'],
  ['^*', 2, 'anchor'],
  ['a{,3}', 2, 'number'],
  ['a{x}', 2, 'number'],
  ['a{3,2}', 1, 'out of order'],
  ['a{2', 3, '"}"'],
  ['(a', 0, 'no end'],
  ['a)', 1, 'closes nothing'],
  ['[a', 0, 'no end'],
  ['[]', 0, 'empty'],
  ['[b-a]', 1, 'out of order'],
  ['[a-\\d]', 1, 'out of order'],
  ['a\\', 1, 'follows'],
  [String.raw`\u12`, 0, 'hexadecimal'],
  ['😀+*', 3, 'cannot be repeated'],
  ['(a{100}){100}', 0, 'states'],
  ['a{1000000000}', 0, 'states'],
  ['(((a{0,50}){0,50}){0,50}){0,50}', 0, 'states'],
  [`${'('.repeat(60)}a${')'.repeat(60)}`, 51, 'nested'],
  ['a', 2, 'flag', 'g'],
  ['a', 2, 'flag', 'ii'],
];

describe('regular expressions in rules (protocol §19)', () => {
  test.each(MATCHES)(
    'match as expected: /%s/ on %j gives %s',
    (pattern, text, expected, flags = '') => {
      expect(compileRegexp(pattern, flags).test(text)).toBe(expected);
    },
  );

  test.each(REFUSED)(
    'such as /%s/ are rejected with an error at offset %i: %s',
    (pattern, at, words, flags = '') => {
      let fault: unknown;
      try {
        compileRegexp(pattern, flags);
      } catch (error) {
        fault = error;
      }
      expect(fault).toBeInstanceOf(RegexpFault);
      expect(fault).toMatchObject({ at, message: expect.stringContaining(words) });
    },
  );

  test("give the same results as JavaScript's engine on random patterns and strings", () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      String.raw`\w`,
      '(a|b)',
      '(ab|)',
      '(b*a)',
    );
    const repeat = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{1,}');
    const sequence = fc.array(fc.tuple(atom, repeat), { minLength: 1, maxLength: 4 });
    const branches = fc.array(sequence, { minLength: 1, maxLength: 3 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '\n'), maxLength: 8 });
    const pattern = fc
      .tuple(fc.boolean(), branches, fc.boolean())
      .map(
        ([start, all, end]) =>
          `${start ? '^' : ''}${all.map((parts) => parts.flat().join('')).join('|')}${end ? '$' : ''}`,
      );
    fc.assert(
      fc.property(pattern, text, fc.constantFrom('', 'i'), (source, subject, flags) => {
        expect(compileRegexp(source, flags).test(subject)).toBe(
          new RegExp(source, flags).test(subject),
        );
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(x+x+)+y', '^(.*a){12}$'])(
    'stay fast for patterns that make backtracking engines hang: %s',
    (pattern) => {
      const regexp = compileRegexp(pattern, '');
      expect(regexp.test(`${'a'.repeat(20_000)}!`)).toBe(false);
      expect(regexp.test(`${'x'.repeat(20_000)}!`)).toBe(false);
    },
  );

  test('give up on a string that exceeds the work limit, and evaluate the next string as usual', () => {
    const regexp = compileRegexp('(a|b)*a(a|b){400}c', '');
    let bits = 1;
    const noise = Array.from({ length: 200_000 }, () => {
      bits = (Math.imul(bits, 1_664_525) + 1_013_904_223) >>> 0;
      return bits >>> 31 ? 'a' : 'b';
    }).join('');
    expect(() => regexp.test(noise)).toThrow(TooMuchWork);
    expect(regexp.test(`a${'b'.repeat(400)}c`)).toBe(true);
  });

  test('read no more of the text than needed if the pattern is anchored to the start', () => {
    const image = compileRegexp(String.raw`^data:image\/[a-z]+;base64,`, '');
    expect(image.test(`data:image/png;base64,${'A'.repeat(10_000_000)}`)).toBe(true);
    expect(image.test('B'.repeat(10_000_000))).toBe(false);
  });
});

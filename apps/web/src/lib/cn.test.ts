import fs from 'node:fs';
import path from 'node:path';
import { twMerge } from 'tailwind-merge';
import { expect, test } from 'vitest';
import { withoutOverridden } from './classGroups.ts';
import { cn } from './cn.ts';

const SOURCES = path.resolve(import.meta.dirname, '..');

/** Returns all words in the console's string literals that look like class names. */
function wordsInCode(): string[] {
  const files = fs
    .readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test|classGroups)\.tsx?$/.test(file));
  const words = files.flatMap((file) => {
    const strings = fs
      .readFileSync(path.join(SOURCES, file), 'utf8')
      .matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)*)\1/g);
    return Array.from(strings, ([, , text]) => text!.split(/\s+/)).flat();
  });
  return [...new Set(words)].filter((word) => /^[-a-z[!*@][^<>{}$"'`;]*$/.test(word));
}

const merged = (a: string, b: string) => withoutOverridden([a, b]).join(' ');

test("joining two of the console's class names gives the same result as tailwind-merge", () => {
  const words = wordsInCode();
  // Names that tailwind-merge knows replace themselves.
  const isKnown = (word: string) => twMerge(`${word} ${word}`) === word;
  const byVariants = new Map<string, string[]>();
  for (const word of words.filter(isKnown)) {
    const variants = word.replace(/(?<=^|:)[^:]*$/, '');
    byVariants.set(variants, [...(byVariants.get(variants) ?? []), word]);
  }
  const different: string[] = [];
  let compared = 0;
  for (const names of byVariants.values())
    for (const a of names)
      for (const b of names) {
        compared++;
        if (a !== b && merged(a, b) !== twMerge(`${a} ${b}`)) different.push(`${a} ${b}`);
      }
  expect(compared).toBeGreaterThan(100_000);
  expect(different).toEqual([]);
});

test('if several class names set the same CSS property, the last one wins, separately for each variant', () => {
  expect(cn('px-2 text-sm leading-4 md:px-4', ['pl-1', false], undefined, 'p-3 text-base')).toBe(
    'md:px-4 p-3 text-base',
  );
  expect(cn('max-md:hidden flex', 'grid [&_svg]:size-4', '[&_svg]:size-5')).toBe(
    'max-md:hidden grid [&_svg]:size-5',
  );
  expect(cn('static! relative', 'absolute')).toBe('static! absolute');
  expect(cn()).toBe('');
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isFull } from '../../testing/full.ts';
import { type OrderText, readOrderTexts, wholeText } from '../testing/orderTexts.ts';
import { readOrders } from './readOrders.ts';

/** Sentences that may appear next to an order on a web page but say nothing about it. */
const OTHER_SENTENCES = z
  .array(z.string())
  .parse(
    JSON.parse(readFileSync(new URL('../testing/otherSentences.json', import.meta.url), 'utf8')),
  );
const CLEAR = readOrderTexts(new URL('../testing/texts/', import.meta.url)).filter(
  (entry) => entry.clear && wholeText(entry).length < 4000,
);
const FIELDS = ['kind', 'authority', 'scope', 'starts', 'ends', 'amends'] as const;
/**
 * Each sentence is added to only one in this many texts. Different sentences get different texts.
 */
const STEP = isFull ? 401 : 3203;
/** Each change is made to only one in this many texts. Different changes get different texts. */
const CHANGE_STEP = isFull ? 1 : 24;

/**
 * Whether the test at index `at` uses a text. Depends only on the text's name, so adding a text
 * does not change which other texts are used.
 */
function isSampled({ name }: OrderText, at: number, step: number): boolean {
  let hash = 0;
  for (const letter of name) hash = (31 * hash + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return (hash + at) % step === 0;
}

const fieldsOf = (text: string, { readOn }: OrderText) =>
  readOrders(text, { readOn }).map((order) =>
    FIELDS.map((field) => JSON.stringify(order[field]?.value ?? null)),
  );

const KNOWN = new Map<OrderText, string[][]>();
/** Returns what the reader extracts from the unchanged text. */
function knownOf(entry: OrderText): string[][] {
  const known = KNOWN.get(entry) ?? fieldsOf(wholeText(entry), entry);
  KNOWN.set(entry, known);
  return known;
}

/**
 * Returns the fields that differ between the original text and a changed one. Ignores fields that
 * became empty.
 */
function differences(entry: OrderText, changed: string): string[] {
  const before = knownOf(entry);
  const after = fieldsOf(changed, entry);
  if (after.length > before.length) return [`${entry.name}: ${after.length} orders`];
  if (after.length < before.length) return [];
  return after.flatMap((order, at) =>
    order.flatMap((value, field) => {
      const known = before[at]?.[field];
      return value === 'null' || value === known
        ? []
        : [`${entry.name}: ${FIELDS[field]}: expected ${known}, got ${value}`];
    }),
  );
}

/**
 * Returns copies of a text, each with a sentence added in one place: above the text, after its
 * first paragraph, or below it.
 */
function beside(text: string, sentence: string): string[] {
  const [first = '', ...rest] = text.split(/\n\s*\n/);
  return [
    `${sentence}\n\n${text}`,
    ...(rest.length > 0 ? [[first, sentence, ...rest].join('\n\n')] : []),
    `${text}\n\n${sentence}`,
  ];
}

test.each(OTHER_SENTENCES.map((sentence, at) => ({ sentence, at })))(
  'the order reader reads the same orders if the page also says "$sentence"',
  ({ sentence, at }) => {
    const wrong = CLEAR.filter((entry) => isSampled(entry, at, STEP)).flatMap((entry) =>
      beside(wholeText(entry), sentence).flatMap((text) => differences(entry, text)),
    );
    expect(wrong).toEqual([]);
  },
);

/** Wraps the lines of a text after at most 60 characters. */
const wrapped = (text: string): string => text.replace(/(.{1,60}) (?=.)/g, '$1\n');

const DATE =
  /\b(January|February|March|April|May|June|July|August|September|October|November|December) (\d{1,2}), (20\d\d)\b/g;

describe('the order reader reads the same order from a text', () => {
  test.each<[string, (text: string) => string]>([
    ['with half-mast instead of half-staff', (text) => text.replace(/half-staff/g, 'half-mast')],
    ['without hyphens', (text) => text.replace(/(half|full)-staff/gi, '$1 staff')],
    [
      'with sundown and sunup',
      (text) => text.replace(/sunset/g, 'sundown').replace(/sunrise/g, 'sunup'),
    ],
    ['with the day before the month', (text) => text.replace(DATE, '$2 $1 $3')],
    ['without commas in dates', (text) => text.replace(DATE, '$1 $2 $3')],
    ['in lines of 60 characters', wrapped],
    ['with Windows line breaks', (text) => text.replace(/\n/g, '\r\n')],
    ['with non-breaking spaces', (text) => text.replace(/ (\d)/g, '\u00a0$1')],
    ['in a quoted email', (text) => text.replace(/^/gm, '> ')],
    ['below a menu', (text) => `Skip to main content\nHome\nNews\nSearch\n\n${text}`],
    [
      'above an address',
      (text) => `${text}\n\n###\n\nPress Office, press@example.gov, governor.example.gov/flags`,
    ],
    ['with bold words', (text) => text.replace(/half-staff/g, '**half-staff**')],
  ])('%s', (how, change) => {
    const wrong = CLEAR.filter((entry) => isSampled(entry, how.length, CHANGE_STEP)).flatMap(
      (entry) => differences(entry, change(wholeText(entry))),
    );
    expect(wrong).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { sampleOf } from '../../testing/full.ts';
import type { ExpectedOrder, OrderText } from '../testing/orderTexts.ts';
import { readOrderTexts, wholeText } from '../testing/orderTexts.ts';
import { peopleAt } from './places/demonyms.ts';
import { stateAt } from './places/states.ts';
import type { OrderReading } from './reading.ts';
import { readOrders } from './readOrders.ts';
import { normalizeText } from './text/normalizeText.ts';
import { tokensOf } from './text/tokens.ts';

const FOLDER = new URL('../testing/texts/', import.meta.url);
const TEXTS = readOrderTexts(FOLDER);
const FIELDS = ['kind', 'authority', 'scope', 'starts', 'ends', 'amends'] as const;
/**
 * The order reader must extract all fields from at least this fraction of the unambiguous
 * documents.
 */
const COMPLETE = 0.9;

const RESULTS = TEXTS.map((entry) => {
  const read = readOrders(wholeText(entry), { readOn: entry.readOn });
  return { entry, read, pairs: pairsOf(read, entry.orders) };
});

test('the order reader never fills in a wrong value', () => {
  expect(RESULTS.flatMap(wrongIn)).toEqual([]);
});

test('the order reader never fills in a wrong value from a text without line breaks', () => {
  const inLines = TEXTS.filter((entry) => wholeText(entry).includes('\n'));
  const wrong = sampleOf(inLines, 12).flatMap((entry) => {
    const text = wholeText(entry);
    const read = readOrders(text.replace(/\s*\n\s*/g, ' '), { readOn: entry.readOn });
    return wrongIn({ entry, pairs: pairsOf(read, entry.orders) });
  });
  expect(wrong).toEqual([]);
});

test('the order reader marks sample orders as past only if they are over', () => {
  const wrong = RESULTS.flatMap(({ entry, pairs }) =>
    pairs
      .filter(({ got, expected }) => got?.ends && expected && got.past !== (expected.past ?? false))
      .map(() => entry.name),
  );
  expect(wrong).toEqual([]);
});

test('the order reader marks an order that covers only part of a state, and leaves its scope empty', () => {
  const wrong = RESULTS.flatMap(({ entry, pairs }) =>
    pairs
      .filter(({ got, expected }) => got && expected?.narrower && got.scope !== null)
      .map(() => entry.name),
  );
  expect(wrong).toEqual([]);
});

test(`the order reader extracts every field from at least ${COMPLETE * 100}% of the sample texts marked as clear`, () => {
  const clear = RESULTS.filter(({ entry }) => entry.clear);
  const incomplete = clear.filter(
    ({ pairs }) => !pairs.every(({ got, expected }) => isComplete(got, expected)),
  );
  const share = 1 - incomplete.length / clear.length;
  const names = incomplete.map(({ entry }) => entry.name).join('\n');
  expect(share, `${names}\n${share}`).toBeGreaterThanOrEqual(COMPLETE);
});

test.each(
  ['twenty-seventh-set', 'twenty-eighth-set', 'twenty-ninth-set', 'thirtieth-set']
    .flatMap((set) => readOrderTexts(FOLDER, set))
    .map((entry) => ({ name: entry.name, entry })),
)('the order reader extracts the same values as a person: $name', ({ entry }) => {
  const read = readOrders(wholeText(entry), { readOn: entry.readOn });
  expect(read).toHaveLength(entry.orders.length);
  for (const { got, expected } of pairsOf(read, entry.orders)) {
    expect(isComplete(got, expected), show(got)).toBe(true);
    expect(got?.amends?.value).toBe(expected?.amends);
  }
});

test('the order reader quotes the words that name the state as evidence for the scope of an order', () => {
  const wrong = RESULTS.flatMap(({ entry, read }) =>
    read.flatMap(({ scope }) => {
      if (scope?.value.kind !== 'states') return [];
      const states: readonly string[] = scope.value.states;
      const quote = normalizeText(wholeText(entry).slice(scope.start, scope.end)).text;
      const tokens = tokensOf(quote, [{ start: 0, end: quote.length }]);
      const isNamed = tokens.some((_, at) => {
        const code = stateAt(tokens, at)?.code ?? peopleAt(tokens, at);
        return code !== null && states.includes(code);
      });
      return isNamed ? [] : [`${entry.name}: ${scope.value.states.join(' ')}: ${quote}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('the order reader quotes a part of the pasted text for each value', () => {
  for (const { entry, read } of RESULTS) {
    const text = wholeText(entry);
    for (const order of read) {
      const found = [
        ...FIELDS.map((field) => order[field]),
        order.reason,
        order.narrower,
        order.issuedOn,
        ...order.exceptions,
      ];
      for (const one of found) {
        if (!one) continue;
        expect(one.start, entry.name).toBeGreaterThanOrEqual(0);
        expect(one.end, entry.name).toBeGreaterThan(one.start);
        expect(one.end, entry.name).toBeLessThanOrEqual(text.length);
      }
    }
  }
});

function wrongIn({ entry, pairs }: { entry: OrderText; pairs: readonly Pair[] }): string[] {
  return pairs.flatMap(({ got, expected }) => {
    if (!expected) return [`${entry.name}: finds an order that is not there: ${show(got)}`];
    return FIELDS.filter(
      (field) => got?.[field] && show(got[field].value) !== show(expected[field]),
    ).map(
      (field) =>
        `${entry.name}: ${field}: expected ${show(expected[field])}, got ${show(got?.[field]?.value)}`,
    );
  });
}

interface Pair {
  got: OrderReading | undefined;
  expected: ExpectedOrder | undefined;
}

/**
 * Pairs the extracted orders with the expected ones, in order. If fewer orders were extracted, each
 * is paired with the expected order that it agrees with most.
 */
function pairsOf(read: readonly OrderReading[], expected: readonly ExpectedOrder[]): Pair[] {
  if (read.length >= expected.length) return read.map((got, i) => ({ got, expected: expected[i] }));
  const rest = [...expected];
  const pairs = read.map((got): Pair => {
    const [best] = rest.toSorted((a, b) => agreement(got, b) - agreement(got, a));
    if (best) rest.splice(rest.indexOf(best), 1);
    return { got, expected: best };
  });
  return [...pairs, ...rest.map((order) => ({ got: undefined, expected: order }))];
}

function agreement(got: OrderReading, expected: ExpectedOrder): number {
  return FIELDS.filter((field) => got[field] && show(got[field].value) === show(expected[field]))
    .length;
}

function isComplete(got: OrderReading | undefined, expected: ExpectedOrder | undefined): boolean {
  if (!got || !expected) return false;
  const reason = got.reason?.value.toLowerCase() ?? '';
  return (
    (['kind', 'authority', 'scope', 'starts', 'ends'] as const).every(
      (field) => show(got[field]?.value ?? null) === show(expected[field]),
    ) && expected.reasonIncludes.every((words) => reason.includes(words.toLowerCase()))
  );
}

/** Serializes a value with sorted object keys. */
function show(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

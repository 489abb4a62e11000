import { expect, test } from 'vitest';
import { readOrders } from '../reader/readOrders.ts';
import { type DatedDocument, replacesDraft } from './replacedDraft.ts';

const TEXT =
  'Columbus, May 4, 2026. The Governor of Ohio orders flags in Ohio to half-staff from sunrise on May 5, 2026 until sunset on May 8, 2026, in memory of Trooper Cole Barton.';
const read = (text: string, more: Partial<DatedDocument> = {}): DatedDocument => ({
  title: 'Flags lowered',
  link: null,
  foundAt: 2,
  publishedAt: null,
  orders: readOrders(text, { readOn: '2026-05-04' }),
  ...more,
});
const EARLIER = read(TEXT, { foundAt: 1 });
const CORRECTED = TEXT.replace('May 8', 'May 10');

test('a later document that differs only in its dates replaces a draft', () => {
  expect(replacesDraft(read(CORRECTED), EARLIER)).toBe(true);
  expect(replacesDraft(read(`${CORRECTED} This order corrects the earlier order.`), EARLIER)).toBe(
    true,
  );
});

test.each<[string, DatedDocument]>([
  ['found at the same time', read(CORRECTED, { foundAt: 1 })],
  ['about someone else', read(CORRECTED.replace('Cole Barton', 'Dana Whitlock'))],
  ['about another state', read(CORRECTED.replaceAll('Ohio', 'Texas'))],
  ['from another authority', read(CORRECTED.replace('The Governor of Ohio', 'The President'))],
  ['that orders full-staff', read(CORRECTED.replace('half-staff', 'full-staff'))],
  ['without an end', read(TEXT.replace(' until sunset on May 8, 2026', ''))],
  ['without an order', read('Nothing.')],
  [
    'that cancels the order',
    read('The Governor of Ohio has canceled the order that flags in Ohio be flown at half-staff.'),
  ],
])('a document %s does not replace a draft', (_what, newer) => {
  expect(replacesDraft(newer, EARLIER)).toBe(false);
});

test('a document replaces an earlier draft only if it was published later, no matter when each was found', () => {
  const [first, second] = [1000, 2000].map((publishedAt) => ({ publishedAt, foundAt: 5 }));
  expect(replacesDraft(read(CORRECTED, second), read(TEXT, first))).toBe(true);
  expect(replacesDraft(read(CORRECTED, first), read(TEXT, second))).toBe(false);
  expect(replacesDraft(read(CORRECTED, { ...first, foundAt: 9 }), read(TEXT, second))).toBe(false);
});

test('a draft in which no order was recognized is not replaced by a later document', () => {
  expect(replacesDraft(read(CORRECTED), { ...EARLIER, orders: [] })).toBe(false);
});

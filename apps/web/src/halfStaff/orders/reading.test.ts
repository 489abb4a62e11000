import { localDate, type OrderReading, orderTerms, readOrders } from '@halyard/domain';
import { expect, test } from 'vitest';
import { testUser } from '@/testing/render.tsx';
import { isEmptyValue, quoteOf, READ_FIELDS, readingValues, segmentsOf } from './reading.ts';

const TEXT = `COLUMBUS, Ohio, May 4, 2026

Governor Ann Bell of Ohio ordered flags statewide to half-staff. Flags will be lowered from sunrise to sunset on Friday, May 8, 2026. It is in memory of Trooper Cole.`;
const master = testUser();
const companyUser = testUser({ role: 'company_user', companyId: 'acme' });

function read(text: string): OrderReading {
  const [order] = readOrders(text, { readOn: '2026-05-05' });
  if (!order) throw new Error('No order found');
  return order;
}
const NOTHING: OrderReading = {
  kind: null,
  authority: null,
  scope: null,
  narrower: null,
  starts: null,
  ends: null,
  reason: null,
  issuedOn: null,
  exceptions: [],
  amends: null,
  past: false,
};

test('reading an order fills in each field of the form from the text of the order', () => {
  const reading = { text: TEXT, sourceUrl: 'https://gov.example/flags', order: read(TEXT) };
  const { issuedAt, reason, ...values } = readingValues(reading, master);
  expect(values).toEqual({
    kind: 'half',
    authority: 'governor',
    sourceUrl: 'https://gov.example/flags',
    scope: { kind: 'states', states: ['OH'] },
    starts: { kind: 'sunrise', date: '2026-05-08' },
    ends: { kind: 'sunset', date: '2026-05-08' },
  });
  expect(reason).toContain('Trooper Cole');
  expect(issuedAt && localDate(issuedAt)).toBe('2026-05-04');
});

test.each([null, NOTHING])(
  'reading an order leaves a field empty if the text does not state its value: %j',
  (order) => {
    const values = readingValues({ text: 'Flags', sourceUrl: null, order }, master);
    expect(READ_FIELDS.filter((field) => !isEmptyValue(values[field]))).toEqual([]);
    expect(values.sourceUrl).toBeNull();
  },
);

test('the order form rejects each empty field with its own error', () => {
  const values = readingValues({ text: 'Flags', sourceUrl: null, order: null }, master);
  const { error } = orderTerms.safeParse(values);
  const texts = error?.issues.map(({ path, message }) => `${path[0]?.toString()}: ${message}`);
  expect(texts?.sort()).toEqual([
    'authority: Authority is required',
    'ends: Choose when the order ends.',
    'issuedAt: Choose when the order was issued.',
    'kind: Kind is required',
    'reason: Reason is required',
    'scope: Choose the poles that the order applies to.',
    'starts: Choose when the order starts.',
  ]);
});

test("reading an order for a company user's own poles keeps the authority named in the text, unless it is the President", () => {
  const values = readingValues({ text: TEXT, sourceUrl: null, order: read(TEXT) }, companyUser);
  expect(values).toMatchObject({
    kind: 'half',
    authority: 'governor',
    scope: { kind: 'companies', companyIds: ['acme'] },
    ends: { kind: 'sunset', date: '2026-05-08' },
  });
  const order = read(TEXT);
  const ofPresident = {
    ...order,
    authority: { ...order.authority!, value: 'president' as const },
  };
  const own = readingValues({ text: TEXT, sourceUrl: null, order: ofPresident }, companyUser);
  expect(own.authority).toBe('company');
});

test('a long quoted sentence is shortened at a word boundary', () => {
  const text = `${'flags at half-staff '.repeat(20)}end.`;
  const quote = quoteOf(text, { start: 0, end: text.length });
  expect(quote.length).toBeLessThanOrEqual(161);
  expect(quote).toMatch(/(flags|at|half-staff)…$/);
});

test('the sentences that the fields were read from are highlighted, and the text stays unchanged', () => {
  const segments = segmentsOf(TEXT, read(TEXT));
  expect(segments.map(({ text }) => text).join('')).toBe(TEXT);
  const marked = (field: 'ends' | 'authority') =>
    segments.filter(({ fields }) => fields.includes(field)).map(({ text }) => text);
  expect(marked('ends')).toEqual([
    'Flags will be lowered from sunrise to sunset on Friday, May 8, 2026.',
  ]);
  expect(marked('authority')).toEqual([
    'Governor Ann Bell of Ohio ordered flags statewide to half-staff.',
  ]);
});

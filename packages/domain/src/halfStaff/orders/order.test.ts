import { describe, expect, test } from 'vitest';
import { isInOrderScope, ORDER_ENDS_BEFORE, orderTerms } from './order.ts';

const terms = {
  authority: 'president',
  kind: 'half',
  reason: 'Death of a former President',
  issuedAt: 0,
  scope: { kind: 'all' },
  starts: { kind: 'sunrise', date: '2026-03-02' },
  ends: { kind: 'sunset', date: '2026-03-02' },
};
const refusal = (more: object) => {
  const parsed = orderTerms.safeParse({ ...terms, ...more });
  return parsed.success ? null : parsed.error.issues[0]!.message;
};

describe('the terms of an order', () => {
  test.each([
    [{}, null],
    [{ reason: ' ' }, 'Reason is required'],
    [{ authority: 'king' }, 'Authority is required'],
    [{ scope: { kind: 'states', states: ['XX'] } }, 'State is required'],
    [{ scope: { kind: 'states', states: [] } }, 'Choose at least one state.'],
    [{ scope: { kind: 'companies', companyIds: [] } }, 'Choose at least one company.'],
    [{ sourceUrl: 'javascript:alert(1)' }, 'Enter a web address that begins with https://'],
    [{ sourceUrl: 'https://www.govinfo.gov/x' }, null],
    [{ starts: { kind: 'sunrise', date: '2026-02-29' } }, 'Date is required'],
    [{ ends: { kind: 'sunset', date: '2928-02-29' } }, 'The year must be between 2000 and 2199.'],
    [
      { ends: { kind: 'time', date: '2026-03-02', time: '24:00' } },
      'Time must be HH:MM, 00:00 to 23:59',
    ],
  ])('with %o have the validation error: %s', (more, message) => {
    expect(refusal(more)).toBe(message);
  });

  const at = (time: string) => ({ kind: 'time', date: '2026-03-02', time });
  test.each([
    [at('11:59'), { kind: 'noon', date: '2026-03-02' }, null],
    [at('12:00'), { kind: 'noon', date: '2026-03-02' }, ORDER_ENDS_BEFORE],
    [at('09:00'), at('09:00'), ORDER_ENDS_BEFORE],
    [at('09:00'), at('09:01'), null],
    [at('09:00'), { kind: 'sunset', date: '2026-03-01' }, ORDER_ENDS_BEFORE],
    [at('09:00'), { kind: 'open' }, null],
    [{ kind: 'immediately' }, at('00:00'), null],
  ])(
    'with a start of %o and an end of %o have the validation error: %s',
    (starts, ends, message) => {
      expect(refusal({ starts, ends })).toBe(message);
    },
  );
});

test('an order applies to the poles in its scope', () => {
  const pole = { companyId: 'c1', locationId: 'l1', state: 'FL' };
  expect(isInOrderScope({ kind: 'all' }, pole)).toBe(true);
  expect(isInOrderScope({ kind: 'states', states: ['GA', 'FL'] }, pole)).toBe(true);
  expect(isInOrderScope({ kind: 'states', states: ['GA'] }, pole)).toBe(false);
  expect(isInOrderScope({ kind: 'companies', companyIds: ['c1'] }, pole)).toBe(true);
  expect(isInOrderScope({ kind: 'companies', companyIds: ['c2'] }, pole)).toBe(false);
  expect(isInOrderScope({ kind: 'locations', locationIds: ['l1'] }, pole)).toBe(true);
  expect(isInOrderScope({ kind: 'locations', locationIds: ['l2'] }, pole)).toBe(false);
});

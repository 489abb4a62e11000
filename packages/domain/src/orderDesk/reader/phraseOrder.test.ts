import { expect, test } from 'vitest';
import { sampleOf } from '../../testing/full.ts';
import type { OrderReading } from './reading.ts';
import { readOrders } from './readOrders.ts';

const ORDERS = [
  'Gov. Ann Poe has ordered flags to be flown at half-staff',
  'Governor Ann Poe today directed that U.S. and state flags be lowered to half-staff',
  'By order of Governor Poe, flags shall be displayed at half-staff',
];
const PLACES = ['statewide', 'across Iowa', 'at the State Capitol and all state facilities'];
const REASONS = ['in honor of Trooper Kyle Sand', 'following the death Monday of Kyle Sand'];
const DAYS = ['Friday', 'on Friday, May 8, 2026', 'this Friday, May 8', 'tomorrow'];
const HOURS = ['from sunrise to sunset', 'sunrise to sunset', ''];
const STARTS = ['', 'immediately', 'beginning immediately'];
const ENDS = [
  'until sunset Monday',
  'through sunset on Monday, May 11',
  'until Monday, May 11, at sunset',
];

/** Returns texts that contain the same phrases in different sequences. */
const textsOf = (order: string, place: string, reason: string, when: string): string[] =>
  [
    [order, place, when, reason],
    [order, place, reason, when],
    [order, when, place, reason],
    [order, reason, when, place],
    [order, place, `${reason}. Flags should be at half-staff`, when],
    [order, place, `${reason}. Flags should remain lowered`, when],
  ].map((parts) => {
    const words = parts.filter((part) => part !== '').join(' ');
    return `DES MOINES, Iowa - May 7, 2026 - ${words}.`;
  });

/** Returns the incorrect fields of the orders. An empty field is never incorrect. */
function wrongIn(orders: readonly OrderReading[], right: Record<string, readonly string[]>) {
  if (orders.length > 1) return ['several orders'];
  return orders.flatMap((order) =>
    Object.entries(right).flatMap(([field, values]) => {
      const found = order[field as 'starts' | 'ends' | 'authority' | 'scope'];
      const value = found && JSON.stringify(found.value);
      return value === null || values.includes(value) ? [] : [`${field}: ${value}`];
    }),
  );
}

const AUTHORITY = ['"governor"'];
const SCOPE = ['{"kind":"states","states":["IA"]}'];

test.each(ORDERS)(
  'the order reader never fills in a wrong value when the phrases of a one-day order are rearranged: "%s"',
  (order) => {
    const right = {
      authority: AUTHORITY,
      scope: SCOPE,
      starts: ['{"kind":"sunrise","date":"2026-05-08"}'],
      ends: ['{"kind":"sunset","date":"2026-05-08"}'],
    };
    let turn = 0;
    for (const place of PLACES)
      for (const reason of REASONS)
        for (const day of DAYS)
          for (const hours of HOURS)
            for (const when of [`${day} ${hours}`.trim(), `${hours} ${day}`.trim()])
              for (const text of sampleOf(textsOf(order, place, reason, when), 6, turn++))
                expect(wrongIn(readOrders(text, { readOn: '2026-05-07' }), right), text).toEqual(
                  [],
                );
  },
);

test.each(ORDERS)(
  'the order reader never fills in a wrong value when the phrases of a multi-day order are rearranged: "%s"',
  (order) => {
    const right = {
      authority: AUTHORITY,
      scope: SCOPE,
      starts: ['{"kind":"immediately"}'],
      ends: ['{"kind":"sunset","date":"2026-05-11"}'],
    };
    let turn = 0;
    for (const place of PLACES)
      for (const reason of REASONS)
        for (const start of STARTS)
          for (const end of ENDS)
            for (const text of sampleOf(
              textsOf(order, place, reason, `${start} ${end}`.trim()),
              3,
              turn++,
            ))
              expect(wrongIn(readOrders(text, { readOn: '2026-05-07' }), right), text).toEqual([]);
  },
);

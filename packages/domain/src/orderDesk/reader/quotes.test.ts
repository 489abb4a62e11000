import { expect, test } from 'vitest';
import { readOrders } from './readOrders.ts';

const orderIn = (text: string) => {
  const orders = readOrders(text, { readOn: '2026-05-05' });
  expect(orders).toHaveLength(1);
  return orders[0];
};

test.each([
  [
    'flags lowered to half-staff in Chaves, Eddy and Lea counties until sunset on May 9, 2026',
    'in Chaves, Eddy and Lea counties',
  ],
  [
    'flags lowered to half-staff in Polk County and Story County until sunset on May 9, 2026',
    'in Polk County and Story County',
  ],
  [
    'flags lowered to half-staff at all public buildings throughout Polk County, Story County, and at the Statehouse until sunset on May 9, 2026',
    'throughout Polk County, Story County',
  ],
  [
    'flags at the Statehouse and at public buildings in Polk County lowered to half-staff until sunset on May 9, 2026',
    'at the Statehouse and at public buildings in Polk County',
  ],
  [
    'flags in Polk County and at the Statehouse lowered to half-staff until sunset on May 9, 2026',
    'in Polk County and at the Statehouse',
  ],
  [
    'flags lowered to half-staff in Polk County, at the request of the family, until sunset on May 9, 2026',
    'in Polk County',
  ],
])('the order reader quotes all places that an order covers: %s', (flags, quote) => {
  expect(orderIn(`Governor Ann Poe has ordered ${flags}.`)?.narrower?.value).toBe(quote);
});

test("the order reader quotes only the words that limit an order to a county's buildings, not the whole sentence", () => {
  const text =
    'Perry County Executive Ann Poe has ordered flags at all county buildings lowered to half-staff until sunset on May 9, 2026.';
  expect(orderIn(text)?.narrower?.value).toBe('all county buildings');
});

test.each([
  ["In accordance with the President's proclamation, Perry County has lowered its", 'Perry County'],
  ["Per the Governor's order, the City of Lima, Ohio, will fly its", 'the City of Lima, Ohio'],
])('the order reader quotes a county or city that lowers its own flags: "%s"', (start, quote) => {
  const text = `${start} flags to half-staff until sunset on May 9, 2026.`;
  expect(orderIn(text)?.narrower?.value).toBe(quote);
});

test.each([
  [
    'Governor Ann Poe declared a day of mourning for Judge Jan Roe throughout the State of Iowa and ordered flags to half-staff until sunset on May 9, 2026.',
    'Judge Jan Roe',
  ],
  [
    'Governor Ann Poe ordered flags across Iowa to half-staff until sunset on May 9, 2026, in memory of Major General (Ret.) Jan Roe, former Adjutant General.',
    'Major General (Ret.) Jan Roe, former Adjutant General',
  ],
  [
    'Governor Ann Poe ordered flags across Iowa to half-staff until sunset on May 9, 2026, for Colonel Jan Roe, U.S. Army (Ret.) The Colonel was 71.',
    'Colonel Jan Roe, U.S. Army',
  ],
  [
    'As a mark of respect for the memory of Judge Jan Roe, she is directing flags across Iowa lowered to half-staff until sunset on May 9, 2026, Governor Ann Poe said.',
    'the memory of Judge Jan Roe',
  ],
  [
    'Governor Ann Poe ordered flags across Iowa to half-staff in memory of Judge Jan Roe from the date of this order until sunset on May 9, 2026.',
    'Judge Jan Roe',
  ],
  [
    'Governor Ann Poe ordered flags across Iowa to half-staff through the funeral of Judge Jan Roe on Saturday, May 9, 2026.',
    'Judge Jan Roe',
  ],
  [
    'Governor Ann Poe ordered flags across Iowa to half-staff until sunset on May 9, 2026, for Judge Jan Roe, the chief of staff announced.',
    'Judge Jan Roe',
  ],
  [
    'Governor Ann Poe ordered flags across Iowa to half-staff until sunset on May 9, 2026, for Judge Jan Roe, and asks all citizens to join.',
    'Judge Jan Roe',
  ],
  [
    'Governor Ann Poe ordered flags across Iowa to half-staff on May 9, 2026, to honor Judge Jan Roe on the day of her funeral.',
    'Judge Jan Roe',
  ],
])(
  "the order reader ends the reason before a sentence goes on with the order's instructions: %s",
  (text, reason) => {
    expect(orderIn(text)?.reason?.value).toBe(reason);
  },
);

import { expect, test } from 'vitest';
import { momentInZone } from '../places/zoneClock.ts';
import { orderOf, PLACES, poleIn } from '../testing/halfStaff.ts';
import type { Order } from './order.ts';
import type { Pole } from './pole.ts';
import { reasonText } from './reason.ts';
import { shouldBe } from './shouldBe.ts';

const order = orderOf({
  starts: { kind: 'sunrise', date: '2026-03-02' },
  ends: { kind: 'sunset', date: '2026-03-04' },
});
const text = (date: string, time: string, more: Partial<Pole> = {}, orders: Order[] = [order]) => {
  const pole = poleIn('NY', { place: PLACES.newYork, ...more });
  const now = momentInZone(pole.place.timeZone, date, time);
  return reasonText(shouldBe(pole, { orders, confirmedDays: [] }, now), pole.place, now);
};
const before = { position: 'up', sourceKey: 'order:o1' } as const;
const hold = {
  id: 'h',
  reason: 'Storm',
  by: 'ann',
  createdAt: momentInZone('America/New_York', '2026-03-03', '11:05'),
};

test.each([
  [
    text('2026-03-02', '12:00'),
    'Half-staff since 06:28, by order of the President, until sunset 17:50 on Mar 4',
  ],
  [
    text('2026-03-04', '12:00'),
    'Half-staff since 06:28 on Mar 2, by order of the President, until sunset 17:50',
  ],
  [
    text('2026-03-03', '12:00', { dailyRule: 'sunrise-sunset' }),
    'Half-staff since 06:26, by order of the President, until sunset 17:49',
  ],
  [
    text('2026-03-03', '22:00', { dailyRule: 'sunrise-sunset' }),
    'Down since 17:49, for the night during the order of the President, until sunrise 06:25 on Mar 4',
  ],
  [
    text('2026-03-04', '18:30', { before, position: 'half' }),
    'Full staff since 17:50, as before the order',
  ],
  [text('2026-05-25', '10:00'), 'Half-staff since 05:30, for Memorial Day, until noon 12:00'],
  [
    text('2026-06-10', '10:00', { dailyRule: 'sunrise-sunset' }),
    'Full staff since 05:24, by the daily rule, until sunset 20:26',
  ],
  [
    text('2026-03-03', '12:00', { position: 'down' }),
    'Left down since 06:28 on Mar 2, as it was before the order of the President, until sunset 17:50 on Mar 4',
  ],
  [
    text('2026-03-03', '12:00', {
      hold: { ...hold, expires: { kind: 'source-ends', sourceKey: 'order:o1' } },
    }),
    'Held by ann since 11:05, Storm, until sunset 17:50 on Mar 4',
  ],
  [
    text('2026-03-03', '12:00', {
      lock: { by: 'u', byName: 'bob', reason: 'Rope frayed', at: hold.createdAt },
    }),
    'Locked by bob since 11:05, Rope frayed',
  ],
  [
    text('2026-03-10', '12:00', {}, []),
    'No order or daily rule holds: the flag stays where people put it',
  ],
  [
    text('2026-03-03', '12:00', {}, [
      { ...order, authority: 'governor', scope: { kind: 'states', states: ['NY'] } },
    ]),
    'Half-staff since 06:28 on Mar 2, by order of the Governor of New York, until sunset 17:50 on Mar 4',
  ],
  [
    text('2026-03-03', '12:00', {}, [
      order,
      orderOf({
        id: 'x',
        kind: 'full',
        authority: 'company',
        starts: { kind: 'time', date: '2026-03-03', time: '10:00' },
        ends: { kind: 'time', date: '2026-03-03', time: '15:15' },
      }),
    ]),
    'Full staff since 10:00, by full-staff exception of the company, until 15:15',
  ],
  [
    text('2026-12-31', '12:00', {}, [
      orderOf({
        starts: { kind: 'sunrise', date: '2026-12-31' },
        ends: { kind: 'sunset', date: '2027-01-02' },
      }),
    ]),
    'Half-staff since 07:19, by order of the President, until sunset 16:40 on Jan 2, 2027',
  ],
])('%s', (found, expected) => {
  expect(found).toBe(expected);
});

test('in Fairbanks in June the end is still called sunset', () => {
  const place = PLACES.fairbanks;
  expect(text('2026-06-21', '12:00', { place, dailyRule: 'sunrise-sunset' })).toBe(
    'Full staff since 02:57, by the daily rule, until sunset 00:47 on Jun 22',
  );
});

import { expect, test } from 'vitest';
import { orderOf, PLACES, poleIn } from '../../testing/halfStaff.ts';
import { momentInZone } from '../../time/zoneClock.ts';
import type { Pole } from '../facts/poleFacts.ts';
import type { Order } from '../orders/order.ts';
import { reasonText } from './reasonText.ts';
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
const hold = {
  id: 'h',
  reason: 'Storm',
  by: 'ann',
  createdAt: momentInZone('America/New_York', '2026-03-03', '11:05'),
  commandId: null,
};

test.each([
  [
    text('2026-03-02', '12:00'),
    'Half-staff since 6:28 AM EST, by order of the President, until sunset, Mar 4, 5:50 PM EST',
  ],
  [
    text('2026-03-04', '12:00'),
    'Half-staff since Mar 2, 6:28 AM EST, by order of the President, until sunset, 5:50 PM EST',
  ],
  [
    text('2026-03-03', '12:00', { dailyRule: 'sunrise-sunset' }),
    'Half-staff since 6:26 AM EST, by order of the President, until sunset, 5:49 PM EST',
  ],
  [
    text('2026-03-03', '22:00', { dailyRule: 'sunrise-sunset' }),
    'Down since 5:49 PM EST, overnight, during the order by the President, until sunrise, Mar 4, 6:25 AM EST',
  ],
  [
    text('2026-03-04', '18:30', { position: 'half' }),
    'Full staff since 5:50 PM EST, half-staff has ended',
  ],
  [
    text('2026-05-25', '10:00'),
    'Half-staff since 5:30 AM EDT, for Memorial Day, until noon (12:00 PM EDT)',
  ],
  [
    text('2026-06-10', '10:00', { dailyRule: 'sunrise-sunset' }),
    'Full staff since 5:24 AM EDT, by the daily rule, until sunset, 8:26 PM EDT',
  ],
  [
    text('2026-03-03', '12:00', { position: 'down' }),
    'Already down, so it stays down, during the order by the President, until sunset, Mar 4, 5:50 PM EST',
  ],
  [
    text('2026-03-03', '12:00', {
      hold: { ...hold, expires: { kind: 'source-ends', sourceKey: 'order:o1' } },
    }),
    'Held by ann since 11:05 AM EST, until sunset, Mar 4, 5:50 PM EST: Storm',
  ],
  [
    text('2026-03-03', '12:00', {
      lock: { by: 'u', byName: 'bob', reason: 'Rope frayed', at: hold.createdAt },
    }),
    'Locked by bob since 11:05 AM EST: Rope frayed',
  ],
  [text('2026-03-10', '12:00', {}, []), 'Nothing in effect'],
  [
    text('2026-03-03', '12:00', {}, [
      { ...order, authority: 'governor', scope: { kind: 'states', states: ['NY'] } },
    ]),
    'Half-staff since Mar 2, 6:28 AM EST, by order of the Governor of New York, until sunset, Mar 4, 5:50 PM EST',
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
    'Full staff since 10:00 AM EST, by full-staff exception from the company, until 3:15 PM EST',
  ],
  [
    text('2026-12-31', '12:00', {}, [
      orderOf({
        starts: { kind: 'sunrise', date: '2026-12-31' },
        ends: { kind: 'sunset', date: '2027-01-02' },
      }),
    ]),
    'Half-staff since 7:19 AM EST, by order of the President, until sunset, Jan 2, 2027, 4:40 PM EST',
  ],
])("the reason for a flag's position reads %s", (found, expected) => {
  expect(found).toBe(expected);
});

test('a sunset after midnight, in Fairbanks in June, is still called sunset', () => {
  const place = PLACES.fairbanks;
  expect(text('2026-06-21', '12:00', { place, dailyRule: 'sunrise-sunset' })).toBe(
    'Full staff since 2:57 AM AKDT, by the daily rule, until sunset, Jun 22, 12:47 AM AKDT',
  );
});

import { expect, test } from 'vitest';
import { authorityName } from '../halfStaff/orders/authorityName.ts';
import { shouldBe } from '../halfStaff/rules/shouldBe.ts';
import { timeline } from '../halfStaff/timeline/timeline.ts';
import { sunDay } from '../sun/almanac.ts';
import { orderOf, poleIn } from '../testing/halfStaff.ts';
import { timeInZone } from '../time/zoneClock.ts';

const NO_FACTS = { orders: [], confirmedDays: [] };

// Guam and the Northern Mariana Islands are ahead of UTC: their day begins at 14:00 UTC on the
// previous day.
test.each(['PR', 'VI', 'GU', 'MP', 'AS'])(
  'on Memorial Day, a pole in %s is at half-staff from local sunrise to local noon',
  (state) => {
    const pole = poleIn(state);
    const { timeZone } = pole.place;
    const sun = sunDay('2026-05-25', pole.place);
    const sunrise = sun.kind === 'ordinary' ? sun.sunrise : Number.NaN;
    expect(timeInZone(timeZone, sunrise)).toMatch(/^0[56]:/);
    const from = Date.parse('2026-05-24T00:00:00Z');
    const changes = timeline(pole, NO_FACTS, from, from + 3 * 86_400_000);
    const [before, half, after] = changes;
    expect(before?.source.kind).toBe('none');
    expect(half).toMatchObject({ at: sunrise, position: 'half' });
    expect(timeInZone(timeZone, after!.at)).toBe('12:00');
    expect(after?.position).toBe('up');
    expect(shouldBe(pole, NO_FACTS, sunrise - 1000).position).not.toBe('half');
    expect(shouldBe(pole, NO_FACTS, sunrise + 1000).position).toBe('half');
  },
);

test('an order for Guam starts at sunrise in Guam, when it is still the day before in UTC', () => {
  const order = orderOf({
    authority: 'governor',
    scope: { kind: 'states', states: ['GU'] },
    starts: { kind: 'sunrise', date: '2026-12-03' },
    ends: { kind: 'sunset', date: '2026-12-03' },
  });
  expect(authorityName(order)).toBe('the Governor of Guam');
  const facts = { orders: [order], confirmedDays: [] };
  const positionAt = (state: string, at: string) =>
    shouldBe(poleIn(state), facts, Date.parse(at)).position;
  expect(positionAt('GU', '2026-12-02T20:15:00Z')).not.toBe('half');
  expect(positionAt('GU', '2026-12-02T20:45:00Z')).toBe('half');
  expect(positionAt('GU', '2026-12-03T08:15:00Z')).not.toBe('half');
  expect(positionAt('MP', '2026-12-02T20:45:00Z')).not.toBe('half');
});

test("the title of a territory's governor contains the territory's full name", () => {
  const names = ['PR', 'VI', 'MP'].map((state) =>
    authorityName(orderOf({ authority: 'governor', scope: { kind: 'states', states: [state] } })),
  );
  expect(names).toEqual([
    'the Governor of Puerto Rico',
    'the Governor of the U.S. Virgin Islands',
    'the Governor of the Northern Mariana Islands',
  ]);
});

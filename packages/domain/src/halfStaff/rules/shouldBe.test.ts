import { describe, expect, test } from 'vitest';
import { orderOf, PLACES, poleIn } from '../../testing/halfStaff.ts';
import { momentInZone, timeInZone } from '../../time/zoneClock.ts';
import type { Hold } from '../facts/hold.ts';
import type { OrdersAndDays, Pole } from '../facts/poleFacts.ts';
import { holdIsOver, ifReleased, shouldBe } from './shouldBe.ts';

const NEW_YORK = 'America/New_York';
const facts = (...orders: OrdersAndDays['orders']): OrdersAndDays => ({
  orders,
  confirmedDays: [],
});
const none = facts();
/**
 * Returns a pole's desired position at a local time, and the kind of source that requires it, as in
 * "half order".
 */
const at = (pole: Pole, known: OrdersAndDays, date: string, time: string) => {
  const { position, source } = shouldBe(pole, known, momentInZone(pole.place.timeZone, date, time));
  return `${position} ${source.kind}`;
};

describe('scenario a: an order from Dec 29, 2024 with exceptions for individual states', () => {
  const national = orderOf({
    id: 'national',
    starts: { kind: 'sunrise', date: '2024-12-29' },
    ends: { kind: 'sunset', date: '2025-01-28' },
  });
  const day = { starts: { kind: 'sunrise', date: '2025-01-20' } } as const;
  const florida = orderOf({
    id: 'fl',
    kind: 'full',
    authority: 'governor',
    scope: { kind: 'states', states: ['FL', 'ID'] },
    ...day,
    ends: { kind: 'sunset', date: '2025-01-20' },
  });
  const washington = orderOf({
    id: 'wa',
    authority: 'governor',
    scope: { kind: 'states', states: ['WA'] },
    starts: { kind: 'sunrise', date: '2025-01-28' },
    ends: { kind: 'sunset', date: '2025-01-29' },
  });
  const known = facts(national, florida, washington);

  test.each(['FL', 'ID'])(
    'raises the flag in %s on the day of the exception, and lowers it again at sunset',
    (state) => {
      const pole = poleIn(state);
      expect(at(pole, known, '2025-01-19', '12:00')).toBe('half order');
      expect(at(pole, known, '2025-01-20', '06:00')).toBe('half order');
      expect(at(pole, known, '2025-01-20', '12:00')).toBe('up exception');
      expect(at(pole, known, '2025-01-20', '19:00')).toBe('half order');
      expect(at(pole, known, '2025-01-21', '12:00')).toBe('half order');
    },
  );

  test('leaves a state without an exception at half-staff', () => {
    expect(at(poleIn('GA'), known, '2025-01-20', '12:00')).toBe('half order');
  });

  test('keeps Washington at half-staff a day longer', () => {
    expect(at(poleIn('GA'), known, '2025-01-29', '12:00')).toBe('null none');
    expect(at(poleIn('WA'), known, '2025-01-29', '12:00')).toBe('half order');
    expect(at(poleIn('WA'), known, '2025-01-29', '18:00')).toBe('null none');
  });

  test('has exceptions that do nothing on their own', () => {
    expect(at(poleIn('FL'), facts(florida), '2025-01-20', '12:00')).toBe('null none');
  });
});

test('scenario b: two overlapping orders around Patriot Day keep flags at half-staff until the later one ends', () => {
  const first = orderOf({
    id: 'first',
    starts: { kind: 'sunrise', date: '2025-09-10' },
    ends: { kind: 'sunset', date: '2025-09-12' },
  });
  const second = orderOf({
    id: 'second',
    starts: { kind: 'time', date: '2025-09-11', time: '09:00' },
    ends: { kind: 'sunset', date: '2025-09-14' },
  });
  const pole = poleIn('NY');
  const known = facts(first, second);
  const should = (date: string) => shouldBe(pole, known, momentInZone(NEW_YORK, date, '12:00'));
  expect(should('2025-09-10').source.keys).toEqual(['order:first']);
  expect(should('2025-09-11').source).toMatchObject({
    key: 'order:second',
    keys: ['order:first', 'order:second'],
  });
  expect(at(pole, known, '2025-09-13', '03:00')).toBe('half order');
  const { until } = should('2025-09-13');
  expect(timeInZone(NEW_YORK, until!)).toBe('19:13');
  expect(at(pole, known, '2025-09-14', '20:00')).toBe('null none');
});

test('scenario c: an open-ended order lasts until the sunset that an amendment sets as its end', () => {
  const open = orderOf({ starts: { kind: 'sunrise', date: '2026-03-02' } });
  const pole = poleIn('NY');
  const noon = momentInZone(NEW_YORK, '2026-03-09', '12:00');
  expect(shouldBe(pole, facts(open), noon)).toMatchObject({ position: 'half', until: null });
  const closed = { ...open, version: 2, ends: { kind: 'sunset', date: '2026-03-09' } as const };
  expect(timeInZone(NEW_YORK, shouldBe(pole, facts(closed), noon).until!)).toBe('19:01');
  expect(at(pole, facts(closed), '2026-03-09', '19:10')).toBe('null none');
});

test('scenario d: nothing requires half-staff on May 15, 2027', () => {
  for (const time of ['00:00', '09:00', '12:00', '19:00'])
    expect(at(poleIn('NY'), none, '2027-05-15', time)).toBe('null none');
  expect(at(poleIn('NY'), none, '2026-05-15', '12:00')).toBe('half annual-day');
});

test.each(['newYork', 'phoenix', 'honolulu', 'anchorage'] as const)(
  'scenario e: on Memorial Day 2026 in %s, half-staff lasts from local sunrise to local noon',
  (name) => {
    const place = PLACES[name];
    const pole = poleIn('NY', { place });
    const should = shouldBe(pole, none, momentInZone(place.timeZone, '2026-05-25', '11:59'));
    expect(should).toMatchObject({ position: 'half', source: { title: 'Memorial Day' } });
    const sunrise = { newYork: '05:30', phoenix: '05:22', honolulu: '05:50', anchorage: '04:48' };
    expect(timeInZone(place.timeZone, should.since!)).toBe(sunrise[name]);
    expect(should.until).toBe(momentInZone(place.timeZone, '2026-05-25', '12:00'));
    expect(at(pole, none, '2026-05-25', '12:00')).toBe('null none');
    expect(at({ ...pole, dailyRule: 'always-up' }, none, '2026-05-25', '12:00')).toBe(
      'up daily-rule',
    );
  },
);

test('scenario f: an immediate order at 2 PM is still in effect at 4 PM', () => {
  const approvedAt = momentInZone(NEW_YORK, '2026-03-02', '14:00');
  const known = facts(orderOf({ approvedAt, ends: { kind: 'sunset', date: '2026-03-03' } }));
  expect(at(poleIn('NY'), known, '2026-03-02', '13:59')).toBe('null none');
  expect(shouldBe(poleIn('NY'), known, approvedAt + 2 * 3_600_000)).toMatchObject({
    position: 'half',
    since: approvedAt,
  });
});

describe('scenario g: an order', () => {
  const ordered = orderOf({
    approvedAt: 1,
    starts: { kind: 'sunrise', date: '2026-03-02' },
    ends: { kind: 'sunset', date: '2026-03-04' },
  });
  const cancelled = (date: string, time: string) =>
    facts({ ...ordered, status: 'cancelled', cancelledAt: momentInZone(NEW_YORK, date, time) });

  test('never takes effect if it is canceled before its start', () => {
    const known = cancelled('2026-03-01', '12:00');
    for (const date of ['2026-03-02', '2026-03-03'])
      expect(at(poleIn('NY'), known, date, '12:00')).toBe('null none');
  });

  test('no longer keeps poles at half-staff if it is canceled while in effect', () => {
    const known = cancelled('2026-03-03', '12:00');
    const pole = poleIn('NY', { position: 'half' });
    expect(at(pole, known, '2026-03-03', '11:59')).toBe('half order');
    expect(at(pole, known, '2026-03-03', '12:00')).toBe('up after-order');
  });

  test('has no effect while it is a draft', () => {
    const draft = facts({ ...ordered, status: 'draft', approvedAt: null });
    expect(at(poleIn('NY'), draft, '2026-03-03', '12:00')).toBe('null none');
  });
});

test('scenario h: half-staff that began at sunrise is recognized later that day, even if nothing was computed at sunrise', () => {
  const { position, since } = shouldBe(
    poleIn('NY'),
    none,
    momentInZone(NEW_YORK, '2026-12-07', '10:30'),
  );
  expect([position, timeInZone(NEW_YORK, since!)]).toEqual(['half', '07:19']);
});

describe('the daily rule', () => {
  const rule = (dailyRule: Pole['dailyRule'], more: Partial<Pole> = {}) =>
    poleIn('NY', { dailyRule, optedIn: false, ...more });
  const full = (pole: Pole, known: OrdersAndDays, date: string, time: string) => {
    const should = shouldBe(pole, known, momentInZone(pole.place.timeZone, date, time));
    return `${should.position} ${should.lamp ? 'lit' : 'dark'} ${should.source.kind}`;
  };

  test('raises the flag at sunrise, lowers it at sunset and turns the lamp on from dusk, even if the company follows no orders', () => {
    const pole = rule('sunrise-sunset');
    expect(full(pole, none, '2026-06-10', '04:00')).toBe('down lit daily-rule');
    expect(full(pole, none, '2026-06-10', '12:00')).toBe('up dark daily-rule');
    expect(full(pole, none, '2026-06-10', '23:00')).toBe('down lit daily-rule');
    expect(full(pole, none, '2026-12-07', '12:00')).toBe('up dark daily-rule');
  });

  test('lights an always-up flag at night', () => {
    expect(full(rule('always-up'), none, '2026-06-10', '04:00')).toBe('up lit daily-rule');
    expect(full(rule('always-up'), none, '2026-06-10', '12:00')).toBe('up dark daily-rule');
  });

  test('keeps the flag at half-staff by day during a long order, and down at night unless the rule is always-up', () => {
    const known = facts(orderOf({ ends: { kind: 'sunset', date: '2026-06-20' } }));
    const byDay = rule('sunrise-sunset', { optedIn: true });
    expect(full(byDay, known, '2026-06-10', '12:00')).toBe('half dark order');
    expect(full(byDay, known, '2026-06-10', '23:00')).toBe('down lit order');
    expect(full(byDay, known, '2026-06-21', '12:00')).toBe('up dark daily-rule');
    const always = rule('always-up', { optedIn: true });
    expect(full(always, known, '2026-06-10', '23:00')).toBe('half lit order');
  });

  test('keeps the flag up for weeks during polar day, and up and lit in twilight during polar night', () => {
    const pole = rule('sunrise-sunset', { place: PLACES.utqiagvik });
    for (const time of ['00:00', '03:00', '12:00'])
      expect(full(pole, none, '2026-06-21', time)).toBe('up dark daily-rule');
    const should = shouldBe(pole, none, momentInZone('America/Anchorage', '2026-06-21', '12:00'));
    expect(new Date(should.until!).toISOString().slice(0, 7)).toBe('2026-08');
    expect(new Date(should.since!).toISOString().slice(0, 7)).toBe('2026-05');
    expect(full(pole, none, '2026-12-21', '11:00')).toBe('down lit daily-rule');
    expect(full(pole, none, '2026-12-21', '13:00')).toBe('up lit daily-rule');
  });

  test('lowers the flag after midnight in Fairbanks in June', () => {
    const pole = rule('sunrise-sunset', { place: PLACES.fairbanks });
    expect(full(pole, none, '2026-06-22', '00:40')).toBe('up dark daily-rule');
    expect(full(pole, none, '2026-06-22', '00:50')).toBe('down lit daily-rule');
    expect(full(pole, none, '2026-06-22', '03:10')).toBe('up dark daily-rule');
  });

  test('uses local clock times on days with 23 or 25 hours', () => {
    const known = facts(
      orderOf({
        starts: { kind: 'time', date: '2026-03-08', time: '02:30' },
        ends: { kind: 'time', date: '2026-11-01', time: '01:30' },
      }),
    );
    const pole = rule('always-up', { optedIn: true });
    expect(full(pole, known, '2026-03-08', '01:59')).toBe('up lit daily-rule');
    expect(full(pole, known, '2026-03-08', '03:30')).toBe('half lit order');
    expect(full(pole, known, '2026-11-01', '01:29')).toBe('half lit order');
    expect(full(pole, known, '2026-11-01', '01:30')).toBe('up lit daily-rule');
  });

  test('has been in effect since the last half-staff day ended, even if that was weeks ago', () => {
    const noonOf = (date: string) => momentInZone(NEW_YORK, date, '12:00');
    const should = shouldBe(poleIn('NY', { dailyRule: 'always-up' }), none, noonOf('2026-06-10'));
    expect(should.since).toBe(noonOf('2026-05-25'));
  });
});

test('an order for Feb 29 is in effect only on that day', () => {
  const known = facts(
    orderOf({
      starts: { kind: 'sunrise', date: '2028-02-29' },
      ends: { kind: 'sunset', date: '2028-02-29' },
    }),
  );
  expect(at(poleIn('NY'), known, '2028-02-28', '12:00')).toBe('null none');
  expect(at(poleIn('NY'), known, '2028-02-29', '12:00')).toBe('half order');
  expect(at(poleIn('NY'), known, '2028-03-01', '12:00')).toBe('null none');
});

describe('precedence of holds and locks', () => {
  const known = facts(orderOf({ ends: { kind: 'sunset', date: '2026-03-04' } }));
  const noon = momentInZone(NEW_YORK, '2026-03-03', '12:00');
  const held = (expires: Hold['expires'], more: Partial<Pole> = {}) =>
    poleIn('NY', {
      hold: { id: 'h', reason: 'Storm', by: 'ann', createdAt: 5, commandId: null, expires },
      ...more,
    });
  const untilOrderEnds = { kind: 'source-ends', sourceKey: 'order:o1' } as const;

  test('a hold overrides an order until the order ends', () => {
    const pole = held(untilOrderEnds);
    const should = shouldBe(pole, known, noon);
    expect(should).toMatchObject({ position: null, lamp: null, since: 5 });
    expect(should.source).toMatchObject({ kind: 'hold', by: 'ann', title: 'Storm' });
    expect(timeInZone(NEW_YORK, should.until!)).toBe('17:55');
    expect(ifReleased(pole, known, noon)).toMatchObject({ position: 'half' });
    expect(holdIsOver(pole, known, noon)).toBe(false);
    expect(holdIsOver(pole, known, should.until!)).toBe(true);
  });

  test("a hold overrides an order until the hold's end time", () => {
    const pole = held({ kind: 'at', at: noon + 1000 });
    expect(shouldBe(pole, known, noon)).toMatchObject({ position: null, until: noon + 1000 });
    expect(shouldBe(pole, known, noon + 1000)).toMatchObject({ position: 'half' });
  });

  test('a hold that overrides an open-ended order has no end time until the order gets one', () => {
    const open = facts(orderOf({}));
    expect(shouldBe(held(untilOrderEnds), open, noon).until).toBe(null);
  });

  test('a hold ends if its order no longer exists', () => {
    expect(holdIsOver(held(untilOrderEnds), none, noon)).toBe(true);
  });

  test('a lock takes precedence over everything', () => {
    const lock = { reason: 'Rope frayed', by: 'u1', byName: 'bob', at: 7 };
    const pole = held(untilOrderEnds, { lock, dailyRule: 'always-up' });
    expect(shouldBe(pole, known, noon)).toMatchObject({
      position: null,
      lamp: null,
      since: 7,
      until: null,
      nextChange: null,
      source: { kind: 'lock', by: 'bob', title: 'Rope frayed' },
    });
  });

  test('a pole whose company does not follow orders is not moved by an order', () => {
    for (const position of ['up', 'half', 'down'] as const)
      for (const [date, time] of [
        ['2026-03-03', '12:00'],
        ['2026-03-05', '12:00'],
        ['2026-12-07', '12:00'],
      ] as const)
        expect(at(poleIn('NY', { optedIn: false, position }), known, date, time)).toBe('null none');
  });

  test('a hold ends at its set end time or with its order, whichever comes first', () => {
    const pole = held({ ...untilOrderEnds, at: noon + 1000 });
    expect(holdIsOver(pole, known, noon)).toBe(false);
    expect(holdIsOver(pole, known, noon + 1000)).toBe(true);
    const far = held({ ...untilOrderEnds, at: noon + 30 * 24 * 3_600_000 });
    expect(timeInZone(NEW_YORK, shouldBe(far, known, noon).until!)).toBe('17:55');
  });
});

describe('a flag without a daily rule', () => {
  const known = facts(orderOf({ ends: { kind: 'sunset', date: '2026-03-04' } }));
  const moment = (date: string, time: string) => momentInZone(NEW_YORK, date, time);
  const end = shouldBe(poleIn('NY'), known, moment('2026-03-03', '12:00')).until!;
  const asked = (byPerson: boolean, at: number, isConfirmed = false) => ({
    byPerson,
    at,
    isConfirmed,
    to: 'half' as const,
  });

  test.each([
    ['up', 'half order'],
    ['half', 'half order'],
    [null, 'half order'],
    ['down', 'null order'],
  ] as const)(
    'that is %s during half-staff should be in this position, for this reason: “%s”',
    (position, expected) => {
      expect(at(poleIn('NY', { position }), known, '2026-03-03', '12:00')).toBe(expected);
    },
  );

  test('counts as being in the position that it is moving to', () => {
    const moving = (reported: Pole['reported'], position: Pole['position']) =>
      at(poleIn('NY', { reported, position }), known, '2026-03-03', '12:00');
    expect(moving('half', 'down')).toBe('null order');
    expect(moving('down', 'up')).toBe('half order');
  });

  test.each([
    ['up', 'null none'],
    ['half', 'up after-order'],
    ['down', 'null none'],
    [null, 'null none'],
  ] as const)(
    'that is %s after half-staff has ended gets the position and reason “%s”',
    (position, expected) => {
      expect(at(poleIn('NY', { position }), known, '2026-03-04', '18:30')).toBe(expected);
    },
  );

  test('is raised after half-staff, and counts as up since half-staff ended', () => {
    const should = shouldBe(poleIn('NY', { position: 'half' }), known, end + 1000);
    expect(should).toMatchObject({
      position: 'up',
      since: end,
      source: { kind: 'after-order', key: 'after:order:o1' },
    });
  });

  test('stays at half-staff if, after the order ended, a user requested half-staff or stopped the pole', () => {
    const after = (request: Pole['request']) =>
      at(poleIn('NY', { position: 'half', request }), known, '2026-03-05', '12:00');
    expect(after(asked(true, end + 1))).toBe('null none');
    expect(after(asked(true, end))).toBe('up after-order');
    expect(after(asked(false, end + 1))).toBe('up after-order');
    expect(after(null)).toBe('up after-order');
    expect(after({ ...asked(true, end + 1), to: 'up' })).toBe('up after-order');
    expect(after({ ...asked(true, end + 1), to: null })).toBe('null none');
  });

  test('should be up after half-staff until the pole reports that it is up', () => {
    const raising = (reported: Pole['reported'], position: Pole['position'], isConfirmed = false) =>
      at(
        poleIn('NY', { reported, position, request: asked(false, end + 1, isConfirmed) }),
        known,
        '2026-03-05',
        '12:00',
      );
    expect(raising('half', 'up')).toBe('up after-order');
    expect(raising(null, null)).toBe('up after-order');
    expect(raising(null, null, true)).toBe('null none');
    expect(raising('up', 'half')).toBe('up after-order');
    expect(raising('half', 'down')).toBe('null none');
    expect(raising('up', 'up')).toBe('null none');
  });

  test('is raised unless a user has requested a different position since half-staff last ended', () => {
    const pole = poleIn('NY', {
      position: 'half',
      request: asked(true, moment('2026-05-01', '12:00')),
    });
    expect(at(pole, known, '2026-05-10', '12:00')).toBe('up after-order');
    const younger = { ...pole, request: asked(true, moment('2026-05-27', '12:00')) };
    expect(at(younger, known, '2026-06-10', '12:00')).toBe('null none');
    expect(at(younger, known, '2026-09-12', '12:00')).toBe('up after-order');
  });

  test('is not moved if the pole started following orders only after half-staff ended', () => {
    const pole = poleIn('NY', { position: 'half', concernedSince: end + 1 });
    expect(at(pole, known, '2026-03-05', '12:00')).toBe('null none');
    expect(at(pole, known, '2026-05-16', '12:00')).toBe('up after-order');
  });

  test('is raised as soon as half-staff stops applying to it, even if its company no longer follows orders', () => {
    const releasedAt = moment('2026-03-03', '12:00');
    const pole = poleIn('NY', { position: 'half', optedIn: false, releasedAt });
    expect(at(pole, known, '2026-03-03', '12:01')).toBe('up after-order');
    expect(at({ ...pole, position: 'down', reported: 'down' }, known, '2026-03-03', '12:01')).toBe(
      'null none',
    );
    const moved = { ...pole, request: asked(true, releasedAt + 1) };
    expect(at(moved, known, '2026-03-03', '12:01')).toBe('null none');
  });

  test('should be at half-staff from the time when the order or half-staff day first applies to it', () => {
    const concernedSince = moment('2026-03-03', '10:00');
    const noon = moment('2026-03-03', '12:00');
    expect(shouldBe(poleIn('NY', { concernedSince }), known, noon).since).toBe(concernedSince);
    const confirmedAt = moment('2027-05-02', '09:00');
    const confirmation = {
      name: 'National Fallen Firefighters Memorial Service',
      year: 2027,
      date: '2027-05-02',
      at: confirmedAt,
    };
    const day = { orders: [], confirmedDays: [confirmation] };
    const should = shouldBe(poleIn('NY'), day, moment('2027-05-02', '12:00'));
    expect(should).toMatchObject({ position: 'half', since: confirmedAt });
  });
});

describe('an amended order', () => {
  const since = momentInZone(NEW_YORK, '2026-03-02', '09:00');
  const amended = momentInZone(NEW_YORK, '2026-03-03', '09:00');
  const terms = orderOf({
    scope: { kind: 'states', states: ['NY'] },
    ends: { kind: 'sunset', date: '2026-03-05' },
    approvedAt: since,
  });
  const now: OrdersAndDays['orders'][number] = {
    ...terms,
    version: 2,
    scope: { kind: 'states', states: ['NY', 'VT'] },
    earlier: [{ ...terms, from: since, until: amended }],
  };
  const noon = momentInZone(NEW_YORK, '2026-03-03', '12:00');
  const effect = (pole: Pole, order: OrdersAndDays['orders'][number], at: number) => {
    const { position, since, source } = shouldBe(pole, facts(order), at);
    return [position, since, source.kind];
  };

  test('applies to a pole from the time when its scope first includes the pole', () => {
    expect(effect(poleIn('NY'), now, noon)).toEqual(['half', since, 'order']);
    expect(effect(poleIn('VT'), now, noon)).toEqual(['half', amended, 'order']);
    expect(effect(poleIn('VT'), now, amended - 1)[2]).toBe('none');
  });

  test('ends immediately at locations that the amendment removes', () => {
    const left = { ...now, scope: { kind: 'states' as const, states: ['VT'] } };
    expect(effect(poleIn('NY', { position: 'half' }), left, noon)).toEqual([
      'up',
      amended,
      'after-order',
    ]);
    expect(effect(poleIn('NY', { position: 'down' }), left, noon)[0]).toBe(null);
  });

  test('ends immediately and begins again later if the amendment moves the start to a later time', () => {
    const later = {
      ...now,
      starts: { kind: 'sunrise' as const, date: '2026-03-05' },
    };
    expect(effect(poleIn('NY', { position: 'half' }), later, noon)[2]).toBe('after-order');
    const thursday = momentInZone(NEW_YORK, '2026-03-05', '12:00');
    expect(effect(poleIn('NY'), later, thursday)[0]).toBe('half');
  });
});

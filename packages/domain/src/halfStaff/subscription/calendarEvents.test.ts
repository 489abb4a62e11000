import { describe, expect, test } from 'vitest';
import type { Order } from '../orders/order.ts';
import { calendarEvents } from './calendarEvents.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const order = (more: Partial<Order> = {}): Order => ({
  id: 'o1',
  companyId: null,
  authority: 'governor',
  kind: 'half',
  reason: 'Death of a firefighter',
  sourceUrl: 'https://governor.vermont.gov/x',
  issuedAt: NOW,
  scope: { kind: 'states', states: ['VT'] },
  starts: { kind: 'sunrise', date: '2026-12-01' },
  ends: { kind: 'sunset', date: '2026-12-03' },
  status: 'approved',
  version: 1,
  revision: 2,
  createdBy: 'ann',
  createdAt: NOW,
  approvedBy: 'ann',
  approvedAt: NOW,
  cancelledBy: null,
  cancelledAt: null,
  cancelledWhy: null,
  ...more,
});
const eventsOf = (orders: readonly Order[], { state = 'VT', now = NOW } = {}) =>
  calendarEvents({ state, orders, followsDay: () => true, confirmed: [], now });
const ofOrder = (more: Partial<Order>, where = {}) =>
  eventsOf([order(more)], where).filter(({ id }) => id === 'order-o1');
const datesOf = (more: Partial<Order>, where = {}) =>
  ofOrder(more, where).map(({ first, last }) => `${first}/${last}`);

describe('calendar events for annual half-staff days', () => {
  test('do not include days that no pole follows', () => {
    const followsDay = (name: string) => name !== 'Patriot Day';
    const ids = calendarEvents({ state: 'VT', orders: [], followsDay, confirmed: [], now: NOW });
    expect(ids.map(({ id }) => id)).toContain('day-2026-memorial-day');
    expect(ids.map(({ id }) => id)).not.toContain('day-2026-patriot-day');
  });

  test('cover the previous, current and next year, sorted by date', () => {
    const days = eventsOf([]).map(({ first, title }) => `${first} ${title}`);
    expect(days).toEqual([
      '2025-12-07 Half-staff: National Pearl Harbor Remembrance Day',
      '2026-05-03 Half-staff: National Fallen Firefighters Memorial Service',
      '2026-05-15 Half-staff: Peace Officers Memorial Day',
      '2026-05-25 Half-staff until noon: Memorial Day',
      '2026-09-11 Half-staff: Patriot Day',
      '2026-12-07 Half-staff: National Pearl Harbor Remembrance Day',
      '2027-05-02 Half-staff (date not confirmed): National Fallen Firefighters Memorial Service',
      '2027-05-31 Half-staff until noon: Memorial Day',
      '2027-09-11 Half-staff: Patriot Day',
      '2027-12-07 Half-staff: National Pearl Harbor Remembrance Day',
    ]);
  });

  test('keep their IDs when a master confirms a different date', () => {
    const name = 'National Fallen Firefighters Memorial Service';
    const confirmed = [{ name, year: 2027, date: '2027-10-03' }];
    const [before, after] = [[], confirmed].map((list) =>
      calendarEvents({
        state: 'VT',
        orders: [],
        followsDay: () => true,
        confirmed: list,
        now: NOW,
      }).find(({ id, first }) => id.includes('firefighters') && first > '2027'),
    );
    expect(before?.first).toBe('2027-05-02');
    expect(after).toMatchObject({
      first: '2027-10-03',
      id: before?.id,
      title: `Half-staff: ${name}`,
    });
    expect(after!.sequence).toBeGreaterThan(before!.sequence);
  });
});

describe('the calendar event for an order', () => {
  test('shows who ordered it, when it starts and ends, and the reason', () => {
    expect(ofOrder({})).toEqual([
      {
        id: 'order-o1',
        title: 'Half-staff: Death of a firefighter',
        description:
          'By order of the Governor of Vermont\nSunrise, Dec 1, 2026 – sunset, Dec 3, 2026\nDeath of a firefighter',
        first: '2026-12-01',
        last: '2026-12-03',
        sequence: 2,
        changedAt: NOW,
        url: 'https://governor.vermont.gov/x',
      },
    ]);
    expect(ofOrder({ kind: 'full' })[0]?.title).toBe(
      'Full-staff exception: Death of a firefighter',
    );
  });

  test('does not exist if the order is a draft or was canceled before its first date', () => {
    expect(ofOrder({ approvedAt: null, status: 'draft' })).toEqual([]);
    expect(ofOrder({ cancelledAt: NOW, status: 'cancelled' })).toEqual([]);
  });

  test('ends on the date of the cancellation', () => {
    const cancelledAt = Date.parse('2026-12-02T15:00:00Z');
    expect(datesOf({ cancelledAt, status: 'cancelled' })).toEqual(['2026-12-01/2026-12-02']);
  });

  test('lasts until today if the order has no end', () => {
    const ends = { kind: 'open' as const };
    expect(datesOf({ ends })).toEqual(['2026-12-01/2026-12-01']);
    expect(datesOf({ ends }, { now: Date.parse('2026-12-25T12:00:00Z') })).toEqual([
      '2026-12-01/2026-12-25',
    ]);
  });

  test("starts on the date of the approval in the state's main time zone", () => {
    const starts = { kind: 'immediately' as const };
    // 7:30 PM on Dec 1 in Hawaii, 12:30 AM on Dec 2 in Vermont.
    const approvedAt = Date.parse('2026-12-02T05:30:00Z');
    expect(datesOf({ starts, approvedAt })).toEqual(['2026-12-02/2026-12-03']);
    expect(datesOf({ starts, approvedAt }, { state: 'HI' })).toEqual(['2026-12-01/2026-12-03']);
  });

  test('disappears a year after its last date', () => {
    expect(datesOf({}, { now: Date.parse('2027-12-03T12:00:00Z') })).toHaveLength(1);
    expect(datesOf({}, { now: Date.parse('2027-12-10T12:00:00Z') })).toEqual([]);
  });

  test('has a one-line title, even for a long reason', () => {
    const [event] = ofOrder({ reason: `First\nsecond 🏳️ ${'x'.repeat(400)}` });
    expect(event?.title).toMatch(/^Half-staff: First second 🏳️ x+…$/u);
    expect(event!.title.length).toBeLessThan(120);
  });
});

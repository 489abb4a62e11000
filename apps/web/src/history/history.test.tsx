import type { FlagHistory, UptimeDay } from '@halyard/domain';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Sparkline } from './Sparkline.tsx';
import { UptimeStrip } from './UptimeStrip.tsx';
import { atMoment, percent, summary } from './words.ts';

const HOUR = 3_600_000;
const BEGIN = Date.parse('2026-11-20T12:00:00Z');

const HISTORY: FlagHistory = {
  timeZone: 'America/Chicago',
  byDays: false,
  halfStaff: [{ from: BEGIN, until: BEGIN + 30 * 60_000, title: 'Memorial Day' }],
  from: BEGIN,
  until: BEGIN + 4 * HOUR,
  points: [
    { from: BEGIN, until: BEGIN + HOUR, low: 41.5, mean: 42.25, high: 43 },
    { from: BEGIN + HOUR, until: BEGIN + 4 * HOUR, low: null, mean: null, high: null },
  ],
  presence: [
    { from: BEGIN, until: BEGIN + HOUR, online: 1 },
    { from: BEGIN + HOUR, until: BEGIN + 2 * HOUR, online: 0 },
    { from: BEGIN + 2 * HOUR, until: BEGIN + 4 * HOUR, online: null },
  ],
  positions: [
    { from: BEGIN, until: BEGIN + HOUR, position: 'half' },
    { from: BEGIN + HOUR, until: BEGIN + 4 * HOUR, position: null },
  ],
};

describe('the text alternative of a chart', () => {
  test("gives the time in the pole's time zone, the voltage, the online state and the position", () => {
    expect(atMoment(HISTORY, BEGIN + 60_000)).toBe(
      'Nov 20, 2026, 6:00 AM CST: 42.3 V (41.5 to 43.0) · online · Half · half-staff: Memorial Day',
    );
    expect(atMoment(HISTORY, BEGIN + 1.5 * HOUR)).toBe(
      'Nov 20, 2026, 7:00 AM CST: no voltage · offline',
    );
    expect(atMoment(HISTORY, BEGIN + 3 * HOUR)).toContain('unknown');
  });

  test('gives the uptime as a percentage of the recorded time', () => {
    expect(summary(HISTORY)).toBe('41.5 V to 43.0 V. Online 50.0% of the recorded time.');
  });
});

test('uptime is shown as 100% only for a pole that was never offline', () => {
  expect([1, 0.9999, 0.994, 0].map(percent)).toEqual(['100%', '99.9%', '99.4%', '0.0%']);
});

describe('the uptime strip', () => {
  const days: UptimeDay[] = [
    { date: '2026-11-18', online: 0, offline: 0 },
    { date: '2026-11-19', online: 23 * HOUR, offline: HOUR },
    { date: '2026-11-20', online: 12 * HOUR, offline: 0 },
  ];

  test("describes each day's downtime, and can be operated with the keyboard", async () => {
    render(<UptimeStrip days={days} />);
    screen.getByText('Uptime over the last 3 days: 97.2%');
    const strip = screen.getByRole('slider', { name: 'Uptime over the last 3 days' });
    expect(strip).toHaveAttribute('aria-valuetext', 'Nov 20, 2026: 100% online');
    strip.focus();
    await userEvent.keyboard('{ArrowLeft}');
    screen.getByText('Nov 19, 2026: 95.8% online, offline for 1 hr');
    await userEvent.keyboard('{Home}');
    screen.getByText('Nov 18, 2026: unknown');
    await userEvent.keyboard('{ArrowLeft}');
    expect(strip).toHaveAttribute('aria-valuenow', '0');
  });
});

describe('a sparkline', () => {
  test('has the lowest and highest voltage as its text alternative, and renders nothing if there are no voltages', () => {
    const { rerender, container } = render(<Sparkline tenths={[null, 412, 430, null, 421]} />);
    screen.getByRole('img', { name: '41.2 V to 43.0 V in the last 5 hours' });
    // Two segments, with a gap for the hour without a voltage.
    expect(container.querySelector('path')?.getAttribute('d')?.match(/M/g)).toHaveLength(2);
    rerender(<Sparkline tenths={[null, null]} />);
    expect(screen.queryByRole('img')).toBe(null);
  });
});

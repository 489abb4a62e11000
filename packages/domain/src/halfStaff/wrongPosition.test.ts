import { expect, test } from 'vitest';
import { orderOf, poleIn } from '../testing/halfStaff.ts';
import type { Pole } from './facts/poleFacts.ts';
import { wrongPosition, wrongPositionChangesAt } from './wrongPosition.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const START = Date.parse('2026-05-22T12:00:00Z');
const at = (date: string, time: string) => ({ kind: 'time', date, time }) as const;
const order = orderOf({
  issuedAt: START,
  approvedAt: START,
  starts: at('2026-05-23', '10:00'),
  ends: at('2026-05-24', '10:00'),
});
const exception = orderOf({
  ...{ id: 'o2', kind: 'full', issuedAt: START, approvedAt: START },
  starts: at('2026-05-23', '15:00'),
  ends: at('2026-05-23', '18:00'),
});
const facts = { orders: [order, exception], confirmedDays: [] };
const asked = {
  byPerson: true,
  to: 'half',
  at: START + 30 * MINUTE_MS,
  isConfirmed: true,
} as const;
const held = {
  ...{ id: 'h', by: 'Ann', reason: 'Rope', createdAt: START, commandId: 'c' },
  expires: { kind: 'at', at: START + 30 * 60 * MINUTE_MS } as const,
};

// Memorial Day 2026 is May 25.
test.each<[string, Partial<Pole>]>([
  ['is up', {}],
  ['is at half-staff', { position: 'half' }],
  ['was lowered by a user', { position: 'half', request: asked }],
  ['is held', { hold: held }],
  ['is held at half-staff', { position: 'half', hold: held }],
  ['follows no orders and is at half-staff', { position: 'half', optedIn: false }],
  ['is locked', { lock: { reason: 'Rope', by: 'u', byName: 'Ann', at: START } }],
  ['reports no position', { reported: null }],
])(
  'for a pole that %s, the result of a position check changes only at a time that the previous check predicted',
  (_what, more) => {
    const pole = poleIn('NY', more);
    const stateAt = (now: number) => {
      const wrong = wrongPosition(pole, facts, now, START);
      return wrong && { ...wrong, isAlertDue: wrong.alertAt !== null && wrong.alertAt <= now };
    };
    let changes = 0;
    let nextCheck = START;
    let known = stateAt(START);
    for (let now = START; now < START + 5 * DAY_MS; now += MINUTE_MS) {
      const state = stateAt(now);
      if (now < nextCheck) {
        expect(state, new Date(now).toISOString()).toEqual(known);
        continue;
      }
      if (JSON.stringify(state) !== JSON.stringify(known)) changes++;
      known = state;
      nextCheck = wrongPositionChangesAt(pole, facts, now, START);
      expect(nextCheck).toBeGreaterThan(now);
    }
    expect(changes > 0).toBe(pole.reported !== null);
  },
);

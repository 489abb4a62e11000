import { describe, expect, test } from 'vitest';
import { readRecord } from '../flags/record.ts';
import type { AlertCondition } from './conditionNames.ts';
import { type AlertSituation, judgeAlert } from './conditions.ts';
import { DEFAULT_ALERT_SETTINGS } from './settings.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const LONG_AGO = NOW - 1000 * MINUTE;

const online = { seenAt: NOW, voltage: 42 };
const judge = (condition: AlertCondition, node: object, more: Partial<AlertSituation> = {}) =>
  judgeAlert(condition, {
    record: readRecord(node),
    engineAlarm: null,
    wrongPosition: null,
    limits: DEFAULT_ALERT_SETTINGS,
    listeningSince: LONG_AGO,
    now: NOW,
    ...more,
  });
const holdsFrom = (since: number, cause: string) => ({ kind: 'holds', since, cause });

describe('the offline condition for alerts', () => {
  test.each([
    ['is not met by a pole that has just reported', 0, 'over'],
    ['is not met by a pole that is not offline yet', 4, 'over'],
    [
      'is unknown until the pole has been silent for the configured number of minutes',
      14,
      'unknown',
    ],
    ['is met once the pole has been silent for the configured number of minutes', 15, 'holds'],
  ])('%s', (_what, minutes, kind) => {
    const node = { seenAt: NOW - minutes * MINUTE, voltage: 42 };
    expect(judge('offline', node).kind).toBe(kind);
  });

  test("starts the alert at the time of the pole's last report, and shows the last voltage in the alert's text", () => {
    const seenAt = NOW - 20 * MINUTE;
    expect(judge('offline', { seenAt, voltage: 41.26 })).toEqual(
      holdsFrom(seenAt, 'No report for more than 15 minutes. Last voltage 41.3 V.'),
    );
    expect(judge('offline', { seenAt, voltage: 'n/a' })).toEqual(
      holdsFrom(seenAt, 'No report for more than 15 minutes.'),
    );
  });

  test('does not count time during which the server could not receive reports', () => {
    const node = { seenAt: NOW - 300 * MINUTE };
    expect(judge('offline', node, { listeningSince: NOW - 14 * MINUTE }).kind).toBe('unknown');
    expect(judge('offline', node, { listeningSince: NOW - 15 * MINUTE }).kind).toBe('holds');
  });

  test('is unknown for a pole that has never reported', () => {
    expect(judge('offline', {}).kind).toBe('unknown');
  });
});

describe('the voltage condition for alerts', () => {
  test.each([
    [39.9, 'holds'],
    [40, 'over'],
    [48, 'over'],
    [48.1, 'holds'],
    ['n/a', 'unknown'],
  ])('at %s V is classified as %s', (voltage, kind) => {
    expect(judge('voltage', { ...online, voltage }).kind).toBe(kind);
  });

  test("uses the company's own limits, and shows the violated limit in the alert's text", () => {
    const limits = { ...DEFAULT_ALERT_SETTINGS, voltageBelow: 22, voltageAbove: 29 };
    expect(judge('voltage', { ...online, voltage: 24 }, { limits }).kind).toBe('over');
    expect(judge('voltage', { ...online, voltage: 29.55 }, { limits })).toEqual(
      holdsFrom(NOW, '29.6 V, above 29 V.'),
    );
    expect(judge('voltage', { ...online, voltage: 2 }, { limits })).toEqual(
      holdsFrom(NOW, '2.0 V, below 22 V.'),
    );
  });

  test('is unknown for an offline pole', () => {
    expect(judge('voltage', { seenAt: NOW - 6 * MINUTE, voltage: 0 }).kind).toBe('unknown');
  });
});

describe('the wrong-position condition for alerts', () => {
  const wrongPosition = { since: LONG_AGO, cause: 'At half-staff with nothing in effect.' };
  test('is met as long as the flag is in the list of wrong positions, and is unknown for an offline pole', () => {
    expect(judge('wrong-position', online, { wrongPosition })).toEqual(
      holdsFrom(LONG_AGO, wrongPosition.cause),
    );
    expect(judge('wrong-position', online).kind).toBe('over');
    const away = { seenAt: NOW - 20 * MINUTE, voltage: 42 };
    expect(judge('wrong-position', away, { wrongPosition }).kind).toBe('unknown');
  });
});

describe('the alert conditions for unconfirmed commands and failed moves', () => {
  const sent = (secondsAgo: number, more: object = {}) => ({
    ...online,
    flagDown: true,
    reported: { flagUp: true, flagDown: false },
    command: { id: 'c', by: 'u', issuedAt: NOW - secondsAgo * 1000, ...more },
  });

  test('are met by a command that is not confirmed in time, and by a command that lapses', () => {
    expect(judge('not-confirmed', sent(14)).kind).toBe('over');
    expect(judge('not-confirmed', sent(20))).toEqual(
      holdsFrom(NOW - 5000, 'No response yet. Last reported: up.'),
    );
    expect(judge('movement-failed', sent(20)).kind).toBe('unknown');
    const givenUp = sent(900, { closedAt: NOW, outcome: 'lapsed' });
    expect(judge('not-confirmed', givenUp).kind).toBe('over');
    expect(judge('movement-failed', givenUp)).toEqual(
      holdsFrom(NOW, 'No response for 15 min. Last reported: up.'),
    );
  });

  test('are met by a failed move until a later move succeeds', () => {
    const followed = sent(900, { closedAt: NOW, outcome: 'confirmed' });
    expect(judge('movement-failed', followed).kind).toBe('over');
    expect(judge('movement-failed', sent(900, { closedAt: NOW, outcome: 'lapsed' })).kind).toBe(
      'holds',
    );
    expect(judge('movement-failed', online).kind).toBe('over');
  });

  test('are not met by a failure more than a day old', () => {
    const closedAt = NOW - 25 * 60 * MINUTE;
    expect(judge('movement-failed', sent(90_000, { closedAt, outcome: 'lapsed' })).kind).toBe(
      'unknown',
    );
  });

  test("are met by a problem that the half-staff engine reports, and show the engine's message as the cause", () => {
    const engineAlarm = 'Should be at half-staff; still reports up.';
    expect(judge('movement-failed', online, { engineAlarm })).toEqual(holdsFrom(NOW, engineAlarm));
  });
});

test('no alert begins for a pole while it is locked for maintenance', () => {
  const lock = { reason: 'Rope', by: 'u', byName: 'Ann', at: NOW };
  expect(judge('voltage', { ...online, voltage: 2, lock }).kind).toBe('unknown');
  expect(judge('offline', { seenAt: LONG_AGO, lock }).kind).toBe('unknown');
  expect(judge('offline', { ...online, lock }).kind).toBe('over');
});

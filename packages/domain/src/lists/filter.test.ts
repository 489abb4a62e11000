import { describe, expect, test } from 'vitest';
import type { Flag } from '../api/flags.ts';
import type { FlagFilter } from '../flags/filterNames.ts';
import { readRecord } from '../flags/record.ts';
import { viewFlag } from '../flags/view.ts';
import {
  criteriaCount,
  type FlagCriteria,
  isInPlace,
  meetsCriteria,
  NO_CRITERIA,
  readCriteria,
  toggledFilter,
  writeCriteria,
} from './filter.ts';

const NOW = Date.UTC(2026, 4, 25);

const view = (
  states: Record<string, unknown> = {},
  ago = 5,
  more: Record<string, unknown> = {},
) => {
  const reported = { flagUp: true, flagDown: false, flagHalf: false, lamp: false, ...states };
  const lastSeen = NOW / 1000 - ago;
  return viewFlag(
    readRecord({ voltage: 42, ...reported, ...more, reported: { ...reported, lastSeen } }),
    NOW,
  );
};
const listed: Pick<Flag, 'openAlerts' | 'state' | 'autopilot'> = {
  openAlerts: [],
  state: 'OH',
  autopilot: 'follows',
};
const lock = { lock: { reason: 'Rope', by: 'u', byName: 'ann', at: NOW } };

describe('filters', () => {
  test.each<[Partial<FlagCriteria>, boolean]>([
    [{}, true],
    [{ state: 'OH' }, true],
    [{ state: 'VA' }, false],
    [{ autopilot: 'follows' }, true],
    [{ autopilot: 'held' }, false],
    [{ position: 'up' }, true],
    [{ position: 'down' }, false],
    [{ show: ['online'] }, true],
    [{ show: ['online', 'locked'] }, false],
    [{ state: 'OH', position: 'up', autopilot: 'follows', show: ['online'] }, true],
    [{ state: 'OH', position: 'half', autopilot: 'follows', show: ['online'] }, false],
  ])('with %j match an online flag in Ohio in the position up: %s', (criteria, expected) => {
    expect(meetsCriteria({ ...NO_CRITERIA, ...criteria }, listed, view())).toBe(expected);
  });

  test('can limit the list to locked flags', () => {
    const locked = view({}, 5, lock);
    expect(meetsCriteria({ ...NO_CRITERIA, show: ['locked'] }, listed, locked)).toBe(true);
    expect(meetsCriteria({ ...NO_CRITERIA, show: ['locked'] }, listed, view())).toBe(false);
  });

  test('for an unknown position match poles that are moving or have reported no position', () => {
    const unknown = { ...NO_CRITERIA, position: 'unknown' } as const;
    const none = { flagUp: false };
    const command = { flagDown: true, command: { id: 'c', by: 'u', issuedAt: NOW - 1000 } };
    const moving = viewFlag(
      readRecord({ ...command, reported: { ...none, flagDown: false, lastSeen: NOW / 1000 } }),
      NOW,
    );
    expect(moving.position).toBe('moving');
    expect(meetsCriteria(unknown, listed, moving)).toBe(true);
    expect(meetsCriteria(unknown, listed, view(none))).toBe(true);
    expect(meetsCriteria(unknown, listed, undefined)).toBe(true);
    expect(meetsCriteria(unknown, listed, view())).toBe(false);
  });

  test.each<[FlagFilter[], FlagFilter, FlagFilter[]]>([
    [[], 'alert', ['alert']],
    [['alert'], 'alert', []],
    [['locked'], 'online', ['online', 'locked']],
    [['online', 'alert', 'locked'], 'offline', ['offline', 'locked']],
    [['offline', 'locked'], 'alert', ['alert', 'locked']],
  ])('are %j until a click on %s changes them to %j', (show, pressed, expected) => {
    expect(toggledFilter(show, pressed)).toEqual(expected);
  });

  test('stay the same when written to a URL and read again', () => {
    const criteria: FlagCriteria = {
      show: ['online', 'locked'],
      state: 'VA',
      position: 'half',
      autopilot: 'held',
    };
    expect(readCriteria(writeCriteria(criteria))).toEqual(criteria);
    expect(criteriaCount(criteria)).toBe(5);
    expect(writeCriteria(NO_CRITERIA)).toEqual({});
    expect(readCriteria({})).toEqual(NO_CRITERIA);
  });

  test('ignore unknown values in a URL', () => {
    const junk = { show: 'all,locked,__proto__', state: 'ZZ', position: 'moving', autopilot: '' };
    expect(readCriteria(junk)).toEqual({ ...NO_CRITERIA, show: ['locked'] });
  });
});

const flag = { companyId: 'acme', locationId: 'acme-harbor-1' };

test.each([
  [null, null, 'includes'],
  ['acme', null, 'includes'],
  [null, 'acme-harbor-1', 'includes'],
  ['acme', 'acme-harbor-1', 'includes'],
  ['acme', 'acme-harbor-12', 'excludes'],
  ['acme-harbor-1', null, 'excludes'],
  ['birch', 'acme-harbor-1', 'excludes'],
  [null, 'acme', 'excludes'],
])(
  'with the company %s and the location %s, a filter %s a flag of company acme at location acme-harbor-1',
  (companyId, locationId, expected) => {
    expect(isInPlace(flag, { companyId, locationId })).toBe(expected === 'includes');
  },
);

import { describe, expect, test } from 'vitest';
import { NOON, order } from '../page/testing/halfStaffPage.tsx';
import { termsLike } from './termsLike.ts';

const earlier = order('o1', 'Firefighter', {
  authority: 'city',
  scope: { kind: 'locations', locationIds: ['l1'] },
  sourceUrl: 'https://city.example/1',
  status: 'approved',
  approvedAt: NOON,
});
const MARCH = new Date(2027, 2, 30, 9).getTime();

describe('a new order based on an earlier one', () => {
  test('has the same authority, reason, poles, kind and number of days, but starts today', () => {
    expect(termsLike(earlier, MARCH)).toEqual({
      kind: 'half',
      authority: 'city',
      reason: 'Firefighter',
      scope: { kind: 'locations', locationIds: ['l1'] },
      issuedAt: MARCH,
      starts: { kind: 'sunrise', date: '2027-03-30' },
      ends: { kind: 'sunset', date: '2027-04-01' },
    });
  });

  test('if the earlier order began immediately, lasts as many days as that order did after its approval', () => {
    const immediate = { ...earlier, starts: { kind: 'immediately' as const } };
    expect(termsLike(immediate, MARCH)).toMatchObject({
      starts: { kind: 'immediately' },
      ends: { kind: 'sunset', date: '2027-04-04' },
    });
  });

  test('keeps clock times and an open-ended period', () => {
    const timed = {
      ...earlier,
      starts: { kind: 'time' as const, date: '2026-12-10', time: '09:30' },
      ends: { kind: 'open' as const },
    };
    expect(termsLike(timed, MARCH)).toMatchObject({
      starts: { kind: 'time', date: '2027-03-30', time: '09:30' },
      ends: { kind: 'open' },
    });
  });
});

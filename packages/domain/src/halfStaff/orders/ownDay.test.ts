import { describe, expect, test } from 'vitest';
import { nextOwnDayDate, type OwnDayRule, ownDayDate, ownDayRule } from './ownDay.ts';

const on = (month: number, day: number): OwnDayRule => ({ kind: 'date', month, day });

describe('the date of a custom day', () => {
  test.each<[OwnDayRule, number, string]>([
    [on(5, 15), 2027, '2027-05-15'],
    [on(12, 31), 2027, '2027-12-31'],
    [on(2, 29), 2028, '2028-02-29'],
    [on(2, 29), 2027, '2027-02-28'],
    [on(2, 29), 2100, '2100-02-28'],
    [{ kind: 'weekday', month: 10, weekday: 0, week: '1' }, 2027, '2027-10-03'],
    [{ kind: 'weekday', month: 10, weekday: 5, week: '1' }, 2027, '2027-10-01'],
    [{ kind: 'weekday', month: 2, weekday: 1, week: '4' }, 2027, '2027-02-22'],
    [{ kind: 'weekday', month: 5, weekday: 1, week: 'last' }, 2027, '2027-05-31'],
    [{ kind: 'weekday', month: 2, weekday: 2, week: 'last' }, 2028, '2028-02-29'],
    [{ kind: 'weekday', month: 12, weekday: 5, week: 'last' }, 2027, '2027-12-31'],
  ])('%j in %i is %s', (rule, year, date) => {
    expect(ownDayDate(rule, year)).toBe(date);
  });

  test('is the next date that matches the rule, counting from the given date', () => {
    expect(nextOwnDayDate(on(5, 15), '2027-05-15')).toBe('2027-05-15');
    expect(nextOwnDayDate(on(5, 15), '2027-05-16')).toBe('2028-05-15');
    expect(nextOwnDayDate(on(2, 29), '2027-03-01')).toBe('2028-02-29');
  });

  test('is valid only if it exists in at least one year', () => {
    expect(ownDayRule.safeParse(on(2, 29)).success).toBe(true);
    for (const wrong of [on(2, 30), on(4, 31), on(13, 1), on(1, 0), on(1, 1.5)])
      expect(ownDayRule.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  });
});

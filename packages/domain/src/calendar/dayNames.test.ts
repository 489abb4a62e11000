import { ENGLISH, messageOf, useLanguage } from '@halyard/messages/language';
import { afterEach, expect, test } from 'vitest';
import { dayName } from './dayNames.ts';
import { displayDays } from './displayDays.ts';
import { federalHolidays } from './federalHolidays.ts';
import { halfStaffDays } from './halfStaffDays.ts';

afterEach(() => useLanguage(ENGLISH));

test('every day in the calendar has a translatable name', () => {
  // A year when a president is sworn in.
  const days = [displayDays, federalHolidays, halfStaffDays].flatMap((daysOf) => daysOf(2025));
  const names = [...new Set(days.map(({ name }) => name))];
  const texts = names.map((name) => [messageOf(dayName(name)).id, `${name} (fr)`]);
  useLanguage({ tag: 'fr', texts: Object.fromEntries(texts) });
  expect(names.map(dayName)).toEqual(names.map((name) => `${name} (fr)`));
});

test('the reason for an order is shown in its original language', () => {
  expect(dayName('Mourning of a senator')).toBe('Mourning of a senator');
});

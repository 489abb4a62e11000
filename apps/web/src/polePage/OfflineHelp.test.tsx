import { expect, test } from 'vitest';
import { checksFor, likelyCause, neighborText } from './OfflineHelp.tsx';

test('the help for an offline pole shows the status of the other poles at the location', () => {
  expect(neighborText(0, 1)).toBe('The other pole here is online:');
  expect(neighborText(1, 1)).toBe('The other pole here is also offline:');
  expect(neighborText(0, 6)).toBe('All 6 other poles here are online:');
  expect(neighborText(6, 6)).toBe('All 6 other poles here are also offline:');
  expect(neighborText(2, 6)).toBe('4 of 6 other poles here are online. Also offline:');
  expect(neighborText(5, 6)).toBe('1 of 6 other poles here is online. Also offline:');
});

test('the help for an offline pole shows the probable cause, based on the strongest evidence', () => {
  const none = { isNew: false, isWholeSite: false, isAlone: false, lowVolts: null };
  expect(likelyCause({ ...none, isNew: true, isAlone: true })).toBe('Likely not set up yet.');
  expect(likelyCause({ ...none, isWholeSite: true, lowVolts: 38 })).toBe(
    'Likely a power or network problem at the whole site.',
  );
  expect(likelyCause({ ...none, isAlone: true, lowVolts: 38.24 })).toBe(
    'Likely a power problem: last voltage 38.2 V (too low).',
  );
  expect(likelyCause({ ...none, isAlone: true })).toBe(
    'Likely a problem with this pole’s power or antenna.',
  );
  expect(likelyCause(none)).toBeNull();
});

test('the help for offline poles suggests checking the site first if every pole there is offline', () => {
  expect(checksFor(false, true)[0]).toContain('site have power');
  expect(checksFor(false, false)[0]).toContain('pole have power');
  expect(checksFor(true, false)[0]).toContain('turned on');
});

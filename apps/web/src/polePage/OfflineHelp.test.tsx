import { expect, test } from 'vitest';
import { checksFor, neighborText } from './OfflineHelp.tsx';

test('the help for an offline pole shows the status of the other poles at the location', () => {
  expect(neighborText(0, 1)).toBe('The other pole here is online:');
  expect(neighborText(1, 1)).toBe('The other pole here is also offline:');
  expect(neighborText(0, 6)).toBe('All 6 other poles here are online:');
  expect(neighborText(6, 6)).toBe('All 6 other poles here are also offline:');
  expect(neighborText(2, 6)).toBe('4 of 6 other poles here are online. Also offline:');
  expect(neighborText(5, 6)).toBe('1 of 6 other poles here is online. Also offline:');
});

test('the help for offline poles suggests checking the site first if every pole there is offline', () => {
  expect(checksFor(false, true)[0]).toContain('site have power');
  expect(checksFor(false, false)[0]).toContain('pole have power');
  expect(checksFor(true, false)[0]).toContain('turned on');
});

import { expect, test } from 'vitest';
import { likelyCause } from './likelyCause.ts';

test('the likely cause shown for an offline pole is the one with the strongest evidence', () => {
  const none = { isNew: false, neighbors: { all: 0, offline: 0 }, lowVoltage: null };
  const alone = { all: 3, offline: 0 };
  expect(likelyCause({ ...none, isNew: true, neighbors: alone })).toBe('Likely not set up yet.');
  expect(likelyCause({ ...none, neighbors: { all: 3, offline: 3 }, lowVoltage: 38 })).toBe(
    'Likely a power or network problem at the whole site.',
  );
  expect(likelyCause({ ...none, neighbors: alone, lowVoltage: 38.24 })).toBe(
    'Likely a power problem: last voltage 38.2 V (too low).',
  );
  expect(likelyCause({ ...none, neighbors: alone })).toBe(
    'Likely a problem with this pole’s power or antenna.',
  );
  expect(likelyCause({ ...none, neighbors: { all: 3, offline: 1 } })).toBeNull();
  expect(likelyCause(none)).toBeNull();
});

import { describe, expect, test } from 'vitest';
import {
  ALL_OFF,
  positionsAreExclusive,
  switchById,
  withSwitch,
  withSwitches,
} from './switches.ts';

describe('spec §4: the position switches', () => {
  test('turn off when another position is turned on, and the lamp stays unchanged', () => {
    const up = { ...ALL_OFF, flagUp: true, lamp: true };
    expect(withSwitch(up, 'flagHalf', true)).toEqual({ ...ALL_OFF, flagHalf: true, lamp: true });
  });

  test('can all be off: turning one off does not turn another on', () => {
    const up = { ...ALL_OFF, flagUp: true };
    expect(withSwitch(up, 'flagUp', false)).toEqual(ALL_OFF);
    expect(positionsAreExclusive(ALL_OFF)).toBe(true);
  });

  test('are independent of the lamp', () => {
    const down = { ...ALL_OFF, flagDown: true };
    expect(withSwitch(down, 'lamp', true)).toEqual({ ...down, lamp: true });
  });

  test('turn off when another position is turned on together with the lamp', () => {
    const down = { ...ALL_OFF, flagDown: true };
    expect(withSwitches(down, { flagUp: true, lamp: true })).toEqual({
      ...ALL_OFF,
      flagUp: true,
      lamp: true,
    });
    expect(withSwitches(down, { flagUp: false, lamp: true })).toEqual({ ...down, lamp: true });
    expect(withSwitches(down, { flagDown: false })).toEqual(ALL_OFF);
  });

  test('cannot be on for two positions at once, whether or not the lamp is on', () => {
    expect(positionsAreExclusive({ flagUp: true, flagHalf: true })).toBe(false);
    expect(positionsAreExclusive({ flagUp: true, lamp: true })).toBe(true);
  });

  test('have the IDs and fields that spec §3 defines', () => {
    expect(['sw1', 'sw2', 'sw3', 'sw4'].map((id) => switchById(id as 'sw1').field)).toEqual([
      'flagUp',
      'flagDown',
      'flagHalf',
      'lamp',
    ]);
  });
});

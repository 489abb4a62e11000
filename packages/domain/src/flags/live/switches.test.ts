import { describe, expect, test } from 'vitest';
import {
  ALL_OFF,
  positionsAreExclusive,
  switchById,
  withSwitch,
  withSwitches,
} from './switches.ts';

describe('spec §4: exclusive positions', () => {
  test('turning one on turns the other two off and leaves the lamp', () => {
    const up = { ...ALL_OFF, flagUp: true, lamp: true };
    expect(withSwitch(up, 'flagHalf', true)).toEqual({ ...ALL_OFF, flagHalf: true, lamp: true });
  });

  test('turning one off changes only it: all three off is legal', () => {
    const up = { ...ALL_OFF, flagUp: true };
    expect(withSwitch(up, 'flagUp', false)).toEqual(ALL_OFF);
    expect(positionsAreExclusive(ALL_OFF)).toBe(true);
  });

  test('the lamp is independent', () => {
    const down = { ...ALL_OFF, flagDown: true };
    expect(withSwitch(down, 'lamp', true)).toEqual({ ...down, lamp: true });
  });

  test('several are set at once; a position that is on turns the others off', () => {
    const down = { ...ALL_OFF, flagDown: true };
    expect(withSwitches(down, { flagUp: true, lamp: true })).toEqual({
      ...ALL_OFF,
      flagUp: true,
      lamp: true,
    });
    expect(withSwitches(down, { flagUp: false, lamp: true })).toEqual({ ...down, lamp: true });
    expect(withSwitches(down, { flagDown: false })).toEqual(ALL_OFF);
  });

  test('two at once are recognised, whatever the lamp', () => {
    expect(positionsAreExclusive({ flagUp: true, flagHalf: true })).toBe(false);
    expect(positionsAreExclusive({ flagUp: true, lamp: true })).toBe(true);
  });

  test('ids and fields belong together (spec §3)', () => {
    expect(['sw1', 'sw2', 'sw3', 'sw4'].map((id) => switchById(id as 'sw1').field)).toEqual([
      'flagUp',
      'flagDown',
      'flagHalf',
      'lamp',
    ]);
  });
});

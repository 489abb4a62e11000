import { describe, expect, test } from 'vitest';
import { SPECIFIED_VOLTAGE_LIMITS } from './limits.ts';
import { formatVoltage, judgeVoltage, readVoltage } from './voltage.ts';

describe('a voltage', () => {
  test.each([
    [42.7, 42.7],
    ['42.7', 42.7],
    [' 42 ', 42],
    ['.5', 0.5],
    ['-1', -1],
    ['n/a', null],
    ['', null],
    ['4e2', null],
    ['0x20', null],
    ['42,7', null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [true, null],
    [{ value: 42 }, null],
    [undefined, null],
  ])('written as %j is read as %j', (raw, volts) => {
    expect(readVoltage(raw)).toBe(volts);
  });

  test.each([
    [null, 'normal', null],
    [0, 'normal', 'low'],
    [39.9, 'normal', 'low'],
    [40, 'normal', null],
    [44, 'normal', null],
    [44.1, 'warning', null],
    [48, 'warning', null],
    [48.1, 'error', 'high'],
  ])('spec §4: %j V is %s, outside the limits: %s', (volts, status, outside) => {
    expect(judgeVoltage(volts, SPECIFIED_VOLTAGE_LIMITS)).toEqual({ status, outside });
  });

  test.each([
    [null, 'normal', null],
    [21.9, 'error', 'low'],
    [22, 'normal', null],
    [25, 'normal', null],
    [25.1, 'warning', null],
    [29, 'warning', null],
    [29.1, 'error', 'high'],
    [42, 'error', 'high'],
  ])(
    'is checked against limits of 22 V and 29 V: %j V is %s, outside the limits: %s',
    (volts, status, outside) => {
      expect(judgeVoltage(volts, { below: 22, above: 29 })).toEqual({ status, outside });
    },
  );

  test('is shown with one decimal and the unit, or as a dash if it is missing', () => {
    expect(formatVoltage(42.66)).toBe('42.7 V');
    expect(formatVoltage(null)).toBe('–');
  });
});

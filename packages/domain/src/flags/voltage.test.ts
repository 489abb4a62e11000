import { describe, expect, test } from 'vitest';
import { formatVoltage, isVoltageAlert, readVoltage, voltageStatus } from './voltage.ts';

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
    [null, 'normal', false],
    [0, 'normal', true],
    [39.9, 'normal', true],
    [40, 'normal', false],
    [44, 'normal', false],
    [44.1, 'warning', false],
    [48, 'warning', false],
    [48.1, 'error', true],
  ])('spec §4: %j V is %s, an alert: %s', (volts, status, alert) => {
    expect(voltageStatus(volts)).toBe(status);
    expect(isVoltageAlert(volts)).toBe(alert);
  });

  test('is shown with one decimal and V, or a dash', () => {
    expect(formatVoltage(42.66)).toBe('42.7 V');
    expect(formatVoltage(null)).toBe('–');
  });
});

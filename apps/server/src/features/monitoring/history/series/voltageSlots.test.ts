import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hundredths, mergeSlots, pack, type Slots, thinned, unpack } from './voltageSlots.ts';

const slot = fc
  .tuple(fc.integer({ min: -1e8, max: 1e8 }), fc.nat(2000), fc.nat(2000))
  .map(([mean, below, above]) => ({ min: mean - below, mean, max: mean + above }));
const slots = fc
  .array(fc.option(slot), { maxLength: 300 })
  .map((volts): Slots => ({ step: 5, volts }));

describe('packed voltage series', () => {
  test('have the same values after being packed and unpacked, including gaps', () => {
    fc.assert(
      fc.property(slots, (given) => {
        expect(unpack(pack(given))).toEqual(given);
      }),
    );
  });

  test('take less than 1 KB per day for a pole with a steady voltage', () => {
    const volts = Array.from({ length: 288 }, (_, i) => {
      const mean = 4250 + Math.round(40 * Math.sin(i / 20));
      return { min: mean - 12, mean, max: mean + 15 };
    });
    expect(pack({ step: 5, volts }).length).toBeLessThan(1000);
  });

  test('cannot be unpacked if they are truncated', () => {
    const whole = pack({ step: 5, volts: [{ min: 4100, mean: 4200, max: 4300 }] });
    expect(() => unpack(whole.subarray(0, -1))).toThrow(RangeError);
  });
});

test('downsampling voltage readings keeps the lowest and highest values, and leaves a time slot empty only if it had no readings', () => {
  fc.assert(
    fc.property(slots, fc.constantFrom(60, 1440), (given, step) => {
      const each = step / 5;
      const thin = thinned(given, step);
      expect(thin.volts).toHaveLength(Math.ceil(given.volts.length / each));
      for (const [i, volts] of thin.volts.entries()) {
        const of = given.volts.slice(i * each, (i + 1) * each).filter((one) => one !== null);
        expect(volts === null).toBe(of.length === 0);
        if (!volts) continue;
        expect(volts.min).toBe(Math.min(...of.map(({ min }) => min)));
        expect(volts.max).toBe(Math.max(...of.map(({ max }) => max)));
        expect(volts.mean).toBeGreaterThanOrEqual(volts.min);
        expect(volts.mean).toBeLessThanOrEqual(volts.max);
      }
    }),
  );
});

test('impossible voltages from a device are clamped to the range that a packed series can store', () => {
  expect(hundredths(42.125)).toBe(4213);
  const huge = [hundredths(1e300), hundredths(-1e300)].map((v) => ({ min: v, mean: v, max: v }));
  expect(unpack(pack({ step: 5, volts: huge })).volts).toEqual(huge);
  expect(mergeSlots([])).toBe(null);
});

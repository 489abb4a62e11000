import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DueTimes } from './dueTimes.ts';

describe('scheduled times', () => {
  test('are returned once, when they are reached', () => {
    const times = new DueTimes<string>();
    times.set('early', 1500);
    times.set('late', 9000);
    expect(times.take(1499)).toEqual([]);
    expect(times.take(1500)).toEqual(['early']);
    expect(times.take(8999)).toEqual([]);
    expect(times.take(20_000)).toEqual(['late']);
    expect(times.take(90_000)).toEqual([]);
  });

  test('can be postponed, moved to an earlier time, and deleted', () => {
    const times = new DueTimes<string>();
    for (const item of ['put off', 'moved forward', 'deleted', 'never']) times.set(item, 5000);
    times.set('put off', 12_000);
    times.set('moved forward', 1000);
    times.delete('deleted');
    times.set('never', Number.POSITIVE_INFINITY);
    expect(times.take(1000)).toEqual(['moved forward']);
    expect(times.take(6000)).toEqual([]);
    expect(times.take(12_000)).toEqual(['put off']);
  });

  test('are reported as due exactly when a linear search would find them due', () => {
    const step = fc.record({
      item: fc.integer({ min: 0, max: 9 }),
      at: fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.constant(Number.POSITIVE_INFINITY)),
      pass: fc.integer({ min: 0, max: 4000 }),
      isTaken: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const times = new DueTimes<number>();
        const expected = new Map<number, number>();
        let now = 0;
        for (const { item, at, pass, isTaken } of steps) {
          times.set(item, at);
          expected.set(item, at);
          now += pass;
          if (!isTaken) continue;
          const due = [...expected].filter(([, time]) => time <= now).map(([each]) => each);
          for (const each of due) expected.delete(each);
          expect(times.take(now).sort()).toEqual(due.sort());
        }
      }),
    );
  });
});

import { activityText, outcomeText } from '@halyard/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RefusedWrite } from '../../realtime/refusedWrites.ts';
import { ENTERED_EACH, Refusals, SPAN_MS } from './refusals.ts';

const NOW = 1_763_640_000_000;

const write = (more: Partial<RefusedWrite> = {}, by = 'eve'): RefusedWrite => ({
  by,
  poles: [{ ownerId: 'o', flagId: 'F-1' }],
  of: () => ({ states: { flagDown: true }, isLocked: false }),
  ...more,
});

describe('writes that the rules refuse', () => {
  let refusals: Refusals;
  const texts = (happenings: ReturnType<Refusals['note']>) =>
    happenings.map((one) => `${activityText(one)}: ${outcomeText(one)}`);
  beforeEach(() => {
    let seq = 0;
    refusals = new Refusals(() => ++seq);
  });

  test('are told with who, which pole, what for, from where and why', () => {
    const locked = write({ of: () => ({ states: { lamp: true }, isLocked: true }) });
    const [first] = refusals.note(locked, '192.0.2.7', NOW);
    expect(first).toMatchObject({
      kind: 'flag.command',
      address: { ownerId: 'o', flagId: 'F-1' },
      command: { by: 'eve', address: '192.0.2.7', at: NOW },
      outcome: 'refused',
    });
    expect(texts([first!])).toEqual(['Lamp on: Refused: locked for work at the pole']);
    const other = write({ of: () => ({ states: null, isLocked: false }) });
    expect(texts(refusals.note(other, null, NOW))).toEqual([
      'Direct write to the realtime database: Refused: not allowed by the rules of the realtime database',
    ]);
  });

  test('of one who never stops are bounded, and counted', () => {
    const entered = Array.from({ length: 5000 }, (_, i) => refusals.note(write(), null, NOW + i));
    expect(entered.flat()).toHaveLength(ENTERED_EACH);
    expect(refusals.note(write({}, 'someone else'), null, NOW)).toHaveLength(1);
    expect(refusals.tick(NOW + SPAN_MS - 1)).toEqual([]);
    const [told, ...others] = refusals.tick(NOW + SPAN_MS);
    expect(others).toEqual([]);
    expect(told).toMatchObject({ address: null, command: { by: 'eve' }, outcome: 'refused' });
    expect(activityText(told!)).toMatch(/: 4980 more in 10 minutes$/);
    expect(refusals.note(write(), null, NOW + SPAN_MS)).toHaveLength(1);
    expect(refusals.end(NOW + SPAN_MS)).toEqual([]);
  });

  test('of one write to many poles count one by one', () => {
    const poles = Array.from({ length: 10_000 }, (_, i) => ({ ownerId: 'o', flagId: `F-${i}` }));
    expect(refusals.note(write({ poles }), null, NOW)).toHaveLength(ENTERED_EACH);
    expect(activityText(refusals.end(NOW)[0]!)).toMatch(/: 9980 more/);
  });
});

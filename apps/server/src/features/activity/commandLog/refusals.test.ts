import { activityText, outcomeText } from '@halyard/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Refusal } from '../../calls/refusals.ts';
import type { Happening } from './commandWatch.ts';
import { LONGEST_MS, QUIET_MS, Refusals } from './refusals.ts';

const NOW = 1_763_640_000_000;
const EVE = { by: 'eve', address: '192.0.2.7', channel: 'live' } as const;

const refusal = (flagId = 'F-1', cause = 'not allowed'): Refusal => ({
  kind: 'flag.command',
  pole: { ownerId: 'o', flagId },
  detail: { lamp: true, cause },
});

describe('the log of refused commands', () => {
  let refusals: Refusals;
  const texts = (happenings: Happening[]) =>
    happenings.map((one) => `${activityText(one)}: ${outcomeText(one)}`);
  beforeEach(() => {
    refusals = new Refusals('live.write');
  });

  test('shows the user, pole, request, IP address and reason of a single refusal', () => {
    refusals.note(EVE, [refusal('F-1', 'locked for maintenance')], NOW);
    expect(refusals.tick(NOW + QUIET_MS - 1)).toEqual([]);
    const entries = refusals.tick(NOW + QUIET_MS);
    expect(entries).toMatchObject([
      {
        kind: 'flag.command',
        address: { ownerId: 'o', flagId: 'F-1' },
        command: { ...EVE, at: NOW },
        outcome: 'refused',
        at: NOW,
      },
    ]);
    expect(texts(entries)).toEqual(['Lamp on: Rejected: locked for maintenance']);
  });

  test("combines each user's refusals into one entry with a count", () => {
    for (let i = 0; i < 5000; i++) refusals.note(EVE, [refusal(`F-${i % 7}`)], NOW + i);
    refusals.note({ ...EVE, by: 'ann', address: null }, [refusal()], NOW);
    const [eves, anns, ...others] = refusals.tick(NOW + 5000 + QUIET_MS);
    expect(others).toEqual([]);
    expect(eves).toMatchObject({ address: null, command: EVE });
    expect(texts([eves!, anns!])).toEqual([
      'Direct write to the realtime database: 5000 rejected within 5 sec, at 7 places: Rejected: not allowed',
      'Lamp on: Rejected: not allowed',
    ]);
  });

  test("shows every IP address from a user's current burst of refused commands, but none from earlier bursts", () => {
    refusals.note(EVE, [refusal()], NOW);
    refusals.note({ ...EVE, address: '198.51.100.2' }, [refusal()], NOW + 1);
    refusals.note(EVE, [refusal()], NOW + 2);
    const both = '192.0.2.7, 198.51.100.2';
    expect(refusals.tick(NOW + 2 + QUIET_MS)).toMatchObject([{ command: { address: both } }]);
    refusals.note({ ...EVE, address: '198.51.100.2', channel: 'api' }, [refusal()], NOW + 60_000);
    expect(refusals.end()).toMatchObject([
      { command: { address: '198.51.100.2', channel: 'api' } },
    ]);
  });

  test("shows a user's first few IP addresses, and how many more there are", () => {
    for (let i = 0; i < 20; i++)
      refusals.note({ ...EVE, address: `192.0.2.${i}` }, [refusal()], NOW);
    const address = '192.0.2.0, 192.0.2.1, 192.0.2.2, 192.0.2.3, 16 more';
    expect(refusals.end()).toMatchObject([{ command: { address } }]);
  });

  test('counts every pole in a request for many poles', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => refusal(`F-${i}`));
    refusals.note(EVE, many, NOW);
    expect(texts(refusals.end())[0]).toMatch(/: 10000 rejected within 1 sec, at 10000 places/);
    expect(refusals.end()).toEqual([]);
  });

  test.each([1, 100, 2500, 60_000])(
    'has only a few entries about an actor who repeats a refused request every %i ms for a day',
    (every) => {
      const day = 24 * 3_600_000;
      let entries = 0;
      for (let at = 0; at < day; at += Math.max(every, 500)) {
        refusals.note(EVE, [refusal()], NOW + at);
        entries += refusals.tick(NOW + at + Math.max(every, 500) - 1).length;
      }
      expect(entries).toBeLessThanOrEqual(day / LONGEST_MS + 10);
    },
  );
});

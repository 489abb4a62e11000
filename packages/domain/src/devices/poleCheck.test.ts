import { describe, expect, test } from 'vitest';
import { readRecord } from '../flags/record.ts';
import { checkSteps, testPosition } from './poleCheck.ts';
import { REFUSAL_REASONS, refusalAdvice, refusalText } from './refusals.ts';
import type { PoleCheck, PoleTest, RefusedDevice } from './schemas.ts';

const NOW = 1_763_640_000_000;
const states = { flagUp: true, flagDown: false, flagHalf: false, lamp: false };
const healthy = {
  ...states,
  seenAt: NOW - 1000,
  reported: { ...states, lastSeen: NOW / 1000 - 1 },
};

const refusal = (changes: Partial<RefusedDevice> = {}): RefusedDevice => ({
  ...{ id: 'r', reason: 'unknown-key', flag: null, company: null, path: null, detail: '20' },
  ...{ address: null, count: 1, firstAt: NOW - 500, lastAt: NOW - 500 },
  ...changes,
});
const stepsOf = (
  node: object,
  { heardAt = NOW - 1000, ...changes }: Partial<PoleCheck> & { heardAt?: number | null } = {},
) =>
  checkSteps({
    check: {
      ...{ name: 'Gate', live: readRecord(node), isNew: false, obstacle: null },
      ...{ refused: null, test: null },
      ...changes,
    },
    heardAt,
    now: NOW,
  });
const statesOf = (...args: Parameters<typeof stepsOf>) => stepsOf(...args).map((one) => one.state);

describe('the checklist of a new pole', () => {
  test('shows every step as waiting if the pole has never reported', () => {
    expect(statesOf({}, { heardAt: null })).toEqual(Array(5).fill('waiting'));
  });

  test('shows a rejected key as a problem unless a key has been accepted since', () => {
    const [key] = stepsOf({}, { heardAt: null, refused: refusal() });
    expect(key).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('unknown key (20 characters)') as string,
    });
    expect(statesOf(healthy, { heardAt: NOW, refused: refusal() })[0]).toBe('done');
  });

  test("shows the key as accepted once the pole reports, despite unauthenticated requests to the pole's path", () => {
    const later = { lastAt: NOW };
    for (const reason of ['unknown-key', 'no-key', 'other-flag'] as const)
      expect(statesOf(healthy, { refused: refusal({ reason, ...later }) })[0]).toBe('done');
    const revoked = refusal({ reason: 'revoked-key', ...later });
    expect(statesOf(healthy, { refused: revoked })[0]).toBe('problem');
  });

  test("shows that the key was accepted even if the pole's report was rejected", () => {
    const refused = refusal({ reason: 'malformed', detail: 'reported/flagUp' });
    expect(statesOf({}, { heardAt: null, refused }).slice(0, 3)).toEqual([
      'done',
      'problem',
      'waiting',
    ]);
  });

  test('shows a problem if a pole that has reported is now offline', () => {
    const node = { ...healthy, seenAt: NOW - 600_000, reported: { ...states } };
    expect(stepsOf(node)[0]).toMatchObject({ state: 'problem' });
  });

  test('shows a problem if the pole reports two positions at once', () => {
    const reported = { ...states, flagDown: true, lastSeen: NOW / 1000 };
    expect(statesOf({ ...healthy, reported })[1]).toBe('problem');
  });

  test('accepts a report with no time, or with a time that is off by at most five minutes, in seconds or milliseconds', () => {
    for (const lastSeen of [NOW / 1000 - 250, NOW + 250_000, undefined])
      expect(statesOf({ ...healthy, reported: { ...states, lastSeen } })[2]).toBe('done');
    for (const lastSeen of [NOW / 1000 - 400, NOW + 400_000])
      expect(statesOf({ ...healthy, reported: { ...states, lastSeen } })[2]).toBe('problem');
  });

  test('is complete when the pole has reached the test position within the time limit and moved back', () => {
    const test: PoleTest = {
      phase: 'restoring',
      by: 'ann',
      position: 'half',
      positionBefore: 'up',
      startedAt: NOW,
      tookMs: 3000,
      problem: null,
      endedAt: null,
    };
    expect(statesOf(healthy, { test }).slice(3)).toEqual(['waiting', 'done']);
    expect(statesOf(healthy, { test: { ...test, phase: 'passed', endedAt: NOW } })).toEqual(
      Array(5).fill('done'),
    );
  });

  test('uses the smallest possible test move, and never moves the flag all the way down', () => {
    expect([
      testPosition('up'),
      testPosition('half'),
      testPosition('down'),
      testPosition(null),
    ]).toEqual(['half', 'up', 'up', 'up']);
  });
});

test.each(REFUSAL_REASONS)(
  'the refusal reason %s has an explanation that says what to do',
  (reason) => {
    const detail = reason === 'clock-off' ? '-7200' : null;
    expect(refusalText({ reason, detail })).toMatch(/^[A-Z]/);
    expect(refusalAdvice({ reason, detail })).toMatch(/\.$/);
  },
);

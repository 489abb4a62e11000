import { expect, test } from 'vitest';
import type { Verdict } from './conditions.ts';
import { alertStep, CALM_MS, type OpenAlert } from './episode.ts';

const HOLDS: Verdict = { kind: 'holds', since: 5, cause: 'Why' };
const OVER: Verdict = { kind: 'over' };
const UNKNOWN: Verdict = { kind: 'unknown' };
const holding: OpenAlert = { overSince: null };

const NOW = 1_000_000;
const calmFor = (ms: number): OpenAlert => ({ overSince: NOW - ms });

test.each<[string, OpenAlert | null, Verdict, object | null]>([
  ['begins where it holds', null, HOLDS, { kind: 'start', since: 5, cause: 'Why' }],
  ['does not begin where nothing can be said', null, UNKNOWN, null],
  ['does not begin where it is over', null, OVER, null],
  ['goes on', holding, HOLDS, null],
  ['goes on where nothing can be said', holding, UNKNOWN, null],
  ['is watched once it is over', holding, OVER, { kind: 'calm', overSince: NOW }],
  ['has not ended before it was over for a while', calmFor(CALM_MS - 1), OVER, null],
  ['ended when it was first over', calmFor(CALM_MS), OVER, { kind: 'end', endedAt: NOW - CALM_MS }],
  ['is still the same one where the pole only came by', calmFor(9), HOLDS, { kind: 'resume' }],
  ['does not end while nothing can be said', calmFor(2 * CALM_MS), UNKNOWN, null],
  [
    'starts to count again by a clock that was put back',
    calmFor(-500),
    OVER,
    { kind: 'calm', overSince: NOW },
  ],
])('an alert %s', (_what, open, verdict, step) => {
  expect(alertStep(open, verdict, NOW)).toEqual(step);
});

import { expect, test } from 'vitest';
import type { AlertVerdict } from './conditions.ts';
import { alertStep, CALM_MS, type OpenAlert } from './episode.ts';

const HOLDS: AlertVerdict = { kind: 'holds', since: 5, cause: 'Why' };
const OVER: AlertVerdict = { kind: 'over' };
const UNKNOWN: AlertVerdict = { kind: 'unknown' };
const holding: OpenAlert = { overSince: null };

const NOW = 1_000_000;
const calmFor = (ms: number): OpenAlert => ({ overSince: NOW - ms });

test.each<[string, OpenAlert | null, AlertVerdict, object | null]>([
  ['begins if its condition is met', null, HOLDS, { kind: 'start', since: 5, cause: 'Why' }],
  ['does not begin if its condition is unknown', null, UNKNOWN, null],
  ['does not begin if its condition is not met', null, OVER, null],
  ['continues while its condition is met', holding, HOLDS, null],
  ['continues if its condition is unknown', holding, UNKNOWN, null],
  [
    'starts its two-minute wait when its condition ends',
    holding,
    OVER,
    { kind: 'calm', overSince: NOW },
  ],
  ['does not end before the two-minute wait is over', calmFor(CALM_MS - 1), OVER, null],
  [
    'is recorded as ended when its condition ended, not when the wait is over',
    calmFor(CALM_MS),
    OVER,
    { kind: 'end', endedAt: NOW - CALM_MS },
  ],
  ['resumes if its condition is met again during the wait', calmFor(9), HOLDS, { kind: 'resume' }],
  ['does not end while its condition is unknown', calmFor(2 * CALM_MS), UNKNOWN, null],
  [
    'restarts the wait if the clock was set back',
    calmFor(-500),
    OVER,
    { kind: 'calm', overSince: NOW },
  ],
])('an alert %s', (_what, open, verdict, step) => {
  expect(alertStep(open, verdict, NOW)).toEqual(step);
});

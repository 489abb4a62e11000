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
  ['begins if the condition holds', null, HOLDS, { kind: 'start', since: 5, cause: 'Why' }],
  ['does not begin if the condition is unknown', null, UNKNOWN, null],
  ['does not begin if the condition is over', null, OVER, null],
  ['continues', holding, HOLDS, null],
  ['continues if the condition is unknown', holding, UNKNOWN, null],
  [
    'starts its calm time once the condition is over',
    holding,
    OVER,
    { kind: 'calm', overSince: NOW },
  ],
  ['does not end before its calm time is over', calmFor(CALM_MS - 1), OVER, null],
  [
    'ends as of the time the condition was over',
    calmFor(CALM_MS),
    OVER,
    { kind: 'end', endedAt: NOW - CALM_MS },
  ],
  ['resumes if the condition returns in its calm time', calmFor(9), HOLDS, { kind: 'resume' }],
  ['does not end while the condition is unknown', calmFor(2 * CALM_MS), UNKNOWN, null],
  [
    'restarts its calm time if the clock was set back',
    calmFor(-500),
    OVER,
    { kind: 'calm', overSince: NOW },
  ],
])('an alert %s', (_what, open, verdict, step) => {
  expect(alertStep(open, verdict, NOW)).toEqual(step);
});

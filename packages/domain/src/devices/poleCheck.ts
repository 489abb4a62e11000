import { select, t } from '@halyard/messages';
import { CLOCK_TRUST_MS } from '../flags/limits.ts';
import type { Position } from '../flags/live/position.ts';
import { positionsAreExclusive, SWITCHES } from '../flags/live/switches.ts';
import { isOnline, saidAt } from '../flags/presence.ts';
import type { FlagRecord } from '../flags/record.ts';
import { clockOffText, refusalAdvice, refusalText, refusedKeyText } from './refusals.ts';
import type { PoleCheck, PoleTestPhase } from './schemas.ts';

/** Whether a pole test is in progress. */
export const isTesting = (phase: PoleTestPhase): boolean =>
  phase === 'moving' || phase === 'restoring';

/**
 * Returns the position to which a test moves a pole that is in the position `from`: the one that
 * needs the least movement.
 */
export const testPosition = (from: Position | null): Position => (from === 'up' ? 'half' : 'up');

/**
 * Returns how many seconds the pole's clock is ahead of the server's; null if the pole reported no
 * time.
 */
export function clockOffset(record: Pick<FlagRecord, 'lastSeen' | 'seenAt'>): number | null {
  const said = saidAt(record);
  return said === null || record.seenAt === null ? null : Math.round((said - record.seenAt) / 1000);
}

/** Whether a pole's clock is so far off that the server does not trust it. */
export const isClockOff = (seconds: number): boolean => Math.abs(seconds) * 1000 > CLOCK_TRUST_MS;

export type CheckStepId = 'key' | 'states' | 'clock' | 'moved' | 'in-time';

/** One item of the installation checklist. */
export interface CheckStep {
  id: CheckStepId;
  title: string;
  state: 'waiting' | 'done' | 'problem';
  /**
   * The result of the checklist item, or what to do next, as user-facing text. Null if the title is
   * enough.
   */
  text: string | null;
}

export interface CheckInput {
  check: PoleCheck;
  /**
   * The time when the pole last reported with the key being checked, in epoch milliseconds; null if
   * never.
   */
  heardAt: number | null;
  /** Current time by the server's clock, in epoch milliseconds. */
  now: number;
}

/** Returns the checklist for a pole that is being installed or tested. */
export function checkSteps(input: CheckInput): CheckStep[] {
  return [keyStep(input), statesStep(input), clockStep(input), ...testSteps(input)];
}

/**
 * Rejection reasons that anyone who knows the pole's realtime path can trigger. While the pole is
 * reporting, the checklist ignores rejections for these reasons.
 */
const BY_ANYONE = ['unknown-key', 'no-key', 'other-flag'];

/**
 * Returns the latest rejected request of the pole's device if no report has been accepted since;
 * otherwise null.
 */
function refusalSince({ check, heardAt, now }: CheckInput) {
  const { refused, live } = check;
  const isReporting = heardAt !== null && isOnline(live, now);
  if (refused !== null && isReporting && BY_ANYONE.includes(refused.reason)) return null;
  return refused !== null && refused.lastAt > (heardAt ?? 0) ? refused : null;
}

function keyStep(input: CheckInput): CheckStep {
  const { heardAt, check, now } = input;
  const step = { id: 'key', title: t`Key accepted` } as const;
  const refused = refusalSince(input);
  const refusal = refused && refusedKeyText(refused);
  if (refusal) return { ...step, state: 'problem', text: `${refusal} ${refusalAdvice(refused)}` };
  // If a report was refused for its content, the key was accepted.
  if (heardAt === null && !refused)
    return { ...step, state: 'waiting', text: t`Waiting for the pole’s first report.` };
  if (heardAt !== null && !refused && !isOnline(check.live, now))
    return {
      ...step,
      state: 'problem',
      text: t`The pole is offline. Check its power and network connection.`,
    };
  return { ...step, state: 'done', text: null };
}

function statesStep(input: CheckInput): CheckStep {
  const { heardAt } = input;
  const record = input.check.live;
  const step = { id: 'states', title: t`All positions and the lamp reported` } as const;
  const refused = refusalSince(input);
  if (refused?.reason === 'malformed')
    return {
      ...step,
      state: 'problem',
      text: t`${{ problem: refusalText(refused) }}. ${{ advice: refusalAdvice(refused) }}`,
    };
  if (heardAt === null) return { ...step, state: 'waiting', text: null };
  const missing = SWITCHES.filter(({ field }) => record.reported[field] === undefined);
  if (missing.length > 0) {
    const fields = missing.map(({ field }) => `reported/${field}`).join(', ');
    const text = t`Not reported: ${{ fields }}. Send each as true or false.`;
    return { ...step, state: 'problem', text };
  }
  if (!positionsAreExclusive(record.reported))
    return {
      ...step,
      state: 'problem',
      text: t`The pole reports two positions at once. Only one can be true.`,
    };
  return { ...step, state: 'done', text: null };
}

function clockStep({ check, heardAt }: CheckInput): CheckStep {
  const step = { id: 'clock', title: t`Clock is correct` } as const;
  if (heardAt === null) return { ...step, state: 'waiting', text: null };
  const offset = clockOffset(check.live);
  if (offset === null)
    return {
      ...step,
      state: 'done',
      text: t`The pole does not report its time. Using server time.`,
    };
  if (!isClockOff(offset)) return { ...step, state: 'done', text: null };
  const advice = refusalAdvice({ reason: 'clock-off', detail: null });
  return {
    ...step,
    state: 'problem',
    text: `${t`The clock is ${{ offset: clockOffText(offset) }}.`} ${advice}`,
  };
}

function testSteps({ check }: CheckInput): CheckStep[] {
  const moved = { id: 'moved', title: t`Moved by a test command` } as const;
  const inTime = { id: 'in-time', title: t`Responded in time` } as const;
  const { test, live } = check;
  if (test === null)
    return [
      { ...moved, state: 'waiting', text: t`Not tested yet.` },
      { ...inTime, state: 'waiting', text: null },
    ];
  const { phase, position, positionBefore: back, tookMs, problem } = test;
  if (tookMs === null) {
    const isOver = !isTesting(phase) || problem !== null;
    const state = isOver ? 'problem' : 'waiting';
    const text = isOver
      ? problem
      : t`Moving ${select({ position }, { up: 'up', half: 'to half-staff', other: 'down' })}…`;
    return [
      { ...moved, state, text },
      { ...inTime, state, text: null },
    ];
  }
  const fine = phase === 'restoring' ? 'waiting' : 'done';
  const text = problem ?? movedText(position, back, phase);
  return [
    { ...moved, state: problem === null ? fine : 'problem', text },
    { ...inTime, ...inTimeState(tookMs, live.moveTimeout) },
  ];
}

function movedText(position: Position, back: Position | null, phase: PoleTestPhase): string {
  if (back === null)
    return t`Moved ${select({ position }, { up: 'up', half: 'to half-staff', other: 'down' })}, and stayed there because its earlier position is unknown.`;
  return phase === 'restoring'
    ? t`Moved ${select({ position }, { up: 'up', half: 'to half-staff', other: 'down' })}. Going back ${select({ back }, { up: 'up', half: 'to half-staff', other: 'down' })}…`
    : t`Moved ${select({ position }, { up: 'up', half: 'to half-staff', other: 'down' })} and back ${select({ back }, { up: 'up', half: 'to half-staff', other: 'down' })}.`;
}

function inTimeState(tookMs: number, allowed: number): Pick<CheckStep, 'state' | 'text'> {
  const seconds = Math.max(1, Math.round(tookMs / 1000));
  if (tookMs <= allowed * 1000)
    return { state: 'done', text: t`Took ${{ seconds }} sec (limit: ${{ allowed }} sec).` };
  return {
    state: 'problem',
    text: t`Took ${{ seconds }} sec (limit: ${{ allowed }} sec). Raise the move timeout in the flag’s settings, or check the motor.`,
  };
}

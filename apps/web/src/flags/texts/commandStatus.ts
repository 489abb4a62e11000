import {
  COMMAND_LAPSE_MS,
  type FlagRecord,
  type FlagView,
  listText,
  newestPositionRequest,
  POSITION_FIELDS,
  requestedPosition,
} from '@halyard/domain';
import { t } from '@lingui/core/macro';

/** How long "Confirmed" stays on screen after the pole's report, in milliseconds. */
export const CONFIRMED_SHOWN_MS = 6_000;

export type CommandStatusKind =
  | 'pending'
  | 'moving'
  | 'confirmed'
  | 'not-confirmed'
  | 'lapsed'
  | 'stopped'
  | 'unknown'
  | 'no-feedback';

export interface CommandStatus {
  kind: CommandStatusKind;
  text: string;
}

/** A short text for a command that is not confirmed, for columns too narrow for the full status. */
export const SHORT_NOT_CONFIRMED = t`No response yet`;

/**
 * Returns a short description of the pole's response to the last command; null if there is nothing
 * to show.
 */
export function commandStatus(
  record: FlagRecord,
  view: FlagView,
  now: number,
): CommandStatus | null {
  switch (view.command) {
    case 'pending':
      return pendingStatus(view);
    case 'not-confirmed': {
      const aim = aimText(view, TO_DO);
      const text = view.isOnline
        ? t`No response yet; will ${aim} when it responds`
        : t`No response yet; will ${aim} when it reconnects`;
      return { kind: 'not-confirmed', text };
    }
    case 'lapsed':
      return { kind: 'lapsed', text: t`No response, gave up` };
    default:
      return settledStatus(record, view, now);
  }
}

function pendingStatus(view: FlagView): CommandStatus {
  if (view.position === 'moving')
    return { kind: 'moving', text: t({ message: 'Moving', context: 'position' }) };
  const aim = aimText(view, DOING);
  return { kind: 'pending', text: t`Pending — ${aim}` };
}

function settledStatus(record: FlagRecord, view: FlagView, now: number): CommandStatus | null {
  const silent = view.switches.every((one) => one.phase === 'no-feedback');
  if (silent) return view.lastSeen === null ? null : { kind: 'no-feedback', text: t`No feedback` };
  const { command } = record;
  const age = command?.closedAt === undefined ? 0 : now - command.closedAt;
  if (command?.outcome === 'lapsed' && age < COMMAND_LAPSE_MS) {
    return { kind: 'lapsed', text: t`No response, gave up` };
  }
  // Never "Confirmed" beside an unknown position, even if only the lamp was switched.
  if (view.position === 'unknown') return statusWithoutPosition(record, view);
  return isConfirmed(record, view) && age < CONFIRMED_SHOWN_MS ? CONFIRMED : null;
}

/** Returns the status of a pole whose position is unknown. */
function statusWithoutPosition(record: FlagRecord, view: FlagView): CommandStatus | null {
  const wasAsked = newestPositionRequest(record) !== null;
  const isStopped =
    wasAsked && requestedPosition(record) === null && view.desiredPosition === 'unknown';
  if (isStopped) return { kind: 'stopped', text: t`Stopped, no position requested` };
  const reportsPosition = POSITION_FIELDS.some((field) => record.reported[field] !== undefined);
  return reportsPosition ? { kind: 'unknown', text: t`Position unknown` } : null;
}

/** Returns whether the pole has done what the last command requested. */
export const isConfirmed = ({ command }: FlagRecord, view: FlagView): boolean =>
  view.command === 'confirmed' || command?.outcome === 'confirmed';

const CONFIRMED: CommandStatus = { kind: 'confirmed', text: t`Confirmed` };

const DOING = {
  flagUp: t({ message: 'raising', context: 'the pole is …' }),
  flagDown: t({ message: 'lowering', context: 'the pole is …' }),
  flagHalf: t({ message: 'moving to half-staff', context: 'the pole is …' }),
  stop: t({ message: 'stopping', context: 'the pole is …' }),
  lampOn: t({ message: 'turning the lamp on', context: 'the pole is …' }),
  lampOff: t({ message: 'turning the lamp off', context: 'the pole is …' }),
};
const TO_DO = {
  flagUp: t({ message: 'raise', context: 'the pole will …' }),
  flagDown: t({ message: 'lower', context: 'the pole will …' }),
  flagHalf: t({ message: 'move to half-staff', context: 'the pole will …' }),
  stop: t({ message: 'stop', context: 'the pole will …' }),
  lampOn: t({ message: 'turn the lamp on', context: 'the pole will …' }),
  lampOff: t({ message: 'turn the lamp off', context: 'the pole will …' }),
};

/**
 * Describes what the pending command requests from the pole: "lower", "stop and turn the lamp off".
 */
function aimText(view: FlagView, verbs: typeof TO_DO): string {
  const pending = view.switches.filter((one) => one.phase === view.command);
  // A command back to the reported position leaves no switch pending, but the pole may have left it.
  const open = pending.length > 0 ? pending : view.switches.filter((one) => one.position);
  const words: string[] = [];
  const on = open.find((one) => one.position && one.desired);
  if (on) words.push(verbs[on.field as 'flagUp' | 'flagDown' | 'flagHalf']);
  else if (open.some((one) => one.position)) words.push(verbs.stop);
  const lamp = open.find((one) => one.field === 'lamp');
  if (lamp) words.push(lamp.desired ? verbs.lampOn : verbs.lampOff);
  return listText(words);
}

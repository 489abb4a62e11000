import {
  COMMAND_LAPSE_MS,
  type FlagRecord,
  type FlagView,
  newestPositionRequest,
  POSITION_FIELDS,
  requestedPosition,
} from '@halyard/domain';

/** How long "Confirmed" stays after the pole's report, in milliseconds. */
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

/** Says briefly how the pole is responding to the last command; null if there is nothing to say. */
export function commandStatus(
  record: FlagRecord,
  view: FlagView,
  now: number,
): CommandStatus | null {
  switch (view.command) {
    case 'pending':
      return view.position === 'moving'
        ? { kind: 'moving', text: 'Moving' }
        : { kind: 'pending', text: `Pending — ${aim(view, DOING)}` };
    case 'not-confirmed':
      return {
        kind: 'not-confirmed',
        text: `No response yet; will ${aim(view, TO_DO)} when it ${view.isOnline ? 'responds' : 'reconnects'}`,
      };
    case 'lapsed':
      return { kind: 'lapsed', text: 'No response, gave up' };
    default:
      return settledStatus(record, view, now);
  }
}

function settledStatus(record: FlagRecord, view: FlagView, now: number): CommandStatus | null {
  const silent = view.switches.every((one) => one.phase === 'no-feedback');
  if (silent) return view.lastSeen === null ? null : { kind: 'no-feedback', text: 'No feedback' };
  const { command } = record;
  const age = command?.closedAt === undefined ? 0 : now - command.closedAt;
  if (command?.outcome === 'lapsed' && age < COMMAND_LAPSE_MS) {
    return { kind: 'lapsed', text: 'No response, gave up' };
  }
  // Never "Confirmed" beside an unknown position, even if only the lamp was switched.
  if (view.position === 'unknown') return statusWithoutPosition(record, view);
  return isConfirmed(record, view) && age < CONFIRMED_SHOWN_MS ? CONFIRMED : null;
}

/** The status of a pole in no known position. */
function statusWithoutPosition(record: FlagRecord, view: FlagView): CommandStatus | null {
  const wasAsked = newestPositionRequest(record) !== null;
  const isStopped =
    wasAsked && requestedPosition(record) === null && view.desiredPosition === 'unknown';
  if (isStopped) return { kind: 'stopped', text: 'Stopped, no position requested' };
  const reportsPosition = POSITION_FIELDS.some((field) => record.reported[field] !== undefined);
  return reportsPosition ? { kind: 'unknown', text: 'Position unknown' } : null;
}

/** Whether the pole has done what the last command requested. */
export const isConfirmed = ({ command }: FlagRecord, view: FlagView): boolean =>
  view.command === 'confirmed' || command?.outcome === 'confirmed';

const CONFIRMED: CommandStatus = { kind: 'confirmed', text: 'Confirmed' };

const DOING = {
  flagUp: 'raising',
  flagDown: 'lowering',
  flagHalf: 'moving to half-staff',
  stop: 'stopping',
  turn: 'turning',
};
const TO_DO = {
  flagUp: 'raise',
  flagDown: 'lower',
  flagHalf: 'move to half-staff',
  stop: 'stop',
  turn: 'turn',
};

/** What the open command asks of the pole: "lower", "stop and turn the lamp off". */
function aim(view: FlagView, verbs: typeof TO_DO): string {
  const open = view.switches.filter((one) => one.phase === view.command);
  const words: string[] = [];
  const on = open.find((one) => one.position && one.desired);
  if (on) words.push(verbs[on.field as 'flagUp' | 'flagDown' | 'flagHalf']);
  else if (open.some((one) => one.position)) words.push(verbs.stop);
  const lamp = open.find((one) => one.field === 'lamp');
  if (lamp) words.push(`${verbs.turn} the lamp ${lamp.desired ? 'on' : 'off'}`);
  return words.join(' and ');
}

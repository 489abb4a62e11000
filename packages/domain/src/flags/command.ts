import { COMMAND_LAPSE_MS } from './limits.ts';
import type { Command, CommandOutcome, FlagRecord } from './record.ts';
import { SWITCH_FIELDS, type SwitchField, type SwitchStates } from './switches.ts';

/**
 * Where the latest command stands. `none`: there is no open one. `confirmed`: the pole reports
 * what was commanded. `pending`: it still has time. `not-confirmed`: it did not follow in time
 * and will when it is back. `lapsed`: given up; the server sets desired back to reported.
 */
export type CommandPhase = 'none' | 'pending' | 'confirmed' | 'not-confirmed' | 'lapsed';

/** The switches on which the pole says something else than is desired; unreported ones never differ. */
export function differing(record: Pick<FlagRecord, 'desired' | 'reported'>): SwitchField[] {
  return SWITCH_FIELDS.filter((field) => {
    const reported = record.reported[field];
    return reported !== undefined && reported !== (record.desired[field] ?? false);
  });
}

const openCommand = ({ command }: FlagRecord) =>
  command && command.closedAt === undefined ? command : null;

const reportsSwitches = ({ reported }: FlagRecord) => Object.keys(reported).length > 0;

/** One pure function of desired, reported, command and clock: a reload and a second browser agree. */
export function commandPhase(record: FlagRecord, now: number): CommandPhase {
  const command = openCommand(record);
  // A pole that reports no switch is never waited for.
  if (!command || !reportsSwitches(record)) return 'none';
  if (differing(record).length === 0) return 'confirmed';
  const age = now - command.issuedAt;
  if (age < record.moveTimeout * 1000) return 'pending';
  return age < COMMAND_LAPSE_MS ? 'not-confirmed' : 'lapsed';
}

/** The realtime update of one command: desired switches and the command, relative to the flag's node. */
export interface CommandUpdate extends SwitchStates {
  command: Command;
}

/**
 * A new command that sets the flag's switches.
 * @param issuedAt epoch milliseconds by the server's clock
 */
export function newCommand(
  states: SwitchStates,
  by: string,
  id: string,
  issuedAt: number,
): CommandUpdate {
  return { ...states, command: { id, issuedAt, by } };
}

/** What the poles' own word makes of the plain switch values: reported wins where it exists. */
export function reportedStates(record: FlagRecord): SwitchStates {
  const states = {} as SwitchStates;
  for (const field of SWITCH_FIELDS)
    states[field] = record.reported[field] ?? record.desired[field] ?? false;
  return states;
}

/** The switches as they are desired now; the base on which the next command builds. */
export function desiredStates(record: FlagRecord): SwitchStates {
  const states = {} as SwitchStates;
  for (const field of SWITCH_FIELDS)
    states[field] = record.desired[field] ?? record.reported[field] ?? false;
  return states;
}

/** What the server writes to bring desired and command in line with the pole's word. */
export interface Settlement {
  reason: CommandOutcome | 'moved-at-pole';
  /** Deep paths relative to the flag's node. */
  changes: Record<string, boolean | number | string>;
}

/**
 * What the server has to settle: an open command that the pole confirmed or that lapsed, or a
 * report that differs while no command is open (moved at the pole: desired follows). Null: nothing.
 */
export function settlement(record: FlagRecord, now: number): Settlement | null {
  const follow: Record<string, boolean> = {};
  for (const field of differing(record)) follow[field] = record.reported[field]!;
  const close = (outcome: CommandOutcome) => ({
    'command/closedAt': now,
    'command/outcome': outcome,
  });
  switch (commandPhase(record, now)) {
    case 'confirmed':
      return { reason: 'confirmed', changes: close('confirmed') };
    case 'lapsed':
      return { reason: 'lapsed', changes: { ...follow, ...close('lapsed') } };
    case 'none': {
      const command = openCommand(record);
      if (command) {
        const isOver = now - command.issuedAt >= COMMAND_LAPSE_MS;
        return isOver ? { reason: 'no-feedback', changes: close('no-feedback') } : null;
      }
      return Object.keys(follow).length > 0 ? { reason: 'moved-at-pole', changes: follow } : null;
    }
    default:
      return null;
  }
}

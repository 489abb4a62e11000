import {
  desiredStates,
  type FlagRecord,
  isLocked,
  lastSeenAt,
  openCommand,
  reportedStates,
  SWITCH_FIELDS,
  type SwitchStates,
  sentAt,
} from '@halyard/domain';

/** Time in ms from a command until the simulated pole reports that it has finished moving. */
const TRAVEL_MS = 4000;
/** The interval in ms between two reports of a simulated pole that is not moving. */
const REPORT_MS = 60_000;
/** The voltage that a simulated pole reports, in volts. */
const VOLTS = 42;

/** The values that a pole reports, by path within the flag's data. */
export type PoleReport = Record<string, boolean | number>;

/**
 * Returns the report that a simulated pole sends now. Once a move has had time to finish, the pole
 * reports the position and lamp state that the command requested. Otherwise, it repeats its last
 * report once a minute. Depends only on its arguments, so any process can call it.
 * @param now epoch milliseconds
 * @returns null if no report is due
 */
export function reportOf(record: FlagRecord, now: number): PoleReport | null {
  const command = openCommand(record);
  const hasArrived = command !== null && now - sentAt(command) >= TRAVEL_MS && !isLocked(record);
  const seen = lastSeenAt(record, now);
  if (!hasArrived && seen !== null && now - seen < REPORT_MS) return null;
  return reporting(hasArrived ? desiredStates(record) : reportedStates(record), now);
}

/**
 * Returns the report of a pole with these switch states.
 * @param now epoch milliseconds
 */
export function reporting(states: SwitchStates, now: number): PoleReport {
  const report: PoleReport = {
    voltage: VOLTS,
    seenAt: now,
    'reported/lastSeen': Math.floor(now / 1000),
  };
  for (const field of SWITCH_FIELDS) report[`reported/${field}`] = states[field];
  return report;
}

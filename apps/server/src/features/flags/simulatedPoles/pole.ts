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

/** Milliseconds from a command to the report that it was carried out. */
const TRAVEL_MS = 4000;
/** Milliseconds between two reports of a pole that rests. */
const REPORT_MS = 60_000;
/** A healthy battery. */
const VOLTS = 42;

/** Leaves below the flag's node, as a real pole writes them. */
export type PoleReport = Record<string, boolean | number>;

/**
 * What a simulated pole says now: where a command sent it, once it had the time to get there; else the
 * same as before, once a minute. It remembers nothing, so that any process can play it.
 * @param now epoch milliseconds
 * @returns null if it has nothing to say yet
 */
export function reportOf(record: FlagRecord, now: number): PoleReport | null {
  const command = openCommand(record);
  const hasArrived = command !== null && now - sentAt(command) >= TRAVEL_MS && !isLocked(record);
  const seen = lastSeenAt(record, now);
  if (!hasArrived && seen !== null && now - seen < REPORT_MS) return null;
  return reporting(hasArrived ? desiredStates(record) : reportedStates(record), now);
}

/** The report of a pole in this state. */
export function reporting(states: SwitchStates, now: number): PoleReport {
  const report: PoleReport = {
    voltage: VOLTS,
    seenAt: now,
    'reported/lastSeen': Math.floor(now / 1000),
  };
  for (const field of SWITCH_FIELDS) report[`reported/${field}`] = states[field];
  return report;
}

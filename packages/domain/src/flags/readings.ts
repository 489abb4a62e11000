import { openCommand } from './command.ts';
import { isOnline } from './presence.ts';
import type { FlagRecord } from './record.ts';

/** The fields of a report that change even while the pole does not move. */
const READINGS: ReadonlySet<string> = new Set<keyof FlagRecord>(['voltage', 'lastSeen', 'seenAt']);

/**
 * Whether a report from an online pole changed only the voltage and the report time, and no command
 * waits for a report. Code that moves poles can ignore such reports, which are the most common.
 * @param now epoch milliseconds
 */
export const isOnlyReadings = (before: FlagRecord, after: FlagRecord, now: number): boolean =>
  isOnline(before, now) &&
  isOnline(after, now) &&
  openCommand(after) === null &&
  isSame(before, after, READINGS);

type Plain = Readonly<Record<string, unknown>>;

/**
 * Whether the live state of two records is the same. Compares only plain objects and simple values,
 * because live state contains nothing else.
 */
function isSame(before: Plain, after: Plain, except?: ReadonlySet<string>): boolean {
  let fields = 0;
  for (const field in after) {
    fields++;
    if (except?.has(field)) continue;
    const [a, b] = [before[field], after[field]];
    if (a === b) continue;
    const areObjects = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null;
    if (!areObjects || !isSame(a as Plain, b as Plain)) return false;
  }
  for (const _ in before) fields--;
  return fields === 0;
}

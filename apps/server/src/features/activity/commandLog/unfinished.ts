import { commandKey, type FlagRecord, givenAt } from '@halyard/domain';
import type { StoredReceipt } from '../../../realtime/commands/commandReceipts.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import { cameAlong, endOf, type Happening, isLast, TAKEN_AWAY } from './commandWatch.ts';

/** The commands whose receipts are still in the database when a process starts. */
export interface Unfinished {
  /** The receipts of the flags' current commands, by `{owner}/{flagId}`. */
  present: ReadonlyMap<string, StoredReceipt>;
  /** The final log entries of the commands that have ended. */
  ended: Happening[];
  /** The sequence numbers of the commands that already have their final log entry. */
  done: number[];
}

interface Flag {
  address: FlagAddress;
  record: FlagRecord;
}

export const keyOf = ({ ownerId, flagId }: FlagAddress) => `${ownerId}/${flagId}`;

/**
 * At startup, groups the stored receipts by what happened to their commands.
 * @param receipts in the order in which the commands were received
 * @param outcomesOf returns a command's logged outcomes, by command number
 * @param flags all flags in the realtime database
 * @param now epoch milliseconds
 */
export function sortReceipts(
  receipts: readonly StoredReceipt[],
  outcomesOf: (seq: number) => ReadonlySet<string>,
  flags: Iterable<Flag>,
  now: number,
): Unfinished {
  const records = new Map(Array.from(flags, ({ address, record }) => [keyOf(address), record]));
  const present = new Map<string, StoredReceipt>();
  const ended: Happening[] = [];
  const done: number[] = [];
  const later = new Map<string, StoredReceipt>();
  for (const receipt of receipts.toReversed()) {
    const { seq, flag, key } = receipt;
    const next = later.get(keyOf(flag));
    later.set(keyOf(flag), receipt);
    const outcomes = outcomesOf(seq);
    const at = next ? null : placeOf(receipt, records);
    if ([...outcomes].some(isLast)) done.push(seq);
    else if (at !== null && !present.has(at)) present.set(at, receipt);
    else if (next?.before?.key === key && next.before.closedAt !== undefined) {
      const { outcome = 'confirmed', closedAt } = next.before;
      ended.unshift(...endOf(receipt, outcomes, outcome, closedAt));
    } else if (next) ended.unshift(...endOf(receipt, outcomes, 'replaced', next.command.at));
    else {
      const command = records.get(keyOf(flag))?.command;
      const end = command
        ? endOf(receipt, outcomes, 'replaced', givenAt(command))
        : endOf(receipt, outcomes, 'cancelled', now, TAKEN_AWAY);
      ended.unshift(...end);
    }
  }
  return { present, ended, done };
}

/**
 * Returns the address (`{owner}/{flagId}`) of the flag whose current command has this receipt.
 * Finds the flag even if its ID has changed. Null if there is no such flag.
 */
function placeOf(
  { flag, key }: StoredReceipt,
  records: ReadonlyMap<string, FlagRecord>,
): string | null {
  const hasIt = (record: FlagRecord | undefined) =>
    record?.command != null && commandKey(record.command) === key;
  if (records.has(keyOf(flag))) return hasIt(records.get(keyOf(flag))) ? keyOf(flag) : null;
  for (const [address, record] of records)
    if (hasIt(record) && record.command && cameAlong(record.command)) return address;
  return null;
}

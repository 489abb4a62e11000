import { COMMAND_MAX_AGE_MS, type Hold, type HoldExpiry } from '@halyard/domain';
import { slices } from '../../../platform/database/batches.ts';
import type { HoldTable } from '../../../platform/database/tables/halfStaff.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { companyChanged } from '../../../realtime/outbox/mirroredChanges.ts';
import { enqueue } from '../../../realtime/outbox/outbox.ts';
import { isRestoreCommand, isUndoCommand } from '../../fleet/sendCommands/passing.ts';
import { appendToLedger, type LedgerNote } from '../ledger/append.ts';
import type { HalfStaffFlag } from './poles.ts';

export interface NewHold {
  id: string;
  reason: string;
  /** The ID and name of the user or service account that created the hold. */
  by: { id: string; name: string };
  expires: HoldExpiry;
  /**
   * The ID of the command that created the hold. Null if a user created the hold directly, without
   * a command.
   */
  commandId: string | null;
  /**
   * The time when the command that created the hold was sent, according to the half-staff engine's
   * clock, in epoch milliseconds.
   */
  commandedAt?: number;
  /** The key of the order, half-staff day or daily rule that the hold overrides. */
  sourceKey: string;
}

type HoldRow = Pick<HoldTable, 'id' | 'reason' | 'created_at' | 'command_id' | 'restored_at'> & {
  by_name: string;
  expires: HoldExpiry;
};

export const toHold = (row: HoldRow): Hold => ({
  id: row.id,
  reason: row.reason,
  by: row.by_name,
  createdAt: row.created_at,
  expires: row.expires,
  commandId: row.command_id,
  ...(row.restored_at !== null && { restoredAt: row.restored_at }),
});

const COLUMNS = [
  'id',
  'flag_id',
  'reason',
  'by_name',
  'created_at',
  'expires',
  'command_id',
  'restored_at',
] as const;

/**
 * Returns the holds that nobody has released, even expired ones, by `flags.id`.
 * @param flagIds the flags to look up; by default, all flags
 */
export async function openHolds(
  queries: Queries,
  flagIds?: readonly string[],
): Promise<Map<string, Hold>> {
  const open = queries.selectFrom('holds').select(COLUMNS).where('released_at', 'is', null);
  const holds = new Map<string, Hold>();
  for (const ids of flagIds === undefined ? [undefined] : slices(flagIds, FLAGS)) {
    const rows = await (ids === undefined ? open : open.where('flag_id', 'in', ids)).execute();
    for (const row of rows) holds.set(row.flag_id, toHold(row));
  }
  return holds;
}

/** The maximum number of flags per SQL statement that reads holds. */
const FLAGS = 500;

/**
 * Stores a hold, which replaces the pole's current one. Does nothing if the hold is already stored.
 * @param now the current time on the half-staff engine's clock, in epoch milliseconds
 * @param wall real time in epoch milliseconds, for the message that makes screens reload their
 * lists
 */
export async function setHold(
  trx: Trx,
  flag: HalfStaffFlag,
  hold: NewHold,
  { now, wall }: { now: number; wall: number },
): Promise<void> {
  if (await isKnown(trx, flag, hold)) return;
  const notes: LedgerNote[] = await closed(trx, flag, { by: hold.by.name, why: 'replaced' }, now);
  await trx
    .insertInto('holds')
    .values({
      id: hold.id,
      flag_id: flag.id,
      reason: hold.reason,
      by_id: hold.by.id,
      by_name: hold.by.name,
      created_at: now,
      expires: JSON.stringify(hold.expires),
      command_id: hold.commandId,
      released_at: null,
      released_by: null,
      restored_at: null,
    })
    .execute();
  const { id: holdId, reason, expires, commandId, sourceKey } = hold;
  const ends = { ...expires, at: expires.at ?? null };
  const body = { holdId, reason, by: hold.by.name, expires: ends, commandId };
  notes.push({ ...noteOf(flag), kind: 'held', at: now, sourceKey, body });
  await enqueue(trx, companyChanged(flag.company.id, wall), wall);
  await appendToLedger(trx, notes);
}

/**
 * Ends a flag's current hold.
 * @param by the user who released the hold; null if the hold has expired
 * @returns whether there was a hold
 */
export async function endHold(
  trx: Trx,
  flag: HalfStaffFlag,
  by: string | null,
  { now, wall }: { now: number; wall: number },
): Promise<boolean> {
  const why = by === null ? 'expired' : 'released';
  const notes = await closed(trx, flag, { by, why }, now);
  if (notes.length === 0) return false;
  await enqueue(trx, companyChanged(flag.company.id, wall), wall);
  await appendToLedger(trx, notes);
  return true;
}

/** Restores a hold that a mass move has ended. */
export async function restoreHold(
  trx: Trx,
  flag: HalfStaffFlag,
  id: string,
  { now, wall }: { now: number; wall: number },
): Promise<void> {
  const row = await trx
    .updateTable('holds')
    .set({ released_at: null, released_by: null, restored_at: now })
    .where('id', '=', id)
    .where('flag_id', '=', flag.id)
    .where('released_at', 'is not', null)
    .returning([...COLUMNS])
    .executeTakeFirst();
  if (!row) return;
  const { id: holdId, reason, by, expires, commandId } = toHold(row);
  const ends = { ...expires, at: expires.at ?? null };
  const sourceKey = expires.kind === 'at' ? `hold:${holdId}` : expires.sourceKey;
  const body = { holdId, reason, by, expires: ends, commandId };
  await enqueue(trx, companyChanged(flag.company.id, wall), wall);
  await appendToLedger(trx, [{ ...noteOf(flag), kind: 'held', at: now, sourceKey, body }]);
}

async function closed(
  trx: Trx,
  flag: HalfStaffFlag,
  { by, why }: { by: string | null; why: string },
  now: number,
): Promise<LedgerNote[]> {
  const rows = await trx
    .updateTable('holds')
    .set({ released_at: now, released_by: by })
    .where('flag_id', '=', flag.id)
    .where('released_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => ({
    ...noteOf(flag),
    kind: 'released',
    at: now,
    sourceKey: `hold:${id}`,
    body: { holdId: id, by, why },
  }));
}

/**
 * Returns true if a command may not create a hold: if its hold is already stored, or if it is part
 * of an undo or a pole test. Also returns true if the pole got another hold after the command, or
 * if one of the pole's holds was released more than `COMMAND_MAX_AGE_MS` after the command.
 */
export async function isKnown(
  queries: Queries,
  flag: HalfStaffFlag,
  {
    id,
    commandId,
    commandedAt = Number.MAX_SAFE_INTEGER,
  }: Pick<NewHold, 'id' | 'commandId' | 'commandedAt'>,
): Promise<boolean> {
  const isPassing =
    commandId !== null &&
    ((await isUndoCommand(queries, commandId)) || (await isRestoreCommand(queries, commandId)));
  if (isPassing) return true;
  const known = await queries
    .selectFrom('holds')
    .select('id')
    .where('flag_id', '=', flag.id)
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        eb('created_at', '>=', commandedAt),
        eb('released_at', '>', commandedAt + COMMAND_MAX_AGE_MS),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}

/** Returns the fields of a flag for a ledger entry. */
export const noteOf = (flag: HalfStaffFlag): Pick<LedgerNote, 'flag' | 'company'> => ({
  flag: { id: flag.id, name: flag.name, isSimulated: flag.isSimulated },
  company: flag.company,
});

import { DEVICE_KEY_LENGTH, type RefusalReason } from '@halyard/domain';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import type { FlagAddress } from '../../../realtime/tree/flagAddress.ts';
import type { Brought, Sighting } from './sighting.ts';

/** Why a device's request was rejected, and the flag that the request is about. */
export interface Resolved {
  reason: RefusalReason;
  /** The flag that the request is about. Null if it is unknown. */
  flag: { id: string; name: string; companyId: string } | null;
  detail: string | null;
}

/** Determines why a request was rejected, and which flag the key belongs or belonged to. */
export async function resolve(queries: Queries, sighting: Sighting): Promise<Resolved> {
  const { brought, problem, node, detail } = sighting;
  if (problem === 'clock' && node)
    return { reason: 'clock-off', flag: await flagAt(queries, node), detail };
  const none = { flag: null, detail: null };
  if (brought.kind === 'nothing')
    return { ...none, reason: problem === 'too-many' ? 'too-many' : 'no-key' };
  const holder = brought.kind === 'key' ? await holderOf(queries, brought.keyId) : undefined;
  if (holder) {
    const flag = { id: holder.id, name: holder.name, companyId: holder.companyId };
    if (problem === 'too-many') return { reason: 'too-many', flag, detail: null };
    const isOwn = node?.ownerId === holder.ownerId && node.flagId === holder.flagId;
    return isOwn
      ? { reason: 'malformed', flag, detail }
      : { reason: 'other-flag', flag, detail: null };
  }
  const former = await formerHolderOf(queries, brought);
  if (former) {
    const { isDeleted, ...flag } = former;
    return { reason: isDeleted ? 'deleted-flag' : 'revoked-key', flag, detail: null };
  }
  // A wrong length suggests that the key was cut off, or that something else was pasted.
  const length = brought.kind === 'unknown' ? brought.length : DEVICE_KEY_LENGTH;
  return { ...none, reason: 'unknown-key', detail: String(length) };
}

const FLAG = ['flags.id', 'flags.name', 'flags.company_id as companyId'] as const;

async function flagAt(queries: Queries, { ownerId, flagId }: FlagAddress) {
  const flag = await queries
    .selectFrom('flags')
    .select([...FLAG])
    .where('flag_id', '=', flagId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return flag ?? null;
}

function holderOf(queries: Queries, keyId: string) {
  return queries
    .selectFrom('device_keys')
    .innerJoin('flags', 'flags.id', 'device_keys.flag_id')
    .select([...FLAG, 'flags.owner_id as ownerId', 'flags.flag_id as flagId'])
    .where('device_keys.id', '=', keyId)
    .executeTakeFirst();
}

/**
 * Returns the flag that an invalidated key belonged to: its current data, or its last data if it
 * was deleted.
 */
async function formerHolderOf(queries: Queries, brought: Exclude<Brought, { kind: 'nothing' }>) {
  const row = await queries
    .selectFrom('former_device_keys as former')
    .leftJoin('flags', 'flags.id', 'former.flag_id')
    .select([
      'former.flag_id as id',
      'former.flag_name as formerName',
      'former.company_id as formerCompanyId',
      'flags.name',
      'flags.company_id as companyId',
    ])
    .$if(brought.kind === 'unknown', (query) =>
      query.where('former.key_hash', '=', brought.kind === 'unknown' ? brought.hash : ''),
    )
    .$if(brought.kind === 'key', (query) =>
      query.where('former.key_id', '=', brought.kind === 'key' ? brought.keyId : ''),
    )
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    name: row.name ?? row.formerName,
    companyId: row.companyId ?? row.formerCompanyId,
    isDeleted: row.companyId === null,
  };
}

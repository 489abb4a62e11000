import type { LedgerEntry } from '@halyard/domain';
import type { Selectable } from 'kysely';
import type { LedgerTable } from '../../../platform/database/tables/halfStaff.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';

/** Converts a database row to a ledger entry, as used by the API and the hash chain. */
export function toEntry(row: Selectable<LedgerTable>): LedgerEntry {
  return {
    seq: row.seq,
    at: row.at,
    kind: row.kind,
    flagId: row.flag_id,
    flagName: row.flag_name,
    companyId: row.company_id,
    company: row.company,
    sourceKey: row.source_key,
    body: JSON.parse(row.body) as LedgerEntry['body'],
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}

/**
 * Returns the ledger entries of one pole since a given time, oldest first.
 * @param flagId the flag's ID in the table `flags`
 * @param companyId limits the entries to this company. The pole may have belonged to another
 * company before.
 */
export async function entriesOfPole(
  queries: Queries,
  flagId: string,
  { since, limit, companyId }: { since: number; limit: number; companyId?: string | undefined },
): Promise<LedgerEntry[]> {
  const rows = await queries
    .selectFrom('ledger')
    .selectAll()
    .where('flag_id', '=', flagId)
    .where('at', '>=', since)
    .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId!))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(toEntry);
}

/** The kinds of ledger entries about what was planned and reported at a pole. */
const PLAN_KINDS = ['should-be', 'reported', 'offline', 'online'] as const;

/**
 * Returns all ledger entries about what should have been in effect at one pole and what the pole
 * reported, oldest first.
 * @param flagId the flag's ID in the table `flags`
 * @param companyId limits the entries to this company
 */
export async function planOfPole(
  queries: Queries,
  flagId: string,
  companyId: string | undefined,
): Promise<LedgerEntry[]> {
  const rows = await queries
    .selectFrom('ledger')
    .selectAll()
    .where('flag_id', '=', flagId)
    .where('kind', 'in', PLAN_KINDS)
    .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId!))
    .orderBy('seq')
    .execute();
  return rows.map(toEntry);
}

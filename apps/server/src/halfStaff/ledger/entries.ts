import type { LedgerEntry } from '@halyard/domain';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/schema.ts';
import type { LedgerTable } from '../../database/tables/halfStaff.ts';

/** A stored entry as the API and the chain know it. */
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

/** The latest entries of one pole since a moment, in order. @param flagId `flags.id` */
export async function entriesOfPole(
  queries: Queries,
  flagId: string,
  { since, limit }: { since: number; limit: number },
): Promise<LedgerEntry[]> {
  const rows = await queries
    .selectFrom('ledger')
    .selectAll()
    .where('flag_id', '=', flagId)
    .where('at', '>=', since)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(toEntry);
}

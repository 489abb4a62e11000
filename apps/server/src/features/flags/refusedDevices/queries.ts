import type { RefusedDevice, Scope } from '@halyard/domain';
import { sql } from 'kysely';
import { within } from '../../../platform/database/scope.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import type { FlagRow } from '../../fleet/flags.ts';

// There is no location column, because only users who see the whole company can see device
// problems.
const COLUMNS = { company: 'refusal.company_id', location: 'refusal.company_id' };

export interface PageStart {
  lastAt: number;
  id: string;
}

/**
 * Selects the rejected requests that the caller may see, latest first. Only masters see requests
 * with unknown keys. If a flag moves to another company, the new company does not see requests from
 * before the move.
 */
function selectRefusals(queries: Queries, scope: Scope) {
  return queries
    .selectFrom('device_refusals as refusal')
    .leftJoin('flags', 'flags.id', 'refusal.flag_id')
    .leftJoin('companies', 'companies.id', 'refusal.company_id')
    .selectAll('refusal')
    .select(['flags.id as presentId', 'flags.name as presentName', 'companies.name as company'])
    .where(within(scope, COLUMNS))
    .$if(scope.kind !== 'all', (query) =>
      query.where((eb) =>
        eb.or([
          eb('flags.id', 'is', null),
          eb('flags.company_id', '=', eb.ref('refusal.company_id')),
        ]),
      ),
    )
    .orderBy('refusal.last_at', 'desc')
    .orderBy('refusal.id', 'desc');
}

/**
 * Returns a page of the list of rejected devices.
 * @param after the cursor from the previous page; null for the first page
 */
export async function findRefusals(
  queries: Queries,
  scope: Scope,
  { after, limit }: { after: PageStart | null; limit: number },
): Promise<RefusedDevice[]> {
  const rows = await selectRefusals(queries, scope)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(refusal.last_at, refusal.id) < (cast(${after!.lastAt} as bigint), ${after!.id})`,
      ),
    )
    .limit(limit)
    .execute();
  return rows.map((row) => toRefusedDevice(row, scope));
}

/**
 * Returns the latest rejected request that used one of the flag's keys, or that used any key to
 * access the flag's data. Null if there is none.
 * @param since the time from which to consider requests, in epoch milliseconds
 */
export async function latestRefusalOf(
  queries: Queries,
  scope: Scope,
  flag: Pick<FlagRow, 'id' | 'ownerId' | 'flagId'>,
  since: number,
): Promise<RefusedDevice | null> {
  const row = await selectRefusals(queries, scope)
    .where((eb) =>
      eb.or([
        eb('refusal.flag_id', '=', flag.id),
        eb.and([
          eb('refusal.owner_id', '=', flag.ownerId),
          eb('refusal.device_id', '=', flag.flagId),
        ]),
      ]),
    )
    .where('refusal.last_at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return row ? toRefusedDevice(row, scope) : null;
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRefusals>['execute']>>[number];

function toRefusedDevice(row: Row, scope: Scope): RefusedDevice {
  const hasPath = row.owner_id !== null && row.device_id !== null;
  // A pole that uses a wrong path may use the path of another company's flag.
  const seesPath = hasPath && (scope.kind === 'all' || row.reason !== 'other-flag');
  return {
    id: row.id,
    reason: row.reason,
    flag:
      row.flag_id === null
        ? null
        : { id: row.presentId, name: row.presentName ?? row.flag_name ?? '' },
    company: row.company,
    path: seesPath ? `users/${row.owner_id}/hardware/${row.device_id}` : null,
    detail: row.detail,
    address: row.address,
    count: row.count,
    firstAt: row.first_at,
    lastAt: row.last_at,
  };
}

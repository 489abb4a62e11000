import type { ComplianceRow, LedgerEntry } from '@halyard/domain';
import { inScope } from '@halyard/domain';
import { slices } from '../../../platform/database/batches.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { Pauses } from '../../../platform/limits/pauses.ts';
import { wrongDeviations } from '../ledger/correction.ts';
import { toEntry } from '../ledger/entries.ts';
import type { PoleIndex } from '../poles/poleIndex.ts';
import type { HalfStaffFlag } from '../poles/poles.ts';
import { type KeptRow, rowsOfPole, TELLING } from './rows.ts';
import type { Recorded } from './subject.ts';

/** The number of poles per query of the ledger. */
const POLES = 25;

/**
 * Computes poles' compliance results from the ledger, a few poles at a time. Pauses regularly to
 * let the server handle other requests.
 * @param poles the IDs of the poles, in the order of the results
 * @param index provides each pole's current location
 */
export async function* readRows(
  queries: Queries,
  index: Pick<PoleIndex, 'get'>,
  recorded: Recorded,
  poles: readonly string[] = recorded.poles,
): AsyncGenerator<ComplianceRow[]> {
  const wrong = await wrongDeviations(queries);
  const pauses = new Pauses();
  for (const some of slices(poles, POLES)) {
    const byPole = await entriesByPole(queries, recorded, some);
    yield some.flatMap((id) => {
      const entries = byPole.get(id) ?? [];
      return rowsOfPole(entries, recorded.now)
        .filter(({ sourceKey }) => (recorded.sourceKey ?? sourceKey) === sourceKey)
        .map((row) => {
          const leftOut = leftOutOf(row, entries, wrong);
          return withPole({ ...row, leftOut }, entries[0]!, flagIn(index, recorded, id));
        });
    });
    if (pauses.areDue) await pauses.take();
  }
}

async function entriesByPole(
  queries: Queries,
  { from, until, head, companyId }: Recorded,
  poles: readonly string[],
): Promise<Map<string, LedgerEntry[]>> {
  const rows = await queries
    .selectFrom('ledger')
    .selectAll()
    .where('flag_id', 'in', poles)
    .where('kind', 'in', TELLING)
    .where('at', '>=', from)
    .where('at', '<=', until)
    .where('seq', '<=', head.count)
    .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId!))
    .orderBy('flag_id')
    .orderBy('seq')
    .execute();
  const byPole = new Map<string, LedgerEntry[]>();
  for (const row of rows) {
    const entries = byPole.get(row.flag_id ?? '') ?? [];
    entries.push(toEntry(row));
    byPole.set(row.flag_id ?? '', entries);
  }
  return byPole;
}

/** Returns a pole's current data. Undefined if it was deleted or is outside the scope. */
export function flagIn(
  index: Pick<PoleIndex, 'get'>,
  { scope }: Pick<Recorded, 'scope'>,
  id: string,
): HalfStaffFlag | undefined {
  const flag = index.get(id)?.flag;
  return flag && inScope(scope, flag.site) ? flag : undefined;
}

/**
 * Returns the incidents in a compliance result (ledger entries of kind "deviation") that a later
 * ledger entry marks as incorrect.
 */
function leftOutOf(
  { sourceKey, from, until }: KeptRow,
  entries: readonly LedgerEntry[],
  wrong: ReadonlySet<number>,
): ComplianceRow['leftOut'] {
  return entries
    .filter(
      ({ kind, seq, sourceKey: key }) =>
        kind === 'deviation' && key === sourceKey && wrong.has(seq),
    )
    .filter(({ at }) => at >= from && (until === null || at <= until))
    .map(({ seq, body }) => ({ entry: seq, minutes: Number(body.minutes) || 0 }));
}

/**
 * Adds names to a compliance result: the company and pole names from the ledger, and the location's
 * current name, because the ledger contains none.
 */
function withPole(
  row: KeptRow & Pick<ComplianceRow, 'leftOut'>,
  { flagId, flagName, company, companyId }: LedgerEntry,
  flag: HalfStaffFlag | undefined,
): ComplianceRow {
  return {
    ...row,
    pole: {
      id: flagId ?? '',
      name: flagName ?? '',
      location: flag?.location.name ?? '',
      company: company ?? '',
      companyId: companyId ?? '',
    },
    timeZone: flag?.site.place.timeZone ?? 'UTC',
  };
}

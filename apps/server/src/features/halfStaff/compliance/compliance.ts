import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type ComplianceRow,
  DAY_PREFIX,
  type LedgerEntry,
  ORDER_PREFIX,
  type Scope,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { notFound } from '../../../platform/errors.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { requireCompany } from '../../fleet/companies.ts';
import { wrongDeviations } from '../ledger/correction.ts';
import { toEntry } from '../ledger/entries.ts';
import { orderInScope } from '../orders/queries.ts';
import { findHalfStaffFlags, type HalfStaffFlag } from '../poles/poles.ts';
import { type KeptRow, rowsOfPole, TELLING } from './rows.ts';

const DAY_MS = 24 * 3_600_000;
/** How far back the Compliance page of a company goes, in ms. */
const COMPANY_MS = 366 * DAY_MS;
/**
 * How long after the last ledger entry of a row the report of an offline pole can still complete
 * the row, in ms.
 */
const AFTER_MS = 30 * DAY_MS;
/** The number of poles whose ledger entries are read per query. */
const POLES = 100;

/**
 * Returns how well poles followed one order or annual day, sorted by start, company, location and
 * name.
 */
export async function complianceOfSource(
  ctx: Context,
  sourceKey: string,
): Promise<ComplianceRow[]> {
  const scope = requireScope(ctx, 'ledger.read');
  const { queries } = ctx.db;
  const companyId = scope.kind === 'all' ? undefined : companyOf(scope);
  const isOrder = sourceKey.startsWith(ORDER_PREFIX);
  if (!isOrder && !sourceKey.startsWith(DAY_PREFIX)) throw notFound(msg`Order or day not found`);
  const recorded = await queries
    .selectFrom('ledger')
    .select((eb) => [
      'flag_id as flagId',
      eb.fn.min<number>('at').as('first'),
      eb.fn.max<number>('at').as('last'),
    ])
    .where('source_key', '=', sourceKey)
    .where('flag_id', 'is not', null)
    .$if(companyId !== undefined, (query) => query.where('company_id', '=', companyId!))
    .groupBy('flag_id')
    .execute();
  if (recorded.length === 0 && isOrder)
    await orderInScope(queries, scope, sourceKey.slice(ORDER_PREFIX.length));
  const from = Math.min(...recorded.map(({ first }) => first)) - DAY_MS;
  const until = Math.max(...recorded.map(({ last }) => last)) + AFTER_MS;
  const poles = recorded.map(({ flagId }) => flagId ?? '');
  const now = ctx.domainClock.now();
  const rows = await rowsOf(queries, scope, { poles, from, until, now, companyId });
  return rows.filter((row) => row.sourceKey === sourceKey);
}

/** Returns how well a company's poles followed the orders and annual days of the past year. */
export async function complianceOfCompany(
  ctx: Context,
  companyId: string,
): Promise<ComplianceRow[]> {
  const scope = requireScope(ctx, 'ledger.read');
  const { queries } = ctx.db;
  await requireCompany(queries, scope, companyId);
  const now = ctx.domainClock.now();
  const from = now - COMPANY_MS;
  const recorded = await queries
    .selectFrom('ledger')
    .select('flag_id as flagId')
    .distinct()
    .where('company_id', '=', companyId)
    .where('flag_id', 'is not', null)
    .where('at', '>=', from)
    .execute();
  const poles = recorded.map(({ flagId }) => flagId ?? '');
  return rowsOf(queries, scope, { poles, from, until: now, now, companyId });
}

const companyOf = (scope: Scope): string => (scope.kind === 'company' ? scope.companyId : '');

interface Wanted {
  /** The IDs of the poles in the table `flags`, including those of deleted flags. */
  poles: readonly string[];
  /** The start of the period to read, in epoch milliseconds. */
  from: number;
  until: number;
  now: number;
  /**
   * The company whose ledger entries are read. Others are ignored, because the pole may have
   * belonged to another company before or after.
   */
  companyId: string | undefined;
}

async function rowsOf(queries: Queries, scope: Scope, wanted: Wanted): Promise<ComplianceRow[]> {
  const present = await findHalfStaffFlags(queries, scope);
  const flags = new Map(present.map((flag) => [flag.id, flag]));
  const rows: ComplianceRow[] = [];
  const wrong = await wrongDeviations(queries);
  for (let start = 0; start < wanted.poles.length; start += POLES) {
    const poles = wanted.poles.slice(start, start + POLES);
    for (const entries of await entriesByPole(queries, { ...wanted, poles }))
      for (const row of rowsOfPole(entries, wanted.now))
        rows.push(
          withPole({ ...row, leftOut: leftOutOf(row, entries, wrong) }, entries[0]!, flags),
        );
    await nextTurn();
  }
  return rows.sort((a, b) => a.from - b.from || compare(nameOf(a), nameOf(b)));
}

async function entriesByPole(queries: Queries, wanted: Wanted): Promise<LedgerEntry[][]> {
  const { poles, from, until, companyId } = wanted;
  const rows = await queries
    .selectFrom('ledger')
    .selectAll()
    .where('flag_id', 'in', poles)
    .where('kind', 'in', TELLING)
    .where('at', '>=', from)
    .where('at', '<=', until)
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
  return [...byPole.values()];
}

/** Returns the deviations of a row that a later ledger entry marks as incorrect. */
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
 * Adds the names of the company and the pole, as stored in the ledger. The ledger contains no
 * location names, so the location's current name is used.
 */
function withPole(
  row: KeptRow & Pick<ComplianceRow, 'leftOut'>,
  { flagId, flagName, company, companyId }: LedgerEntry,
  flags: ReadonlyMap<string, HalfStaffFlag>,
): ComplianceRow {
  const id = flagId ?? '';
  const flag = flags.get(id);
  return {
    ...row,
    pole: {
      id,
      name: flagName ?? '',
      location: flag?.location.name ?? '',
      company: company ?? '',
      companyId: companyId ?? '',
    },
    timeZone: flag?.site.place.timeZone ?? 'UTC',
  };
}

const nameOf = ({ pole }: ComplianceRow): string =>
  [pole.company, pole.location, pole.name, pole.id].join('\n');
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

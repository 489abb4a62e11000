import { DAY_PREFIX, ORDER_PREFIX, type Scope } from '@halyard/domain';
import { msg } from '@halyard/messages';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { notFound } from '../../../platform/errors.ts';
import { Pauses } from '../../../platform/limits/pauses.ts';
import { type Context, requireScope } from '../../calls/context.ts';
import { requireCompany } from '../../fleet/companies.ts';
import { readHead } from '../ledger/append.ts';
import type { LedgerHead } from '../ledger/chain.ts';
import { orderInScope } from '../orders/queries.ts';

const DAY_MS = 24 * 3_600_000;
/** How far back the compliance report of a company goes, in ms. */
const COMPANY_MS = 366 * DAY_MS;
/**
 * How long, in ms, pole reports can still complete a compliance result after the order or
 * half-staff day has ended. Poles that were offline at the end report later.
 */
const AFTER_MS = 30 * DAY_MS;
/** The number of ledger entries that are read per query. */
const PAGE = 1000;

/**
 * What a compliance report is about: one order, one annual half-staff day, or a company's past
 * year.
 */
export type Subject = { kind: 'source'; key: string } | { kind: 'company'; id: string };

/**
 * The part of the ledger from which a compliance report is computed. Later entries do not change
 * the report.
 */
export interface Recorded {
  scope: Scope;
  /**
   * The key of the only order or half-staff day in the compliance report; null if the report
   * contains all of them.
   */
  sourceKey: string | null;
  /**
   * The database IDs (`flags.id`) of the poles in the compliance report, including deleted ones.
   */
  poles: readonly string[];
  /** The period of the ledger that the compliance report covers, in epoch milliseconds. */
  from: number;
  until: number;
  /**
   * The report is computed as of this time, in epoch milliseconds of the half-staff engine's clock.
   */
  now: number;
  /** The head of the ledger at the time `now`. */
  head: LedgerHead;
  /**
   * Limits the report to this company's ledger entries, because a pole may have belonged to another
   * company before. Undefined for all companies.
   */
  companyId: string | undefined;
}

/**
 * Returns the scope in which the actor may see a compliance report.
 * @throws AppError `not-found` for a company outside this scope
 */
export async function scopeOfReport(ctx: Context, subject: Subject): Promise<Scope> {
  const scope = requireScope(ctx, 'ledger.read');
  if (subject.kind === 'company') await requireCompany(ctx.db.queries, scope, subject.id);
  return scope;
}

/**
 * Finds a compliance report's poles by their ledger entries.
 * @throws AppError `not-found` for an order outside the scope
 */
export async function findRecorded(
  { db: { queries }, domainClock }: Pick<Context, 'db' | 'domainClock'>,
  subject: Subject,
  scope: Scope,
): Promise<Recorded> {
  const now = domainClock.now();
  const head = await readHead(queries);
  const common = { scope, now, head };
  if (subject.kind === 'company') {
    const from = now - COMPANY_MS;
    const poles = await polesOfCompany(queries, subject.id, from, head);
    return { ...common, poles, from, until: now, companyId: subject.id, sourceKey: null };
  }
  const { key } = subject;
  if (!key.startsWith(ORDER_PREFIX) && !key.startsWith(DAY_PREFIX))
    throw notFound(msg`Order or day not found`);
  const companyId = scope.kind === 'all' ? undefined : companyOf(scope);
  const found = await polesUnder(queries, key, companyId, head);
  if (found.poles.length === 0 && key.startsWith(ORDER_PREFIX))
    await orderInScope(queries, scope, key.slice(ORDER_PREFIX.length));
  return { ...common, ...found, companyId, sourceKey: key };
}

const companyOf = (scope: Scope): string => (scope.kind === 'company' ? scope.companyId : '');

/**
 * Finds the poles with ledger entries about an order or half-staff day, and the period of the
 * ledger to read for these poles.
 */
async function polesUnder(
  queries: Queries,
  key: string,
  companyId: string | undefined,
  head: LedgerHead,
): Promise<Pick<Recorded, 'poles' | 'from' | 'until'>> {
  const poles = new Set<string>();
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const pauses = new Pauses();
  for (let after = 0; ; ) {
    const rows = await queries
      .selectFrom('ledger')
      .select(['seq', 'at', 'flag_id', 'company_id'])
      .where('source_key', '=', key)
      .where('seq', '>', after)
      .where('seq', '<=', head.count)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const { at, flag_id: id, company_id: owner } of rows) {
      if (id === null || (companyId !== undefined && owner !== companyId)) continue;
      poles.add(id);
      first = Math.min(first, at);
      last = Math.max(last, at);
    }
    if (rows.length < PAGE) break;
    after = rows.at(-1)!.seq;
    if (pauses.areDue) await pauses.take();
  }
  return { poles: [...poles], from: first - DAY_MS, until: last + AFTER_MS };
}

/** Finds the poles for which a company has ledger entries since a given time. */
async function polesOfCompany(
  queries: Queries,
  companyId: string,
  from: number,
  head: LedgerHead,
): Promise<string[]> {
  const poles = new Set<string>();
  const pauses = new Pauses();
  for (let before = head.count + 1; ; ) {
    const rows = await queries
      .selectFrom('ledger')
      .select(['seq', 'at', 'flag_id'])
      .where('company_id', '=', companyId)
      .where('seq', '<', before)
      .orderBy('seq', 'desc')
      .limit(PAGE)
      .execute();
    const recent = rows.filter(({ at }) => at >= from);
    for (const { flag_id: id } of recent) if (id !== null) poles.add(id);
    // Entries are appended in order of time, except when a clock is set.
    if (rows.length < PAGE || recent.length === 0) break;
    before = rows.at(-1)!.seq;
    if (pauses.areDue) await pauses.take();
  }
  return [...poles];
}

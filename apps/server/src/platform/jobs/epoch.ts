import { sql } from 'kysely';
import type pg from 'pg';
import { type Database, locksRows } from '../database/database.ts';
import type { Queries, Trx } from '../database/tables/schema.ts';

/**
 * Thrown when a process that no longer holds the lease tries to store a change. The change is not
 * stored.
 */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** The number of a lease term: a period when one process holds the lease. */
export interface Epoch {
  readonly lease: string;
  /** The number of the lease term. It is higher than in all earlier terms of the same lease. */
  readonly epoch: number;
}

/** A lease term: a period when this process holds the lease. */
export interface Term extends Epoch {
  /**
   * A signal that is aborted as soon as this process finds out that it no longer holds the lease.
   */
  readonly signal: AbortSignal;
}

/**
 * Begins a new lease term. After that, the `fenced` databases of earlier terms reject all writes.
 */
const nextEpoch = (queries: Queries, lease: string) =>
  queries
    .insertInto('leases')
    .values({ name: lease, epoch: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ epoch: sql<number>`leases.epoch + 1` }),
    )
    .returning('epoch');

/** Begins a lease term in an installation with a single process, which needs no lock. */
export async function beginTerm({ queries }: Database, lease: string): Promise<Epoch> {
  const { epoch } = await nextEpoch(queries, lease).executeTakeFirstOrThrow();
  return { lease, epoch };
}

/**
 * Begins a lease term, using the connection that has the lock. With another connection, a process
 * that has lost the lock could end the term of the next holder.
 */
export async function beginTermOn(
  client: pg.Client,
  { queries }: Database,
  lease: string,
): Promise<Epoch> {
  const { sql: text, parameters } = nextEpoch(queries, lease).compile();
  const { rows } = await client.query<{ epoch: string }>(text, [...parameters]);
  return { lease, epoch: Number(rows[0]?.epoch) };
}

/**
 * Returns a database for one lease term. Each of its transactions first checks that the term is
 * still the latest. On PostgreSQL, the next holder of the lease waits for transactions that have
 * passed the check. Single statements on `queries` are not checked.
 */
export const fenced = (db: Database, term: Epoch): Database => ({
  ...db,
  transaction: (work) =>
    db.transaction(async (trx) => {
      await requireTerm(trx, term);
      return work(trx);
    }),
});

/**
 * Checks that the lease term is still the latest.
 * @throws LeaseLost if another process has begun a newer term
 */
async function requireTerm(trx: Trx, { lease, epoch }: Epoch): Promise<void> {
  const row = await trx
    .selectFrom('leases')
    .select('epoch')
    .where('name', '=', lease)
    .$if(locksRows(trx), (query) => query.forShare())
    .executeTakeFirst();
  if (row?.epoch !== epoch)
    throw new LeaseLost(`Another process holds the lease "${lease}" since epoch ${epoch}`);
}

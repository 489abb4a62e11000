import type { AlertCondition } from '@halyard/domain';
import { sql } from 'kysely';
import { latest } from '../../../../platform/database/changes/latest.ts';
import type { Queries } from '../../../../platform/database/tables/schema.ts';
import { nextTurn } from '../../../../platform/nextTurn.ts';

/** The columns by which lists of alerts are filtered and sorted. */
export interface StoredAlert {
  readonly id: string;
  readonly flagId: string;
  readonly companyId: string;
  readonly condition: AlertCondition;
  readonly since: number;
  readonly endedAt: number | null;
}

/**
 * The maximum number of ended alerts that one query reads. Between two queries, the server can
 * handle other requests.
 */
const BATCH = 2000;
/**
 * Each update rereads the alerts that ended in this many ms before the newest known end. Needed
 * because alerts are not always committed in the order in which they ended.
 */
const OVERLAP_MS = 60_000;

/**
 * An in-memory copy of the values by which alert lists are filtered and sorted. It is used to find
 * the alerts on a page. The alerts themselves are then read from the database.
 */
export class StoredAlerts {
  #open: { version: string; alerts: readonly StoredAlert[] } | null = null;
  readonly #ended = new Map<string, StoredAlert>();
  #newestEnd = 0;
  #readOpen: (() => Promise<readonly StoredAlert[]>) | null = null;
  #readEnded: (() => Promise<readonly StoredAlert[]>) | null = null;

  /** Returns all open alerts. Includes every change that was committed before the call. */
  open(queries: Queries): Promise<readonly StoredAlert[]> {
    this.#readOpen ??= latest(() => this.#catchUpOpen(queries));
    return this.#readOpen();
  }

  /** Returns all ended alerts, including any that ended just before the call. */
  ended(queries: Queries): Promise<readonly StoredAlert[]> {
    this.#readEnded ??= latest(() => this.#catchUpEnded(queries));
    return this.#readEnded();
  }

  async #catchUpOpen(queries: Queries): Promise<readonly StoredAlert[]> {
    const { open, newest } = await queries
      .selectFrom('alerts')
      .select(({ fn }) => [fn.countAll().as('open'), fn.max('recorded_at').as('newest')])
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    const version = `${open} ${newest}`;
    if (this.#open?.version !== version) {
      const alerts = await select(queries).where('ended_at', 'is', null).execute();
      this.#open = { version, alerts };
    }
    return this.#open.alerts;
  }

  async #catchUpEnded(queries: Queries): Promise<readonly StoredAlert[]> {
    const { count } = await queries
      .selectFrom('alerts')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('ended_at', 'is not', null)
      .executeTakeFirstOrThrow();
    const before = this.#ended.size;
    await this.#readEndedFrom(queries, this.#newestEnd - OVERLAP_MS);
    // If there are fewer alerts than before the read, some were deleted. If there are more than are
    // in memory now, the overlap was too short.
    if (Number(count) < before || Number(count) > this.#ended.size) {
      this.#ended.clear();
      await this.#readEndedFrom(queries, 0);
    }
    return [...this.#ended.values()];
  }

  async #readEndedFrom(queries: Queries, from: number): Promise<void> {
    for (let [at, id] = [from, '']; ; ) {
      const rows = await select(queries)
        .where('ended_at', 'is not', null)
        .where(sql<boolean>`(ended_at, id) > (cast(${at} as bigint), ${id})`)
        .orderBy('ended_at')
        .orderBy('id')
        .limit(BATCH)
        .execute();
      for (const row of rows) if (!this.#ended.has(row.id)) this.#ended.set(row.id, row);
      const last = rows.at(-1);
      if (last) [at, id] = [last.endedAt!, last.id];
      this.#newestEnd = Math.max(this.#newestEnd, at);
      if (rows.length < BATCH) return;
      await nextTurn();
    }
  }
}

const select = (queries: Queries) =>
  queries
    .selectFrom('alerts')
    .select([
      'id',
      'flag_id as flagId',
      'company_id as companyId',
      'condition',
      'since',
      'ended_at as endedAt',
    ]);

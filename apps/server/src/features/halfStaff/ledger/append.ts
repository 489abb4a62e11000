import type { LedgerEntry, LedgerKind } from '@halyard/domain';
import { locksRows } from '../../../platform/database/database.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { canonicalJson, entryHash, LEDGER_HEAD, type LedgerHead } from './chain.ts';

export interface LedgerNote {
  kind: LedgerKind;
  /**
   * The time of the ledger entry, according to the half-staff engine's clock, in epoch
   * milliseconds.
   */
  at: number;
  /**
   * The pole that the ledger entry is about, with its `flags.id`. Null if the entry is not about a
   * pole.
   */
  flag: { id: string; name: string; isSimulated?: boolean } | null;
  /** The company that the ledger entry belongs to. Null if it belongs to the operator. */
  company: { id: string; name: string } | null;
  /** The key of the order, half-staff day, hold or rule that is the reason for the ledger entry. */
  sourceKey: string | null;
  body: LedgerEntry['body'];
}

/** The maximum number of ledger entries that one SQL statement adds. */
const ROWS = 500;

/**
 * Appends entries to the ledger, in the same transaction as the changes that they describe. Call
 * this last, because it locks the end of the ledger until the transaction ends. Leaves out entries
 * about simulated poles.
 */
export async function appendToLedger(trx: Trx, all: readonly LedgerNote[]): Promise<void> {
  const notes = all.filter(({ flag }) => flag?.isSimulated !== true);
  if (notes.length === 0) return;
  let { count, hash } = await readHead(trx, { lock: true });
  const rows = notes.map(({ kind, at, flag, company, sourceKey, body }) => {
    const entry = {
      seq: ++count,
      at,
      kind,
      flagId: flag?.id ?? null,
      flagName: flag?.name ?? null,
      companyId: company?.id ?? null,
      company: company?.name ?? null,
      sourceKey,
      body,
      prevHash: hash,
    };
    hash = entryHash(entry);
    return {
      seq: entry.seq,
      at,
      kind,
      flag_id: entry.flagId,
      flag_name: entry.flagName,
      company_id: entry.companyId,
      company: entry.company,
      source_key: sourceKey,
      body: canonicalJson(body),
      prev_hash: entry.prevHash,
      hash,
    };
  });
  for (let start = 0; start < rows.length; start += ROWS)
    await trx
      .insertInto('ledger')
      .values(rows.slice(start, start + ROWS))
      .execute();
  await trx
    .updateTable('settings')
    .set({ value: JSON.stringify({ count, hash } satisfies LedgerHead) })
    .where('id', '=', LEDGER_HEAD)
    .execute();
}

/**
 * Returns the stored head of the ledger.
 * @param lock whether to lock the head until the transaction ends
 */
export async function readHead(
  queries: Queries,
  { lock = false }: { lock?: boolean } = {},
): Promise<LedgerHead> {
  const { value } = await queries
    .selectFrom('settings')
    .select('value')
    .where('id', '=', LEDGER_HEAD)
    .$if(lock && locksRows(queries), (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return JSON.parse(value) as LedgerHead;
}

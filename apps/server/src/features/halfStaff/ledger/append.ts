import type { LedgerEntry, LedgerKind } from '@halyard/domain';
import { locksRows } from '../../../platform/database/database.ts';
import type { Queries, Trx } from '../../../platform/database/tables/schema.ts';
import { canonicalJson, entryHash, LEDGER_HEAD, type LedgerHead } from './chain.ts';

/** A new entry for the ledger. */
export interface LedgerNote {
  kind: LedgerKind;
  /** Time in epoch milliseconds of the half-staff clock. */
  at: number;
  /** The pole that the entry is about, with its `flags.id`; null if none. */
  flag: { id: string; name: string; isSimulated?: boolean } | null;
  /** The company that the entry belongs to; null for the operator. */
  company: { id: string; name: string } | null;
  /** Key of the order, day, hold or rule that caused the entry. */
  sourceKey: string | null;
  body: LedgerEntry['body'];
}

/** Maximum number of rows per statement. */
const ROWS = 500;

/**
 * Appends notes to the end of the chain, in the same transaction as the change that they describe.
 * The head stays locked until the transaction ends, so keep the transaction short, and append last.
 * Leaves out simulated poles, because their moves prove nothing.
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
 * Returns the chain's head as last stored.
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

import type { LedgerEntry } from '@halyard/domain';
import type { Selectable } from 'kysely';
import type { LedgerTable } from '../../../platform/database/tables/halfStaff.ts';
import type { Queries } from '../../../platform/database/tables/schema.ts';
import { readHead } from './append.ts';
import { canonicalJson, EMPTY_HEAD, entryHash, type LedgerHead } from './chain.ts';
import { findCorrection } from './correction.ts';
import { toEntry } from './entries.ts';

/** The result of checking the whole ledger: its head, or the first invalid entry. */
export type LedgerCheck = { head: LedgerHead } | { seq: number; fault: string };

/** The number of ledger entries that are read per batch. */
const PAGE = 1000;

/**
 * Checks every entry of the ledger: its sequence number, its own hash and the previous entry's
 * hash. Also compares the ledger with the stored head and with heads that users have kept, to
 * detect entries that were removed from the end.
 * @param noted heads that users have kept, each of which must match the ledger
 * @param onChecked called after every few entries, with the number of entries checked so far and
 * the total
 */
export async function verifyLedger(
  queries: Queries,
  noted: readonly LedgerHead[] = [],
  onChecked: (count: number, total: number) => void = () => {},
): Promise<LedgerCheck> {
  const stored = await readHead(queries);
  const expected = [stored, ...noted].filter(({ count }) => count > 0);
  let head = EMPTY_HEAD;
  let corrected: number | null = null;
  for (;;) {
    const rows = await page(queries, head.count);
    for (const row of rows) {
      const fault = faultOf(row, head) ?? (await correctionFault(queries, row, corrected));
      if (fault) return { seq: head.count + 1, fault };
      if (row.kind === 'corrected') corrected = row.seq;
      head = { count: row.seq, hash: row.hash };
      const other = expected.find(({ count, hash }) => count === row.seq && hash !== row.hash);
      if (other) {
        const text = `its hash is ${row.hash}, but ${other.hash} was expected: the chain was rewritten.`;
        return { seq: row.seq, fault: text };
      }
    }
    onChecked(head.count, stored.count);
    if (rows.length < PAGE) break;
  }
  const last = Math.max(0, ...expected.map(({ count }) => count));
  if (last > head.count)
    return { seq: head.count + 1, fault: `it is missing: there were ${last} entries.` };
  // If entries were added after the head was first read, the head must have advanced with them.
  const { count } = await readHead(queries);
  if (count < head.count)
    return { seq: count + 1, fault: `it was not appended by Halyard: the head counts ${count}.` };
  return { head };
}

/**
 * Checks a ledger entry that corrects earlier wrong-position entries. An upgrade writes exactly one
 * such entry, and it must match the entries before it.
 * @param earlier the sequence number of an earlier correction entry; null if there is none
 * @returns what is wrong with the entry; null if it is correct or of a different kind
 */
async function correctionFault(
  queries: Queries,
  row: Selectable<LedgerTable>,
  earlier: number | null,
): Promise<string | null> {
  if (row.kind !== 'corrected') return null;
  if (earlier !== null)
    return `it is a second correction. Entry ${earlier} is the only one that Halyard wrote.`;
  const expected = canonicalJson(await findCorrection(queries, row.seq));
  return row.body === expected ? null : 'it corrects deviations that the ledger does not show.';
}

function page(queries: Queries, after: number) {
  return queries
    .selectFrom('ledger')
    .selectAll()
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(PAGE)
    .execute();
}

/**
 * Returns what is wrong with a ledger entry. Null if it is valid and follows directly after the
 * given head.
 */
function faultOf(row: Selectable<LedgerTable>, head: LedgerHead): string | null {
  if (row.seq !== head.count + 1) return `it is missing: entry ${row.seq} follows.`;
  if (row.prev_hash !== head.hash) return 'it does not name the hash of the entry before it.';
  let entry: LedgerEntry;
  try {
    entry = toEntry(row);
  } catch {
    return 'its body is not JSON.';
  }
  const { hash, ...content } = entry;
  return entryHash(content) === hash
    ? null
    : 'its content does not match its hash: it was changed.';
}

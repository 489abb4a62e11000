import { createHash } from 'node:crypto';
import {
  type DatedDocument,
  isWantedTitle,
  type ListedEntry,
  replacesDraft,
} from '@halyard/domain';
import { inLanguage } from '@halyard/messages/language';
import type { Selectable } from 'kysely';
import type { Database } from '../../../../platform/database/database.ts';
import type { SourceEntryTable } from '../../../../platform/database/tables/halfStaff.ts';
import type { Queries, Trx } from '../../../../platform/database/tables/schema.ts';
import { newId } from '../../../../platform/database/text.ts';
import type { EntryReading } from '../../documents/readEntry.ts';
import type { SourceRow } from './queries.ts';

export type EntryRow = Selectable<SourceEntryTable>;

const DAY_MS = 24 * 60 * 60_000;
/** The maximum age in days of a new entry of an order source. Older entries are not read. */
const READ_DAYS = 45;
/** How many days an entry is kept after its order source stops listing it. */
const KEPT_DAYS = 90;

/** Returns a hash of a string, such as an entry's key or wording. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/**
 * Stores the new entries of a source of orders, so that their documents are read next.
 * @param now the real time in epoch milliseconds
 * @param foundAt the time on the half-staff engine's clock, in epoch milliseconds
 * @returns the number of new entries
 */
export async function storeNew(
  db: Database,
  { id: sourceId, definition }: SourceRow,
  entries: readonly ListedEntry[],
  { now, foundAt }: { now: number; foundAt: number },
): Promise<number> {
  const byHash = new Map(entries.map((entry) => [hashOf(entry.key), entry]));
  if (byHash.size === 0) return 0;
  return db.transaction(async (trx) => {
    const known = await trx
      .selectFrom('source_entries')
      .select(['id', 'key_hash', 'wording_hash', 'seen_at', 'status', 'published_at'])
      .where('source_id', '=', sourceId)
      .where('key_hash', 'in', [...byHash.keys()])
      .execute();
    const old = known.filter(({ seen_at: at }) => at < now - DAY_MS).map((row) => row.key_hash);
    if (old.length > 0)
      await trx
        .updateTable('source_entries')
        .set({ seen_at: now })
        .where('source_id', '=', sourceId)
        .where('key_hash', 'in', old)
        .execute();
    for (const row of known) {
      const entry = byHash.get(row.key_hash);
      if (!entry) continue;
      const isAgain = isUpdated(row, entry, now) && isWantedTitle(definition, entry.title);
      if (isAgain) await readAgain(trx, row.id, entry);
      else await rememberWording(trx, row, entry);
    }
    // A page that undoes a correction has the same content as an earlier draft that was replaced.
    // Forget that draft, so that the content is read again.
    const isTakenBack = definition.kind === 'page' && definition.links === null;
    for (const { key_hash: hash, status } of known)
      if (isTakenBack && status === 'replaced')
        await trx
          .deleteFrom('source_entries')
          .where('source_id', '=', sourceId)
          .where('key_hash', '=', hash)
          .execute();
      else byHash.delete(hash);
    let added = 0;
    for (const [hash, entry] of byHash) {
      const { title, link, document, publishedAt, content } = entry;
      const isRead = !isOld(entry, now) && isWantedTitle(definition, title);
      const { numInsertedOrUpdatedRows = 0n } = await trx
        .insertInto('source_entries')
        .values({
          id: newId(),
          source_id: sourceId,
          key_hash: hash,
          title,
          link,
          document,
          published_at: publishedAt,
          wording_hash: wordingHashOf(entry),
          found_at: foundAt,
          seen_at: now,
          status: isRead ? 'pending' : 'ignored',
          tries: 0,
          text: isRead && document === null ? plainOf(content) : null,
          orders: null,
          unread: null,
          decided_at: null,
          decided_by: null,
        })
        // Another process may store the same delivery at the same time.
        .onConflict((conflict) => conflict.columns(['source_id', 'key_hash']).doNothing())
        .executeTakeFirstOrThrow();
      added += Number(numInsertedOrUpdatedRows);
    }
    return added;
  });
}

const wordingHashOf = ({ wording }: ListedEntry): string | null =>
  wording === null ? null : hashOf(wording);

const isOld = ({ publishedAt }: ListedEntry, now: number): boolean =>
  publishedAt !== null && publishedAt < now - READ_DAYS * DAY_MS;

/**
 * Whether an entry has changed since the server read it: the order source now lists it with a later
 * time or with different wording. False if a user has already decided on the entry.
 */
function isUpdated(
  row: Pick<EntryRow, 'status' | 'published_at' | 'wording_hash'>,
  entry: ListedEntry,
  now: number,
): boolean {
  const { status, published_at: known, wording_hash: hash } = row;
  if (status !== 'waiting' && status !== 'ignored') return false;
  const isLater = known !== null && entry.publishedAt !== null && entry.publishedAt > known;
  const isReworded = hash !== null && wordingHashOf(entry) !== hash && !isOld(entry, now);
  return isLater || isReworded;
}

/**
 * Stores the hash of an entry's wording if an older version of Halyard read the entry without
 * storing one.
 */
async function rememberWording(
  trx: Trx,
  { id, wording_hash: known }: Pick<EntryRow, 'id' | 'wording_hash'>,
  entry: ListedEntry,
): Promise<void> {
  const hash = wordingHashOf(entry);
  if (known !== null || hash === null) return;
  await trx
    .updateTable('source_entries')
    .set({ wording_hash: hash })
    .where('id', '=', id)
    .execute();
}

/**
 * Marks an order source's entry to be read again during this check, because its document has
 * changed.
 */
async function readAgain(trx: Trx, id: string, entry: ListedEntry): Promise<void> {
  const { title, document, publishedAt, content } = entry;
  await trx
    .updateTable('source_entries')
    .set({
      title,
      published_at: publishedAt,
      wording_hash: wordingHashOf(entry),
      status: 'pending',
      tries: 0,
      text: document === null ? plainOf(content) : null,
      orders: null,
      unread: null,
    })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'ignored'])
    .execute();
}

/** The maximum number of characters of an entry's text to store. */
const CONTENT_MAX = 1_000_000;
/**
 * Shortens text to `CONTENT_MAX` characters, and removes characters that some databases cannot
 * store.
 */
const plainOf = (text: string): string => text.slice(0, CONTENT_MAX).replaceAll(/[\0\p{Cs}]/gu, '');

/** Returns the entries of an order source whose documents have not been read yet, oldest first. */
export const pendingEntries = (
  queries: Queries,
  sourceId: string,
  limit: number,
): Promise<EntryRow[]> =>
  queries
    .selectFrom('source_entries')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('status', '=', 'pending')
    .orderBy('found_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/**
 * Stores the result of reading the document that a source's entry links to. If the document may
 * contain an order, the result is a draft.
 */
export async function storeReading(
  queries: Queries,
  id: string,
  reading: EntryReading,
): Promise<'waiting' | 'ignored'> {
  const isUnread = 'unread' in reading;
  const status = isUnread || reading.orders.length > 0 ? 'waiting' : 'ignored';
  const kept = status === 'waiting' && !isUnread;
  await queries
    .updateTable('source_entries')
    .set({
      status,
      text: kept ? plainOf(reading.text) : null,
      orders: kept ? JSON.stringify(reading.orders) : null,
      unread: isUnread ? inLanguage(reading.unread) : null,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
  return status;
}

/**
 * Closes the drafts that a new draft corrects: earlier drafts from the same source about the same
 * event and poles, even if the dates differ.
 */
export async function replaceEarlierDrafts(queries: Queries, newer: EntryRow): Promise<void> {
  const drafts = await queries
    .selectFrom('source_entries')
    .selectAll()
    .where('source_id', '=', newer.source_id)
    .where('status', '=', 'waiting')
    .execute();
  const read = drafts.find(({ id }) => id === newer.id);
  if (!read) return;
  const replaced = drafts.filter(
    (earlier) => earlier.id !== read.id && replacesDraft(documentOf(read), documentOf(earlier)),
  );
  if (replaced.length === 0) return;
  await queries
    .updateTable('source_entries')
    .set({ status: 'replaced', text: null, orders: null })
    .where(
      'id',
      'in',
      replaced.map(({ id }) => id),
    )
    .where('status', '=', 'waiting')
    .execute();
}

const documentOf = (row: EntryRow): DatedDocument => ({
  title: row.title,
  link: row.link,
  foundAt: row.found_at,
  publishedAt: row.published_at,
  orders: row.orders ?? [],
});

/** Counts a failed attempt to fetch the document that a source's entry links to. */
export async function countTry(queries: Queries, id: string, tries: number): Promise<void> {
  await queries.updateTable('source_entries').set({ tries }).where('id', '=', id).execute();
}

/**
 * Deletes entries that their sources of orders stopped listing long ago, along with their drafts.
 */
export async function sweepSourceEntries(queries: Queries, now: number): Promise<void> {
  await queries
    .deleteFrom('source_entries')
    .where('seen_at', '<', now - KEPT_DAYS * DAY_MS)
    .execute();
}

import { type AskedSource, decodeDocument, listEntries, localDate } from '@halyard/domain';
import { inLanguage } from '@halyard/messages/language';
import type { Services } from '../../calls/context.ts';
import {
  type FetchedDocument,
  FetchFailed,
  type FetchOptions,
  fetchDocument,
  fetchIfChanged,
} from '../documents/fetchDocument.ts';
import { readEntry } from '../documents/readEntry.ts';
import { EMPTY, failureOf, isProblem, type SourceFailure, silenceOf, waitMs } from './problems.ts';
import {
  countTry,
  pendingEntries,
  replaceEarlierDrafts,
  storeNew,
  storeReading,
} from './stored/entries.ts';
import type { SourceRow } from './stored/queries.ts';

/**
 * The maximum number of documents to read per check of an order source, so that no source can
 * overload the server.
 */
const DOCUMENTS_PER_ROUND = 20;
/**
 * After this many failed attempts to read a document, the document becomes a draft, so that a user
 * can read it.
 */
const MAX_TRIES = 3;

export type PollServices = Pick<Services, 'db' | 'clock' | 'domainClock' | 'log'>;

/**
 * Fetches the list of an order source and finds new entries. Skips this for webhook sources, which
 * get their entries from other systems. Then reads the entries' documents, and stores a draft for
 * each document that contains an order or cannot be read. Never moves poles.
 * @param options as for `fetchDocument`; once its signal is aborted, nothing more is stored
 */
export async function pollSource(
  services: PollServices,
  source: SourceRow,
  options: FetchOptions,
): Promise<void> {
  const { definition } = source;
  const listed: Listed =
    definition.kind === 'webhook'
      ? { wasAsked: false, failure: null, document: null, newEntries: 0 }
      : await listOf(services, source, definition, options);
  if (options.signal?.aborted) return;
  await storeOutcome(services, source, listed);
  if (!listed.failure) await readPending(services, source, options);
}

interface Listed {
  wasAsked: boolean;
  failure: SourceFailure | null;
  /**
   * The entries that a source of orders lists. Null if the list could not be fetched or has not
   * changed.
   */
  document: FetchedDocument | null;
  newEntries: number;
}

async function listOf(
  { db, clock, domainClock }: PollServices,
  source: SourceRow,
  definition: AskedSource,
  options: FetchOptions,
): Promise<Listed> {
  const { etag, last_modified: lastModified } = source;
  const listed: Listed = { wasAsked: true, failure: null, document: null, newEntries: 0 };
  try {
    const document = await fetchIfChanged(
      definition.url,
      { etag, lastModified },
      { ...options, otherDomains: false, accept: ACCEPT[definition.kind] },
    );
    if (document === null) return listed;
    const text = decodeDocument(document.content, document.charset);
    const entries = listEntries(definition, text, document.address);
    if (entries.length === 0 && !definition.mayBeEmpty) return { ...listed, failure: EMPTY };
    const now = clock();
    const newEntries = await storeNew(db, source, entries, { now, foundAt: domainClock.at(now) });
    return { ...listed, document, newEntries };
  } catch (error) {
    if (options.signal?.aborted) return listed;
    return { ...listed, failure: failureOf(error) };
  }
}

const ACCEPT = {
  feed: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1',
  page: 'text/html, text/plain;q=0.9, */*;q=0.1',
  json: 'application/json, */*;q=0.1',
} as const;

async function storeOutcome(
  { db, clock, log }: PollServices,
  source: SourceRow,
  { wasAsked, failure, document, newEntries }: Listed,
): Promise<void> {
  const { id, definition } = source;
  const now = clock();
  const failures = failure ? source.failures + 1 : 0;
  const newestAt = newEntries > 0 ? now : source.newest_at;
  const found = failure ?? silenceOf(definition, newestAt ?? source.created_at, now);
  const isOne = found !== null && isProblem(found, failure ? failures : 1);
  // A single failure does not clear an earlier problem.
  const stays = failure !== null && !isOne && source.problem !== null;
  if (failure) log.warn({ source: id, problem: inLanguage(failure.text) }, 'Order source failed');
  await db.queries
    .updateTable('order_sources')
    .set({
      ...(document && {
        etag: document.validators.etag,
        last_modified: document.validators.lastModified,
      }),
      ...(wasAsked && { checked_at: now, newest_at: newestAt }),
      ...(wasAsked && failure === null && { succeeded_at: now }),
      failures,
      next_at: now + waitMs(definition, failures, failure?.retryAfterMs ?? null),
      ...(!stays && {
        problem: isOne ? found.problem : null,
        problem_text: isOne ? inLanguage(found.text) : null,
        problem_since: isOne
          ? source.problem === found.problem
            ? source.problem_since
            : now
          : null,
      }),
    })
    .where('id', '=', id)
    // A master may have turned the source off, or asked for another check, in the meantime.
    .where('next_at', '=', source.next_at)
    .execute();
}

async function readPending(
  { db, domainClock, log }: PollServices,
  { id }: SourceRow,
  options: FetchOptions,
): Promise<void> {
  const readOn = localDate(domainClock.now());
  for (const entry of await pendingEntries(db.queries, id, DOCUMENTS_PER_ROUND)) {
    try {
      const content = entry.document === null ? (entry.text ?? '') : '';
      const reading = await readEntry(
        { ...entry, publishedAt: entry.published_at, content },
        readOn,
        (url) => fetchDocument(url, options),
      );
      const status = await storeReading(db.queries, entry.id, reading);
      if (status === 'waiting') await replaceEarlierDrafts(db.queries, entry);
    } catch (error) {
      if (options.signal?.aborted) return;
      if (!(error instanceof FetchFailed)) throw error;
      log.warn({ source: id, entry: entry.id, problem: error.message }, 'Order document failed');
      const tries = entry.tries + 1;
      if (tries < MAX_TRIES) await countTry(db.queries, entry.id, tries);
      else await storeReading(db.queries, entry.id, { unread: error.text });
    }
  }
}

import {
  type DeliveryRefusal,
  decodeDocument,
  deliveredEntry,
  type ListedEntry,
  type SourceDelivery,
  UnreadableDelivery,
} from '@halyard/domain';
import { msg } from '@halyard/messages';
import { messageOf } from '@halyard/messages/language';
import { AppError } from '../../../platform/errors.ts';
import { isTooDeep } from '../../../platform/http/body.ts';
import {
  chargeAddress,
  chargeTry,
  DELIVERIES_BY_SOURCE,
  REFUSED_DELIVERIES_BY_ADDRESS,
  refundAddress,
} from '../../../platform/limits/rateLimits.ts';
import type { SecretBox } from '../../../platform/secrets/secretBox.ts';
import type { Services } from '../../calls/context.ts';
import type { Edge } from '../../calls/handlers.ts';
import {
  newWebhookSecret,
  type SignedHeaders,
  signatureProblem,
} from '../../webhooks/sending/signature.ts';
import { openSecret } from '../../webhooks/stored/secrets.ts';
import { storeNew } from '../sources/stored/entries.ts';
import { sourceNotFound } from '../sources/stored/errors.ts';
import type { SourceRow } from '../sources/stored/queries.ts';

/**
 * The maximum number of waiting entries from one webhook source. An entry waits until the server
 * has read it and, if necessary, a user has decided on it.
 */
const MAX_WAITING = 100;
/** How many seconds a sender must wait before it tries again, if too many entries are waiting. */
const FULL_RETRY_SECONDS = 3600;
/** The prefix of the rate limit keys for deliveries. */
const BY_ADDRESS = 'source-delivery';
/** The maximum length of the request header that identifies a delivery to a webhook source. */
const MAX_ID_LENGTH = 200;
/**
 * A dummy secret for checking deliveries to unknown webhook sources, so that rejecting them takes
 * as long as for known sources.
 */
const NO_SECRET = newWebhookSecret();

export interface DeliverySettings {
  /** Encrypts and decrypts the secrets of webhook sources. Null if there is no encryption key. */
  secrets: SecretBox | null;
}

/**
 * Stores a document that another system delivers to a webhook source. A background job reads the
 * document within seconds, like an entry from any other source. A delivery never moves a pole.
 * @throws AppError `not-found`; `unauthenticated` if the signature is not valid or not recent;
 * `rate-limited`; `conflict` if the source is turned off; `invalid` if the delivery contains no
 * document
 */
export async function receiveDelivery(
  services: Services,
  { id, body }: { id: string; body: Uint8Array },
  edge: Pick<Edge, 'client' | 'readHeader'>,
  { secrets }: DeliverySettings,
): Promise<SourceDelivery> {
  const { db, clock } = services;
  const now = clock();
  const { address } = edge.client;
  const headers = signedHeaders(edge);
  await chargeAddress(db, BY_ADDRESS, address, REFUSED_DELIVERIES_BY_ADDRESS, now);
  const source = await findWebhook(services, id);
  const secret = source ? openSecret(secrets, source) : NO_SECRET;
  const problem = signatureProblem(secret, headers, body, now);
  if (!source) throw sourceNotFound();
  if (problem !== null) {
    await noteRefusal(services, source.row, problem);
    throw new AppError('unauthenticated', msg`The signature is not valid.`);
  }
  await refundAddress(db, BY_ADDRESS, address);
  await chargeTry(db, `${BY_ADDRESS}-to:${id}`, DELIVERIES_BY_SOURCE, now);
  if (!source.row.is_on) throw new AppError('conflict', msg`This source is turned off.`);
  const entry = await entryOf(services, source.row, {
    id: headers.id ?? '',
    contentType: edge.readHeader('content-type') ?? '',
    body,
  });
  return { outcome: await store(services, source.row, entry) };
}

function signedHeaders({ readHeader }: Pick<Edge, 'readHeader'>): SignedHeaders {
  const id = readHeader('webhook-id');
  return {
    id: id !== null && id.length <= MAX_ID_LENGTH ? id : null,
    timestamp: readHeader('webhook-timestamp'),
    signature: readHeader('webhook-signature'),
  };
}

async function findWebhook({ db }: Services, id: string) {
  const row = await db.queries
    .selectFrom('order_sources')
    .selectAll()
    .where('id', '=', id)
    .where('secret', 'is not', null)
    .$narrowType<{ secret: string }>()
    .executeTakeFirst();
  return row && { row, id, secret: row.secret, isSealed: row.secret_is_sealed };
}

/**
 * Records why a delivery to a webhook source was rejected, so that the operator can see it. The
 * sender does not get the reason.
 */
async function noteRefusal(
  { db, clock }: Services,
  { id }: SourceRow,
  refusedFor: DeliveryRefusal,
): Promise<void> {
  await db.queries
    .updateTable('order_sources')
    .set({ refused_at: clock(), refused_for: refusedFor })
    .where('id', '=', id)
    .execute();
}

interface Received {
  id: string;
  contentType: string;
  body: Uint8Array;
}

async function entryOf(
  services: Services,
  source: SourceRow,
  { id, contentType, body }: Received,
): Promise<ListedEntry | null> {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters.map((one) => /^\s*charset="?([\w.:-]{1,40})"?\s*$/.exec(one)?.[1]);
  const content = decodeDocument(body, charset.find((one) => one !== undefined) ?? null);
  try {
    const delivery = { id, type: type.trim(), content };
    if (delivery.type === 'application/json' && isTooDeep(content))
      throw new AppError('invalid', msg`The body is nested too deeply.`);
    return deliveredEntry(delivery, source.definition.name);
  } catch (error) {
    const text =
      error instanceof UnreadableDelivery
        ? messageOf(error.message)
        : error instanceof AppError && error.text;
    if (!text) throw error;
    await noteRefusal(services, source, 'content');
    throw new AppError('invalid', text, { cause: error });
  }
}

async function store(
  { db, clock, domainClock }: Services,
  source: SourceRow,
  entry: ListedEntry | null,
): Promise<SourceDelivery['outcome']> {
  const now = clock();
  if (entry !== null) await requireRoom(db.queries, source);
  const added =
    entry === null ? 0 : await storeNew(db, source, [entry], { now, foundAt: domainClock.at(now) });
  await db.queries
    .updateTable('order_sources')
    .set({
      checked_at: now,
      succeeded_at: now,
      // The background job reads the document the next time it runs.
      ...(added > 0 && { newest_at: now, next_at: now }),
    })
    .where('id', '=', source.id)
    .execute();
  return entry === null ? 'ignored' : added > 0 ? 'new' : 'known';
}

async function requireRoom(queries: Services['db']['queries'], { id }: SourceRow): Promise<void> {
  const { count } = await queries
    .selectFrom('source_entries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('source_id', '=', id)
    .where('status', 'in', ['pending', 'waiting'])
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_WAITING)
    throw new AppError(
      'rate-limited',
      msg`${{ max: MAX_WAITING }} documents from this source are waiting for review. Try again later.`,
      { retryAfter: FULL_RETRY_SECONDS },
    );
}

import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { slices } from '../database/batches.ts';
import type { Database } from '../database/database.ts';
import type { Mail } from '../database/tables/messages.ts';
import type { Trx } from '../database/tables/schema.ts';
import { newId } from '../database/text.ts';
import { isRefusedForGood, type Mailer } from './mailer.ts';

/**
 * How long to wait in ms before an email is sent again: after the first failure, the second, and so
 * on.
 */
const BACK_OFF_MS = [5000, 30_000, 120_000, 600_000, 1_800_000];
/** How long Halyard tries to send an email, in ms. After that, the email is no longer useful. */
const GIVEN_UP_MS = 24 * 60 * 60_000;
/** The maximum number of emails that are sent in parallel. */
const AT_ONCE = 5;
/** The maximum number of emails that one INSERT statement adds. */
const SLICE = 100;

/**
 * Queues emails in the same transaction as the change that they are about, so that either both are
 * stored or neither is.
 * @param now epoch milliseconds
 */
export async function queueMails(trx: Trx, mails: readonly Mail[], now: number): Promise<void> {
  for (const slice of slices(mails, SLICE)) {
    const rows = slice.map((mail) => {
      const id = newId();
      const body = JSON.stringify({ ...mail, messageId: `<${id}@halyard>` });
      return { id, body, created_at: now, tries: 0, next_try_at: now };
    });
    await trx.insertInto('outgoing_mails').values(rows).execute();
  }
}

/** The dependencies of the code that sends queued emails. */
export interface DeliveryParts {
  readonly db: Database;
  /** The mailer. Null if there is no mail server. */
  readonly mailer: Mailer | null;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

/**
 * Sends the emails that are due. If the mail server does not accept an email, tries again at
 * growing intervals. After a crash while sending, an email may arrive twice with the same
 * Message-ID.
 * @param isOver called before each batch; returns whether to stop and leave the remaining emails
 * for later
 */
export async function deliverMails(parts: DeliveryParts, isOver: () => boolean): Promise<void> {
  const { db, mailer, clock, log } = parts;
  if (!mailer) return;
  while (!isOver()) {
    const due = await db.queries
      .selectFrom('outgoing_mails')
      .select(['id', 'body', 'tries', 'created_at'])
      .where('next_try_at', '<=', clock())
      .orderBy('next_try_at')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    if (due.length === 0) return;
    await Promise.all(
      due.map(async (row) => {
        const { notAfter, ...mail } = row.body;
        if (notAfter !== undefined && clock() >= notAfter) {
          log.warn({ mail: row.id }, 'An email was not sent, because its content is outdated');
          return remove(parts, row.id);
        }
        try {
          await mailer.send(mail);
        } catch (error) {
          return putOff(parts, row, error);
        }
        await remove(parts, row.id);
      }),
    );
  }
}

async function putOff(
  parts: DeliveryParts,
  { id, tries, created_at }: { id: string; tries: number; created_at: number },
  error: unknown,
): Promise<void> {
  const { db, clock, log } = parts;
  const now = clock();
  if (isRefusedForGood(error) || now - created_at >= GIVEN_UP_MS) {
    log.error({ err: error, mail: id }, 'The mail server did not accept an email. Giving up');
    return remove(parts, id);
  }
  log.warn({ err: error, mail: id }, 'The mail server did not accept an email. Retrying');
  const wait = BACK_OFF_MS[Math.min(tries, BACK_OFF_MS.length - 1)] ?? 0;
  await db.queries
    .updateTable('outgoing_mails')
    .set({ tries: tries + 1, next_try_at: now + wait })
    .where('id', '=', id)
    .execute();
}

async function remove({ db }: DeliveryParts, id: string): Promise<void> {
  await db.queries.deleteFrom('outgoing_mails').where('id', '=', id).execute();
}

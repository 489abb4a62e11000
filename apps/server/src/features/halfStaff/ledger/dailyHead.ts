import { dateText, momentText } from '@halyard/domain';
import { t } from '@halyard/messages';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { queueMails } from '../../../platform/mail/queue.ts';
import { type Services, withDatabase } from '../../calls/context.ts';
import { readHead } from './append.ts';
import { headText } from './chain.ts';

/** The key of the setting that contains the date (UTC) of the latest email with the ledger head. */
const SETTING = 'ledger-head-mailed';

/**
 * The recipients of the email with the ledger head, and the product name that the email mentions.
 */
export interface DailyHeadSettings {
  productName: string;
  to: readonly string[];
}

/** Returns the job that emails the head of the ledger once a day (UTC). */
export const ledgerHeadJob = (services: Services, settings: DailyHeadSettings): Job => ({
  name: 'ledger-head',
  where: 'holder',
  everyMs: 60_000,
  begin: ({ db }) => ({ round: () => sendDailyHead(withDatabase(services, db), settings) }),
});

/**
 * Queues a daily email with the ledger head for each recipient. Does nothing if there is no mail
 * server or the ledger is empty. With a copy of the head, recipients can later prove that no
 * earlier entry was changed.
 */
export async function sendDailyHead(
  { db, mailer, clock }: Pick<Services, 'db' | 'mailer' | 'clock'>,
  { productName, to }: DailyHeadSettings,
): Promise<void> {
  if (!mailer || to.length === 0) return;
  const now = clock();
  const today = new Date(now).toISOString().slice(0, 10);
  await db.transaction(async (trx) => {
    const sent = await trx
      .selectFrom('settings')
      .select('value')
      .where('id', '=', SETTING)
      .executeTakeFirst();
    if (sent?.value === JSON.stringify(today)) return;
    const head = await readHead(trx);
    if (head.count === 0) return;
    const value = JSON.stringify(today);
    await trx
      .insertInto('settings')
      .values({ id: SETTING, value })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
      .execute();
    const text = [
      t`Head of ${{ productName }}’s half-staff ledger, ${{ time: momentText(now, 'UTC') }}:`,
      headText(head),
      t`Keep this email. To check later that no ledger entry recorded so far was changed or removed, run this command:`,
      `npm run verify-ledger -- --head ${headText(head)}`,
    ].join('\n\n');
    const subject = t`${{ productName }}: head of the half-staff ledger, ${{ date: dateText(today) }}`;
    await queueMails(
      trx,
      to.map((address) => ({ to: address, subject, text: `${text}\n` })),
      now,
    );
  });
}

import type { Mail } from '../../../../platform/database/tables/messages.ts';
import { takeMails } from '../../../../platform/mail/budget.ts';
import { queueMails } from '../../../../platform/mail/queue.ts';
import type { Recipient } from './recipients.ts';
import type { Round } from './round.ts';
import { markSent, sentKey } from './sentMails.ts';

/** A mail to one user. */
export interface Notice {
  to: Recipient;
  /** What the mail is about. It is sent only if none of these was marked as sent before. */
  keys: readonly string[];
  /** What the mail says besides, so that no other mail has to. */
  also?: readonly string[];
  /** Null to send nothing now or later: the user has turned such mails off, or needs none. */
  mail: Omit<Mail, 'to'> | null;
}

/** Rolls the transaction back. */
class NotSent extends Error {
  readonly why: 'sent-before' | 'no-room';
  constructor(why: NotSent['why']) {
    super(why);
    this.why = why;
  }
}

/**
 * Queues mails, and marks them as sent in the same transaction: neither a crash nor another process
 * sends one twice or loses one. If the daily budget is used up, leaves the rest for a later round.
 */
export async function mailOnce(round: Round, notices: Iterable<Notice>): Promise<void> {
  for (const notice of notices) {
    const { to, keys, mail, also = [] } = notice;
    if (keys.length === 0 || keys.some((key) => round.sent.has(sentKey(to.id, key)))) continue;
    const result = await queueOnce(round, notice);
    if (result === 'no-room') {
      round.services.log.warn(
        { companyId: to.companyId },
        'Mails about half-staff are delayed: MAILS_PER_COMPANY is used up; the next round tries again',
      );
      return;
    }
    for (const key of mail === null ? keys : [...keys, ...also])
      round.sent.add(sentKey(to.id, key));
  }
}

async function queueOnce(
  { services, settings, now }: Round,
  { to, keys, also = [], mail }: Notice,
): Promise<'done' | NotSent['why']> {
  const { db, clock } = services;
  try {
    await db.transaction(async (trx) => {
      // Another process may have sent a mail about some of these.
      if ((await markSent(trx, to.id, keys, now)) < keys.length) throw new NotSent('sent-before');
      if (mail === null) return;
      await markSent(trx, to.id, also, now);
      if (!(await takeMails(trx, settings, 'alert', to.companyId, 1, clock())))
        throw new NotSent('no-room');
      await queueMails(trx, [{ ...mail, to: to.email }], clock());
    });
    return 'done';
  } catch (error) {
    if (error instanceof NotSent) return error.why;
    throw error;
  }
}

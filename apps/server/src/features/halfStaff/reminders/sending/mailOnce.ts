import type { Mail } from '../../../../platform/database/tables/messages.ts';
import { takeMails } from '../../../../platform/mail/budget.ts';
import { queueMails } from '../../../../platform/mail/queue.ts';
import type { Recipient } from './recipients.ts';
import type { Round } from './round.ts';
import { markSent, sentKey } from './sentMails.ts';

/** An email to one user. */
export interface Notice {
  to: Recipient;
  /**
   * The keys of the events that the email is about. If any of them is already marked as sent, the
   * email is not sent.
   */
  keys: readonly string[];
  /** The keys of other events that the email covers, so that no other email is sent about them. */
  also?: readonly string[];
  /**
   * The email. Null if the user needs no email about these events or has turned such emails off;
   * the events are marked as sent anyway.
   */
  mail: Omit<Mail, 'to'> | null;
}

/** Thrown to roll back the transaction of an email that must not be sent now. */
class NotSent extends Error {
  readonly why: 'sent-before' | 'no-room';
  constructor(why: NotSent['why']) {
    super(why);
    this.why = why;
  }
}

/**
 * Queues emails and marks them as sent in the same transaction, so that no email is lost or sent
 * twice. If a company's daily limit is used up, its remaining emails wait for a later run.
 * @returns false if any email must wait, and otherwise true
 */
export async function mailOnce(round: Round, notices: Iterable<Notice>): Promise<boolean> {
  const withoutRoom = new Set<string | null>();
  for (const notice of notices) {
    const { to, keys, mail, also = [] } = notice;
    if (keys.length === 0 || keys.some((key) => round.sent.has(sentKey(to.id, key)))) continue;
    if (mail !== null && withoutRoom.has(to.companyId)) continue;
    const result = await queueOnce(round, notice);
    if (result === 'no-room') {
      round.services.log.warn(
        { companyId: to.companyId },
        'Emails about half-staff are delayed: MAILS_PER_COMPANY is used up. They will be tried again',
      );
      withoutRoom.add(to.companyId);
      continue;
    }
    for (const key of mail === null ? keys : [...keys, ...also])
      round.sent.add(sentKey(to.id, key));
  }
  return withoutRoom.size === 0;
}

async function queueOnce(
  { services, settings, now }: Round,
  { to, keys, also = [], mail }: Notice,
): Promise<'done' | NotSent['why']> {
  const { db, clock } = services;
  try {
    await db.transaction(async (trx) => {
      // Another process may have sent an email about some of these keys.
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

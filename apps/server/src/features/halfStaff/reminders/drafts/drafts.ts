import type { Order } from '@halyard/domain';
import type { Queries } from '../../../../platform/database/tables/schema.ts';
import { enqueueOnce } from '../../../webhooks/events/onceEvents.ts';
import { toOrder } from '../../orders/queries.ts';
import { isCurrent } from '../events/isCurrent.ts';
import { mailOnce } from '../sending/mailOnce.ts';
import { operatorRecipients } from '../sending/recipients.ts';
import type { Round } from '../sending/round.ts';
import { type Which, whichMail } from '../sending/whichMail.ts';
import { draftMail } from './draftMail.ts';

/**
 * Emails the operator's users about drafts that need approval, immediately and again a day later.
 * For a company's draft, sends only the second email, because the company's own users should
 * approve it. A draft's author gets no email.
 */
export async function sendDrafts(round: Round): Promise<void> {
  const { queries } = round.services.db;
  const drafts = await waitingDrafts(queries, round.now);
  if (drafts.length === 0) return;
  const recipients = await operatorRecipients(queries);
  for (const { order, company, which } of drafts) {
    const mail = draftMail(order, company, which, round);
    const others = recipients.filter(({ username }) => username !== order.createdBy);
    await mailOnce(
      round,
      others.map((to) => ({
        to,
        keys: [`draft-${which}:order:${order.id}`],
        mail: to.wants.drafts ? mail : null,
      })),
    );
  }
}

/**
 * Queues two webhook events about each draft that needs approval: one immediately and one a day
 * later. A company's own draft causes only the second event. Only webhooks that cover all companies
 * get these events.
 */
export async function queueDraftEvents({ services, now }: Omit<Round, 'sent'>): Promise<void> {
  const { db, clock } = services;
  for (const { order, which } of await waitingDrafts(db.queries, now)) {
    const key = `${which}:order:${order.id}`;
    const event = { type: 'draft.waiting', companyId: null, key, at: clock() } as const;
    await enqueueOnce(db, event, async (trx) =>
      (await isCurrent(trx, order)) ? { order, document: null, reminder: which === 'still' } : null,
    );
  }
}

interface Waiting {
  order: Order;
  /** The company that the draft belongs to. Null for the operator's drafts. */
  company: string | null;
  which: Which;
}

async function waitingDrafts(queries: Queries, now: number): Promise<Waiting[]> {
  const rows = await queries
    .selectFrom('half_staff_orders')
    .leftJoin('companies', 'companies.id', 'half_staff_orders.company_id')
    .selectAll('half_staff_orders')
    .select('companies.name as company')
    .where('half_staff_orders.status', '=', 'draft')
    .orderBy('half_staff_orders.id')
    .execute();
  return rows.flatMap(({ company, ...row }): Waiting[] => {
    const order = toOrder(row);
    const which = whichMail(now - order.createdAt);
    if (which === null || (which === 'new' && order.companyId !== null)) return [];
    return [{ order, company, which }];
  });
}

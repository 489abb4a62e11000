import { isWaiting, type OrderFacts, type OrdersAndDays } from '@halyard/domain';
import type { Queries } from '../../../../platform/database/tables/schema.ts';
import { Pauses } from '../../../../platform/limits/pauses.ts';
import { AffectedPoles } from '../../orders/list/waitingOrders.ts';
import { versionsOf } from '../../orders/queries.ts';
import { waitingApprovals } from '../../orders/waitingApprovals.ts';
import type { DueCompanies } from '../sending/dueCompanies.ts';
import { mailOnce, type Notice } from '../sending/mailOnce.ts';
import { operatorRecipients, type Recipient } from '../sending/recipients.ts';
import type { CompanyPoles, FleetRound } from '../sending/round.ts';
import { whichMail } from '../sending/whichMail.ts';
import { type WaitingMail, waitingMail } from './waitingMail.ts';

/**
 * Returns the orders whose current version still needs a second approval from at least one company.
 */
export const waitingForSecond = ({ orders }: OrdersAndDays): readonly OrderFacts[] =>
  orders.filter(
    ({ status, secondApprovals = {} }) =>
      status === 'approved' && Object.values(secondApprovals).includes(null),
  );

/**
 * Emails users who can give a missing second approval, immediately and again a day later. The
 * operator's users get only the second email, unless nobody at the company can give the approval;
 * in that case, they get both.
 * @param waiting the result of `waitingForSecond`
 * @param changed the companies with poles whose settings have changed since the last call
 */
export async function sendApprovals(
  round: FleetRound,
  waiting: readonly OrderFacts[],
  memory: DueCompanies,
  changed: ReadonlySet<string>,
): Promise<void> {
  if (waiting.length === 0) return;
  const { queries } = round.services.db;
  const versions = await versionsOf(
    queries,
    waiting.map(({ id }) => id),
  );
  const firstApprover = await firstApprovers(queries);
  const operators = await operatorRecipients(queries);
  const due = waiting.flatMap((order) => {
    const made = versions.get(order.id)?.findLast(({ order: { status } }) => status === 'approved');
    const which = made ? whichMail(round.now - made.at) : null;
    return made && which ? [{ order, which, by: made.by, at: made.at, found: [] as Found[] }] : [];
  });
  if (due.length === 0) return;
  const companies = new Set(due.flatMap(({ order }) => missingFor(order)));
  const state = {
    due: due.map(({ order, which }) => [order, which]),
    users: [...companies].map((id) => round.recipients.get(id)),
    operators,
  };
  const areChecked = memory.areApprovalsChecked(state);
  if (areChecked && ![...companies].some((id) => changed.has(id))) return;
  for await (const company of round.companies(companies))
    for (const { order, found } of due) {
      const flags = await flagsAffected(order, company, round);
      const first = firstApprover(order.id, company.id);
      const users = company.recipients.filter(({ id }) => id !== first);
      if (flags > 0) found.push({ name: company.name, flags, first, users });
    }
  let isDone = true;
  for (const { order, which, by, at, found } of due) {
    found.sort((a, b) => (a.name < b.name ? -1 : 1));
    const key = `second-${which}:order:${order.id}:${order.version}`;
    const noticeTo = (to: Recipient, companies: WaitingMail['companies']): Notice => ({
      to,
      keys: [key],
      mail: to.wants.drafts ? waitingMail({ order, companies, which, by, at }, round) : null,
    });
    const own = found.flatMap(({ users, ...company }) =>
      users.map((to) => noticeTo(to, [company])),
    );
    const forOperators = found.filter(({ users }) => which === 'still' || users.length === 0);
    const others = operators.flatMap((to) => {
      const companies = forOperators.filter(({ first }) => first !== to.id);
      return companies.length === 0 ? [] : [noticeTo(to, companies)];
    });
    if (!(await mailOnce(round, [...own, ...others]))) isDone = false;
  }
  memory.approvalsChecked(isDone ? state : null);
}

/** Returns the IDs of the companies whose second approval of an order is missing. */
const missingFor = ({ secondApprovals = {} }: OrderFacts): string[] =>
  Object.entries(secondApprovals).flatMap(([id, at]) => (at === null ? [id] : []));

/** A company that has not given its second approval, and the users who can give it. */
interface Found {
  name: string;
  flags: number;
  /** The `users.id` of the user who approved or amended the order. */
  first: string | undefined;
  users: readonly Recipient[];
}

/** Returns how many of a company's poles the unapproved version of an order would affect. */
async function flagsAffected(
  order: OrderFacts,
  { id, poles }: CompanyPoles,
  { facts, now }: FleetRound,
): Promise<number> {
  if (!isWaiting(order, id)) return 0;
  const affected = new AffectedPoles(order, id, facts, now);
  const pauses = new Pauses();
  for (const { pole } of poles) {
    affected.add(pole);
    if (pauses.areDue) await pauses.take();
  }
  return affected.count;
}

/**
 * Reads who approved or amended the order versions that still need a second approval.
 * @returns a function that returns the `users.id` for an order and a company
 */
async function firstApprovers(
  queries: Queries,
): Promise<(orderId: string, companyId: string) => string | undefined> {
  const rows = await waitingApprovals(queries)
    .select(['order_id', 'order_approvals.company_id', 'first_by_id'])
    .execute();
  const found = new Map(
    rows.map(({ order_id, company_id, first_by_id }) => [`${order_id} ${company_id}`, first_by_id]),
  );
  return (orderId, companyId) => found.get(`${orderId} ${companyId}`);
}

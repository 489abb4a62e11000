import {
  authorityName,
  momentText,
  type Order,
  orderEndText,
  orderStartText,
} from '@halyard/domain';
import { plural, t } from '@halyard/messages';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import { oneLine, stopApprovalMails, wholeMail } from '../sending/commonMail.ts';
import type { Round } from '../sending/round.ts';
import type { Which } from '../sending/whichMail.ts';

/** The maximum number of companies that an email lists by name. */
const NAMED = 20;

/** The content of an email about an order that needs second approvals. */
export interface WaitingMail {
  order: Order;
  /**
   * The companies that have not given their second approval, and how many of each company's flags
   * the order affects.
   */
  companies: readonly { name: string; flags: number }[];
  which: Which;
  /** The username of the user who approved or amended the order. */
  by: string;
  /**
   * The time when the order was approved or amended, according to the half-staff engine's clock, in
   * epoch milliseconds.
   */
  at: number;
}

/** Returns the email to users who can give a missing second approval of an order. */
export function waitingMail(
  { order, companies, which, by, at }: WaitingMail,
  { settings }: Pick<Round, 'settings'>,
): Omit<Mail, 'to'> {
  const { productName } = settings;
  const title = oneLine(order.reason);
  const time = momentText(at, 'UTC');
  const parts = [
    openingOf(order, title),
    [
      `- ${t`Starts: ${{ start: orderStartText(order.starts) }}`}`,
      `- ${t`Ends: ${{ end: orderEndText(order.ends) }}`}`,
      order.version === 1
        ? `- ${t`Approved by ${{ user: by }}, ${{ time }}`}`
        : `- ${t`Amended by ${{ user: by }}, ${{ time }}`}`,
    ].join('\n'),
    `${t`Waiting for a second approval from:`}\n${companyLines(companies)}`,
    order.version === 1
      ? t`The order does not apply to these flags until someone else approves it.`
      : t`The change does not apply to these flags until someone else approves it.`,
  ];
  return wholeMail(
    which === 'new'
      ? t`${{ productName }}: second approval needed: ${{ title }}`
      : t`${{ productName }}: second approval still needed: ${{ title }}`,
    parts,
    settings,
    '/half-staff',
    stopApprovalMails(),
  );
}

function openingOf(order: Order, title: string): string {
  const authority = authorityName(order);
  return order.kind === 'half'
    ? t`A half-staff order issued by ${{ authority }} needs a second approval: ${{ title }}.`
    : t`A full-staff exception issued by ${{ authority }} needs a second approval: ${{ title }}.`;
}

function companyLines(companies: WaitingMail['companies']): string {
  const lines = companies
    .slice(0, NAMED)
    .map(
      ({ name, flags }) =>
        `- ${t`${{ company: name }}: ${plural({ flags }, { one: '# flag', other: '# flags' })}`}`,
    );
  const more = companies.length - lines.length;
  if (more > 0)
    lines.push(`- ${t`${plural({ more }, { one: '# more company', other: '# more companies' })}`}`);
  return lines.join('\n');
}

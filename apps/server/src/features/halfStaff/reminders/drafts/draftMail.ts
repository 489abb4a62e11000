import {
  authorityName,
  momentText,
  type Order,
  orderEndText,
  orderStartText,
} from '@halyard/domain';
import { t } from '@halyard/messages';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import { oneLine, stopApprovalMails, wholeMail } from '../sending/commonMail.ts';
import type { Round } from '../sending/round.ts';
import type { Which } from '../sending/whichMail.ts';

/**
 * Returns the email about a draft that needs approval.
 * @param company the company that owns the draft; null for the operator's drafts
 */
export function draftMail(
  order: Order,
  company: string | null,
  which: Which,
  { settings }: Pick<Round, 'settings'>,
): Omit<Mail, 'to'> {
  const { productName } = settings;
  const title = oneLine(order.reason);
  const parts = [
    openingOf(order, title),
    [
      `- ${t`Starts: ${{ start: orderStartText(order.starts) }}`}`,
      `- ${t`Ends: ${{ end: orderEndText(order.ends) }}`}`,
      `- ${
        company === null
          ? t`Created by ${{ user: order.createdBy }}, ${{ time: momentText(order.createdAt, 'UTC') }}`
          : t`Created by ${{ user: order.createdBy }} (${{ company }}), ${{ time: momentText(order.createdAt, 'UTC') }}`
      }`,
    ].join('\n'),
    t`No poles will move until someone approves the draft.`,
  ];
  return wholeMail(
    which === 'new'
      ? t`${{ productName }}: draft waiting for approval: ${{ title }}`
      : t`${{ productName }}: draft still waiting for approval: ${{ title }}`,
    parts,
    settings,
    '/half-staff',
    stopApprovalMails(),
  );
}

function openingOf(order: Order, title: string): string {
  const authority = authorityName(order);
  return order.kind === 'half'
    ? t`A half-staff order issued by ${{ authority }} is waiting for approval: ${{ title }}.`
    : t`A full-staff exception issued by ${{ authority }} is waiting for approval: ${{ title }}.`;
}

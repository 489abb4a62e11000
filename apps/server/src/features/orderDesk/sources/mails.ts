import type { SourceDraft } from '@halyard/domain';
import { momentText } from '@halyard/domain';
import { t } from '@halyard/messages';
import type { Mail } from '../../../platform/database/tables/messages.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import type { Services } from '../../calls/context.ts';
import {
  oneLine,
  stopApprovalMails,
  wholeMail,
} from '../../halfStaff/reminders/sending/commonMail.ts';
import { mailOnce } from '../../halfStaff/reminders/sending/mailOnce.ts';
import { operatorRecipients } from '../../halfStaff/reminders/sending/recipients.ts';
import { openRound, type Round } from '../../halfStaff/reminders/sending/round.ts';
import { type Which, whichMail } from '../../halfStaff/reminders/sending/whichMail.ts';
import { openDrafts } from './drafts.ts';
import { failingSources, type SourceRow } from './stored/queries.ts';

/** The minimum time in ms between two emails about problems with the same source of orders. */
const PROBLEM_GAP_MS = 6 * 3_600_000;

/**
 * Emails masters about drafts of orders and about problems with sources of orders. Sends a reminder
 * about each draft a day later. Sends each email only once. Does nothing without a mail server.
 */
export async function mailAboutSources(services: Services, settings: MailSettings): Promise<void> {
  if (!services.mailer) return;
  const { queries } = services.db;
  const drafts = await openDrafts(queries);
  const failing = await unmailedProblems(services);
  if (drafts.length + failing.length === 0) return;
  const round = await openRound(services, settings);
  const recipients = await operatorRecipients(queries);
  const send = (key: string, mail: Omit<Mail, 'to'>) =>
    mailOnce(
      round,
      recipients.map((to) => ({ to, keys: [key], mail: to.wants.drafts ? mail : null })),
    );
  for (const draft of drafts) {
    const which = whichMail(round.now - draft.foundAt);
    if (which)
      await send(`draft-${which}:source:${draft.id}`, sourceDraftMail(draft, which, round));
  }
  for (const source of failing) {
    const isDone = await send(
      `source-problem:${source.id}:${source.problem_since}`,
      sourceProblemMail(source, round),
    );
    // If the daily email limit is used up, the next run tries again.
    if (!isDone) continue;
    await queries
      .updateTable('order_sources')
      .set({ problem_mailed_at: services.clock() })
      .where('id', '=', source.id)
      .execute();
  }
}

/** Returns the sources of orders with a problem that masters have not been notified of yet. */
async function unmailedProblems({ db, clock }: Services): Promise<SourceRow[]> {
  const rows = await failingSources(db.queries);
  return rows.filter(
    ({ problem_since: since, problem_mailed_at: mailedAt }) =>
      mailedAt === null || ((since ?? 0) > mailedAt && clock() - mailedAt > PROBLEM_GAP_MS),
  );
}

/** Returns the email about a draft that was created from a source of orders. */
export function sourceDraftMail(
  { sourceName, title, link, foundAt, unread }: SourceDraft,
  which: Which,
  { settings }: Pick<Round, 'settings'>,
): Omit<Mail, 'to'> {
  const { productName } = settings;
  const headline = oneLine(title);
  const parts = [
    t`A document from ${{ source: oneLine(sourceName) }} may order half-staff: ${{ title: headline }}.`,
    [
      `- ${t`Detected: ${{ time: momentText(foundAt, 'UTC') }}`}`,
      ...(link === null ? [] : [`- ${t`Document: ${{ link }}`}`]),
      ...(unread === null ? [] : [`- ${t`Couldn’t read the document: ${{ problem: unread }}`}`]),
    ].join('\n'),
    t`No poles will move until someone records an order and approves it.`,
  ];
  return wholeMail(
    which === 'new'
      ? t`${{ productName }}: possible half-staff order: ${{ title: headline }}`
      : t`${{ productName }}: possible half-staff order still needs review: ${{ title: headline }}`,
    parts,
    settings,
    '/half-staff',
    stopApprovalMails(),
  );
}

/** Returns the email that warns that orders may be missed because of a problem with a source. */
export function sourceProblemMail(
  {
    definition,
    problem_text: problem,
    problem_since: since,
  }: Pick<SourceRow, 'definition' | 'problem_text' | 'problem_since'>,
  { settings }: Pick<Round, 'settings'>,
): Omit<Mail, 'to'> {
  const { productName } = settings;
  const source = oneLine(definition.name);
  return wholeMail(
    t`${{ productName }}: problem with an order source: ${{ source }}`,
    [
      t`${{ productName }} may miss orders from this source: ${{ source }}.`,
      `- ${problem ?? ''}\n- ${t`Since: ${{ time: momentText(since ?? 0, 'UTC') }}`}`,
      t`The source will be checked again automatically.`,
    ],
    settings,
    '/half-staff',
    stopApprovalMails(),
  );
}

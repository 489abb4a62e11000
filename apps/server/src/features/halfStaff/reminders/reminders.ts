import { rolesReaching } from '@halyard/domain';
import type { Database } from '../../../platform/database/database.ts';
import { takeMails } from '../../../platform/mail/budget.ts';
import { isRefusedForGood } from '../../../platform/mail/mailer.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import type { Services } from '../../calls/context.ts';
import { findVoltageLimits } from '../../fleet/alertSettings.ts';
import { engineState } from '../autopilot/engineState.ts';
import { findFacts } from '../orders/facts.ts';
import { type FleetPole, findFleet } from '../poles/fleet.ts';
import { beginnings, type Reminder, remindersDue } from './due.ts';
import { reminderMail } from './reminderMail.ts';

interface Recipient {
  id: string;
  email: string;
  companyId: string;
}

/**
 * Mails the users of each opted-in company, the evening before, what is in effect from tomorrow on
 * and which poles are not ready; or as soon as an order is approved that begins before. Each user
 * gets the mail once. A mail that the mail server rejects
 * permanently is not sent again; if the server cannot be reached, the next call tries again.
 */
export async function sendReminders(services: Services, settings: MailSettings): Promise<void> {
  const { db, mailer, domainClock } = services;
  const now = domainClock.now();
  const facts = await findFacts(db.queries, now);
  const coming = beginnings(facts, now);
  if (!mailer || coming.length === 0) return;
  const engine = await engineState(db.queries);
  const recipients = await companyUsers(db);
  const limitsOf = await findVoltageLimits(db.queries);
  for (const poles of (await polesByCompany(services)).values()) {
    const { companyId, company } = poles[0]!.ref;
    for (const reminder of remindersDue(poles, coming, now)) {
      const mail = reminderMail(
        reminder,
        company,
        engine.isOn,
        settings,
        limitsOf(companyId),
        services.clock(),
      );
      for (const to of recipients.filter((user) => user.companyId === companyId)) {
        if (!(await claim(db, to, reminder, now))) continue;
        if (!(await takeMails(db.queries, settings, 'alert', companyId, 1, services.clock()))) {
          await unclaim(db, to, reminder);
          services.log.warn(
            { companyId },
            'Reminders are delayed: MAILS_PER_COMPANY is used up; the next round tries again',
          );
          break;
        }
        try {
          await mailer.send({ ...mail, to: to.email });
        } catch (error) {
          if (isRefusedForGood(error)) {
            services.log.warn({ err: error, user: to.id }, 'The mail server refused a reminder');
            continue;
          }
          await unclaim(db, to, reminder);
          throw error;
        }
      }
    }
  }
}

function companyUsers({ queries }: Database): Promise<Recipient[]> {
  return queries
    .selectFrom('users')
    .select(['id', 'email', 'company_id as companyId'])
    .where('role', 'in', rolesReaching('order.manage', 'company'))
    .where('company_id', 'is not', null)
    .where('email', '!=', '')
    .where('suspended_at', 'is', null)
    .orderBy('id')
    .$narrowType<{ companyId: string }>()
    .execute();
}

/** Returns the poles that follow orders and days, by company ID. */
async function polesByCompany(services: Services): Promise<Map<string, FleetPole[]>> {
  const companies = new Map<string, FleetPole[]>();
  for (const each of await findFleet(services, { kind: 'all' })) {
    if (!each.pole.optedIn) continue;
    const poles = companies.get(each.ref.companyId) ?? [];
    poles.push(each);
    companies.set(each.ref.companyId, poles);
  }
  return companies;
}

/**
 * Marks the reminder as sent before sending it.
 * @returns false if it was already marked
 */
async function claim(
  { queries }: Database,
  to: Recipient,
  { sourceKey, date }: Reminder,
  now: number,
): Promise<boolean> {
  const row = await queries
    .insertInto('half_staff_reminders')
    .values({
      company_id: to.companyId,
      user_id: to.id,
      source_key: sourceKey,
      date,
      sent_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

async function unclaim(
  { queries }: Database,
  to: Recipient,
  { sourceKey, date }: Reminder,
): Promise<void> {
  await queries
    .deleteFrom('half_staff_reminders')
    .where('user_id', '=', to.id)
    .where('source_key', '=', sourceKey)
    .where('date', '=', date)
    .execute();
}

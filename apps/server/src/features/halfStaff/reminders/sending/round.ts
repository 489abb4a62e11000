import { comparePoles, type OrdersAndDays, type VoltageLimits } from '@halyard/domain';
import type { Queries } from '../../../../platform/database/tables/schema.ts';
import { flatMapInTurns, Pauses } from '../../../../platform/limits/pauses.ts';
import type { MailSettings } from '../../../../platform/mail/settings.ts';
import type { Services } from '../../../calls/context.ts';
import { findVoltageLimits } from '../../../fleet/alertLimits/alertSettings.ts';
import { engineState } from '../../autopilot/engineState.ts';
import { type FleetPole, fleetPoleOf } from '../../poles/fleet.ts';
import type { PoleIndex } from '../../poles/poleIndex.ts';
import { companyRecipients, type Recipient } from './recipients.ts';
import { findSent, type Sent } from './sentMails.ts';

/** The data that all emails in one run of the email job need. */
export interface Round {
  services: Services;
  settings: MailSettings;
  /** The current time on the half-staff engine's clock, in epoch milliseconds. */
  now: number;
  sent: Sent;
}

/**
 * The data for one run of the email job, including the companies that follow orders and half-staff
 * days.
 */
export interface FleetRound extends Round {
  facts: OrdersAndDays;
  engineIsOn: boolean;
  /** The users who get emails, by company. */
  recipients: ReadonlyMap<string, readonly Recipient[]>;
  /**
   * Yields each of the given companies that has poles. Keeps only one company's poles in memory at
   * a time.
   */
  companies(wanted: ReadonlySet<string>): AsyncIterable<CompanyPoles>;
}

/** The part of the email job's data that is needed to write one email. */
export type MailRound = Pick<FleetRound, 'services' | 'settings' | 'now' | 'engineIsOn'>;

/** A company that follows orders and half-staff days and has at least one pole. */
export interface CompanyPoles {
  id: string;
  name: string;
  poles: readonly FleetPole[];
  recipients: readonly Recipient[];
  limits: VoltageLimits;
}

export async function openRound(services: Services, settings: MailSettings): Promise<Round> {
  const now = services.domainClock.now();
  return { services, settings, now, sent: await findSent(services.db.queries) };
}

/**
 * Adds the companies to the data for one run of the email job. The result's `companies` function
 * reads poles, which takes time. Pass it only companies for which a notice may be due.
 */
export async function withCompanies(
  round: Round,
  index: PoleIndex,
  facts: OrdersAndDays,
  recipients: ReadonlyMap<string, readonly Recipient[]>,
): Promise<FleetRound> {
  const { services } = round;
  const { queries } = services.db;
  const { isOn } = await engineState(queries);
  const limitsOf = await findVoltageLimits(queries);
  return { ...round, facts, engineIsOn: isOn, recipients, companies };

  async function* companies(wanted: ReadonlySet<string>): AsyncGenerator<CompanyPoles> {
    if (wanted.size === 0) return;
    for (const [id, ids] of await idsByCompany(index, wanted)) {
      const poles = await flatMapInTurns(ids, (flagId) => {
        const pole = index.get(flagId);
        const { link, domainClock } = services;
        return pole ? [fleetPoleOf(pole, link.record(pole.flag), domainClock)] : [];
      });
      const [first] = poles;
      if (!first) continue;
      poles.sort((a, b) => comparePoles(a.ref, b.ref));
      const { company: name } = first.ref;
      yield { id, name, poles, recipients: recipients.get(id) ?? [], limits: limitsOf(id) };
    }
  }
}

/**
 * Returns the companies that may get emails or webhook events, each with the users who get the
 * emails.
 * @param subscribers the result of `noticeSubscribers`
 */
export async function companiesToNotify(
  queries: Queries,
  sendsMails: boolean,
  subscribers: ReadonlySet<string | null>,
): Promise<Map<string, Recipient[]>> {
  const companies = new Map<string, Recipient[]>();
  for (const id of subscribers) if (id !== null) companies.set(id, []);
  if (subscribers.has(null))
    for (const { id } of await queries.selectFrom('companies').select('id').execute())
      companies.set(id, []);
  if (!sendsMails) return companies;
  for (const each of await companyRecipients(queries)) {
    const own = companies.get(each.companyId) ?? [];
    own.push(each);
    companies.set(each.companyId, own);
  }
  return companies;
}

/**
 * Returns, for each of the given companies, the IDs of the poles that follow orders and half-staff
 * days.
 */
async function idsByCompany(
  index: PoleIndex,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  await index.current();
  const companies = new Map<string, string[]>();
  const pauses = new Pauses();
  for (const { flag } of index.values()) {
    if (pauses.areDue) await pauses.take();
    if (!flag.site.optedIn || !wanted.has(flag.company.id)) continue;
    const ids = companies.get(flag.company.id) ?? [];
    ids.push(flag.id);
    companies.set(flag.company.id, ids);
  }
  return companies;
}

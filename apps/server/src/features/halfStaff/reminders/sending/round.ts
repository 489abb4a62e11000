import type { Facts, VoltageLimits } from '@halyard/domain';
import type { MailSettings } from '../../../../platform/mail/settings.ts';
import type { Services } from '../../../calls/context.ts';
import { findVoltageLimits } from '../../../fleet/alertSettings.ts';
import { engineState } from '../../autopilot/engineState.ts';
import { type FleetPole, findFleet } from '../../poles/fleet.ts';
import { companyRecipients, type Recipient } from './recipients.ts';
import { findSent, type Sent } from './sentMails.ts';

/** The data that all mails of one run need. */
export interface Round {
  services: Services;
  settings: MailSettings;
  /** The time in epoch milliseconds of the half-staff clock. */
  now: number;
  sent: Sent;
}

/** The data for one run, including all companies that follow orders and days. */
export interface FleetRound extends Round {
  facts: Facts;
  engineIsOn: boolean;
  companies: readonly CompanyPoles[];
}

/** The data that is used to write a mail. */
export type MailRound = Pick<FleetRound, 'services' | 'settings' | 'now' | 'engineIsOn'>;

/** A company that follows orders and days and has at least one pole. */
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
 * Adds the companies with all their poles. Because this takes time, call it only if a mail may be
 * due.
 */
export async function withCompanies(round: Round, facts: Facts): Promise<FleetRound> {
  const { services } = round;
  const { queries } = services.db;
  const { isOn } = await engineState(queries);
  const recipients = await companyRecipients(queries);
  const limitsOf = await findVoltageLimits(queries);
  const companies = Array.from(await polesByCompany(services), ([id, poles]) => ({
    id,
    name: poles[0]?.ref.company ?? '',
    poles,
    recipients: recipients.filter(({ companyId }) => companyId === id),
    limits: limitsOf(id),
  }));
  return { ...round, facts, engineIsOn: isOn, companies };
}

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

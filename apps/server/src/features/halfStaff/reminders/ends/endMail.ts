import { clockText } from '@halyard/domain';
import { plural, t } from '@halyard/messages';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import {
  autopilotOffText,
  byZone,
  notReadyText,
  oneLine,
  wholeMail,
} from '../sending/commonMail.ts';
import type { CompanyPoles, MailRound } from '../sending/round.ts';
import type { Ending } from './due.ts';

/** Returns the email that a company's users get on the day when orders end. */
export function endMail(
  endings: readonly Ending[],
  company: Pick<CompanyPoles, 'name' | 'limits'>,
  { settings, engineIsOn, services, now }: MailRound,
): Omit<Mail, 'to'> {
  const { productName } = settings;
  const poles = [...new Set(endings.flatMap((one) => one.poles.map(({ pole }) => pole)))];
  const parts = [
    t`Half-staff ends today at ${{ company: company.name }}.`,
    ...endings.map((one) => [`${oneLine(one.title)}:`, timesOf(one, now)].join('\n')),
    engineIsOn ? howItHappens(poles) : autopilotOffText(),
    notReadyText(poles, company.limits, services.clock()),
  ];
  const mail = wholeMail(
    t`${{ productName }}: half-staff ends today at ${{ company: company.name }}`,
    parts,
    settings,
    '/half-staff',
    t`To stop these emails, turn off “When half-staff ends” in your profile.`,
  );
  const last = Math.max(...endings.flatMap((one) => one.poles.map(({ window }) => window.until)));
  return { ...mail, notAfter: services.domainClock.wallAt(last) };
}

function howItHappens(poles: Ending['poles'][number]['pole'][]): string {
  const flags = poles.length;
  const raises = t`${plural({ flags }, { one: 'Autopilot will then raise the flag.', other: 'Autopilot will then raise the # flags.' })} Flags that are down won’t move.`;
  if (poles.every(({ pole }) => pole.dailyRule === 'none')) return raises;
  return `${raises}\n${t`Flags with a daily rule will then follow that rule again.`}`;
}

/**
 * Returns text with one line per time zone: the number of flags and the earliest time when
 * half-staff ends there.
 */
function timesOf({ poles }: Ending, now: number): string {
  const lines = byZone(poles).map(({ zone, poles: own }) => {
    const until = Math.min(...own.map(({ window }) => window.until));
    const flags = own.length;
    return `- ${t`${plural({ flags }, { one: '# flag', other: '# flags' })}: until ${{ time: clockText(until, now, zone) }}`}`;
  });
  return lines.join('\n');
}

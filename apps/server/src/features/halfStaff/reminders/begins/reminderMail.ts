import { fullDateText } from '@halyard/domain';
import { t } from '@halyard/messages';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import {
  autopilotMovesText,
  autopilotOffText,
  notReadyText,
  oneLine,
  timesText,
  wholeMail,
} from '../sending/commonMail.ts';
import type { CompanyPoles, MailRound } from '../sending/round.ts';
import type { Reminder } from './due.ts';

/**
 * Returns the email about half-staff that begins tomorrow, or today if the order was approved too
 * late for a reminder the day before.
 */
export function reminderMail(
  reminder: Reminder,
  company: Pick<CompanyPoles, 'name' | 'limits'>,
  { settings, engineIsOn, services, now }: MailRound,
): Omit<Mail, 'to'> {
  const title = oneLine(reminder.title);
  const { productName } = settings;
  const poles = reminder.poles.map(({ pole }) => pole);
  const parts = [
    openingOf(reminder, company.name, title),
    timesText(reminder.poles),
    howItHappens(reminder, engineIsOn, productName),
    notReadyText(poles, company.limits, services.clock()),
  ];
  const mail = wholeMail(
    subjectOf(reminder, productName, title),
    parts,
    settings,
    '/half-staff',
    t`To stop these emails, turn off “Before half-staff begins” in your profile.`,
  );
  if (reminder.when === 'today') return mail;
  // After half-staff has begun, "tomorrow" would be wrong.
  const starts = reminder.poles.map(({ window }) => window.from).filter((from) => from > now);
  return { ...mail, notAfter: services.domainClock.wallAt(Math.min(...starts)) };
}

function subjectOf({ kind, when }: Reminder, productName: string, title: string): string {
  if (when === 'today')
    return kind === 'half'
      ? t`${{ productName }}: half-staff today: ${{ title }}`
      : t`${{ productName }}: full staff today: ${{ title }}`;
  return kind === 'half'
    ? t`${{ productName }}: half-staff tomorrow: ${{ title }}`
    : t`${{ productName }}: full staff tomorrow: ${{ title }}`;
}

function openingOf(
  { kind, when, by, date: day }: Reminder,
  company: string,
  title: string,
): string {
  const date = fullDateText(day);
  if (when === 'today')
    // Annual days are known in advance, so the email about them always goes out the day before.
    return kind === 'half'
      ? t`Half-staff starts today, ${{ date }}, at ${{ company }}: ${{ title }}, by order of ${{ authority: by ?? '' }}.`
      : t`Full staff starts today, ${{ date }}, at ${{ company }}: ${{ title }}, by order of ${{ authority: by ?? '' }}.`;
  if (by === null)
    return kind === 'half'
      ? t`Half-staff starts tomorrow, ${{ date }}, at ${{ company }}: ${{ title }}.`
      : t`Full staff starts tomorrow, ${{ date }}, at ${{ company }}: ${{ title }}.`;
  return kind === 'half'
    ? t`Half-staff starts tomorrow, ${{ date }}, at ${{ company }}: ${{ title }}, by order of ${{ authority: by }}.`
    : t`Full staff starts tomorrow, ${{ date }}, at ${{ company }}: ${{ title }}, by order of ${{ authority: by }}.`;
}

function howItHappens(
  { projected, poles }: Reminder,
  engineIsOn: boolean,
  productName: string,
): string {
  if (projected)
    return t`This date was calculated, not announced. ${{ productName }} won’t move any flags until a master confirms the date.`;
  return engineIsOn ? autopilotMovesText(poles.length) : autopilotOffText();
}

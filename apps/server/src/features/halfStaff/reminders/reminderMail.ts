import {
  fullDateText,
  momentText,
  rangeText,
  type Unready,
  unready,
  type VoltageLimits,
} from '@halyard/domain';
import { plural, t } from '@halyard/messages';
import { languageTag } from '@halyard/messages/language';
import type { Mail } from '../../../platform/database/tables/messages.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import type { Reminder } from './due.ts';

/**
 * Returns the mail that a company gets the evening before, or once an order is approved too late
 * for that.
 * @param limits the company's voltage limits
 * @param wall time on the wall clock, in epoch milliseconds, which decides which poles are online
 */
export function reminderMail(
  reminder: Reminder,
  company: string,
  engineIsOn: boolean,
  settings: MailSettings,
  limits: VoltageLimits,
  wall: number,
): Omit<Mail, 'to'> {
  const title = reminder.title.replaceAll(/\s+/g, ' ');
  const { productName } = settings;
  const parts = [
    openingOf(reminder, company, title),
    timesOf(reminder),
    howItHappens(reminder, engineIsOn, productName),
    notReady(reminder.poles, limits, wall),
    settings.publicUrl === null ? '' : `${settings.publicUrl}/half-staff`,
  ];
  return {
    subject: subjectOf(reminder, productName, title),
    text: `${parts.filter(Boolean).join('\n\n')}\n`,
  };
}

function subjectOf({ kind, when }: Reminder, productName: string, title: string): string {
  if (when === 'today')
    return kind === 'half'
      ? t`${{ productName }}: half-staff today, ${{ title }}`
      : t`${{ productName }}: full staff today, ${{ title }}`;
  return kind === 'half'
    ? t`${{ productName }}: half-staff tomorrow, ${{ title }}`
    : t`${{ productName }}: full staff tomorrow, ${{ title }}`;
}

function openingOf(
  { kind, when, by, date: day }: Reminder,
  company: string,
  title: string,
): string {
  const date = fullDateText(day);
  if (when === 'today')
    // Annual days are known the day before.
    return kind === 'half'
      ? t`Half-staff from today, ${{ date }}, at ${{ company }}: by order of ${{ authority: by ?? '' }}, ${{ title }}.`
      : t`Full staff from today, ${{ date }}, at ${{ company }}: by order of ${{ authority: by ?? '' }}, ${{ title }}.`;
  if (by === null)
    return kind === 'half'
      ? t`Tomorrow, ${{ date }}, half-staff at ${{ company }}: ${{ title }}.`
      : t`Tomorrow, ${{ date }}, full staff at ${{ company }}: ${{ title }}.`;
  return kind === 'half'
    ? t`Tomorrow, ${{ date }}, half-staff at ${{ company }}: by order of ${{ authority: by }}, ${{ title }}.`
    : t`Tomorrow, ${{ date }}, full staff at ${{ company }}: by order of ${{ authority: by }}, ${{ title }}.`;
}

function howItHappens(
  { projected, poles }: Reminder,
  engineIsOn: boolean,
  productName: string,
): string {
  const flags = poles.length;
  if (projected)
    return t`This date is projected. ${{ productName }} won’t move any flags until a master confirms it.`;
  if (!engineIsOn) return t`Autopilot is off: nothing will move. Please move the flags manually.`;
  return t`${plural({ flags }, { one: 'Autopilot moves the flag.', other: 'Autopilot moves the # flags.' })} Flags that are down stay down.`;
}

/** Returns the start and end for each time zone, at the location where each is earliest. */
function timesOf({ poles }: Reminder): string {
  const zones = new Map<string, { from: number; until: number; poles: number }>();
  for (const { pole, window } of poles) {
    const { timeZone } = pole.pole.place;
    const zone = zones.get(timeZone) ?? { from: Infinity, until: Infinity, poles: 0 };
    zones.set(timeZone, {
      from: Math.min(zone.from, window.from),
      until: Math.min(zone.until, window.until),
      poles: zone.poles + 1,
    });
  }
  const lines = [...zones].map(
    ([zone, { from, until, poles: flags }]) => `- ${windowText(flags, zone, from, until)}`,
  );
  return lines.join('\n');
}

const windowText = (flags: number, zone: string, from: number, until: number): string =>
  until === Infinity
    ? t`${plural({ flags }, { one: '# flag', other: '# flags' })}: from ${{ time: momentText(from, zone) }} until further notice`
    : t`${plural({ flags }, { one: '# flag', other: '# flags' })}: ${{ times: rangeText(from, until, from, zone) }}`;

const UNREADY_REASONS: Record<Unready, () => string> = {
  offline: () => t`offline`,
  voltage: () => t`voltage out of range`,
  'last-move-failed': () => t`last movement failed`,
};

/** Returns for example "offline, last movement failed". */
const listOf = (texts: readonly string[]): string =>
  new Intl.ListFormat(languageTag(), { type: 'unit', style: 'short' }).format(texts);

function notReady(poles: Reminder['poles'], limits: VoltageLimits, wall: number): string {
  const lines = poles.flatMap(({ pole: { ref, record } }) => {
    const why = unready(record, limits, wall).map((reason) => UNREADY_REASONS[reason]());
    if (why.length === 0) return [];
    const { name: flag, location } = ref;
    return [`- ${t`${{ flag }} (${{ location }}): ${{ reasons: listOf(why) }}`}`];
  });
  return lines.length === 0 ? '' : `${t`Not ready, please check:`}\n${lines.join('\n')}`;
}

import {
  fullDateText,
  momentText,
  rangeText,
  UNREADY_LABELS,
  unready,
  type VoltageLimits,
} from '@halyard/domain';
import type { Mail } from '../../../platform/database/tables/messages.ts';
import type { MailSettings } from '../../../platform/mail/settings.ts';
import type { Reminder } from './due.ts';

/**
 * Returns the mail that a company gets the evening before.
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
  const { kind, by, date, poles } = reminder;
  const title = reminder.title.replaceAll(/\s+/g, ' ');
  const what = kind === 'half' ? 'half-staff' : 'full staff';
  const cause = by === null ? title : `by order of ${by}, ${title}`;
  const parts = [
    `Tomorrow, ${fullDateText(date)}, ${what} at ${company}: ${cause}.`,
    timesOf(reminder),
    howItHappens(reminder, engineIsOn, settings.productName),
    notReady(poles, limits, wall),
    settings.publicUrl === null ? '' : `${settings.publicUrl}/half-staff`,
  ];
  return {
    subject: `${settings.productName}: ${what} tomorrow, ${title}`,
    text: `${parts.filter(Boolean).join('\n\n')}\n`,
  };
}

function howItHappens(
  { projected, poles }: Reminder,
  engineIsOn: boolean,
  productName: string,
): string {
  const flags = poles.length === 1 ? 'the flag' : `the ${poles.length} flags`;
  if (projected)
    return `This date is projected. ${productName} won’t move any flags until a master confirms it.`;
  if (!engineIsOn) return 'Autopilot is off: nothing will move. Please move the flags by hand.';
  return `Autopilot moves ${flags}. Flags that are down stay down.`;
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
  const lines = [...zones].map(([zone, { from, until, poles: count }]) => {
    const flags = count === 1 ? '1 flag' : `${count} flags`;
    return `- ${flags}: ${windowText(zone, from, until)}`;
  });
  return lines.join('\n');
}

const windowText = (zone: string, from: number, until: number): string =>
  until === Infinity
    ? `from ${momentText(from, zone)} until further notice`
    : rangeText(from, until, from, zone);

function notReady(poles: Reminder['poles'], limits: VoltageLimits, wall: number): string {
  const lines = poles.flatMap(({ pole: { ref, record } }) => {
    const why = unready(record, limits, wall).map((reason) => UNREADY_LABELS[reason].toLowerCase());
    return why.length > 0 ? [`- ${ref.name} (${ref.location}): ${why.join(', ')}`] : [];
  });
  return lines.length === 0 ? '' : `Not ready, please check:\n${lines.join('\n')}`;
}

import { dateInZone, timeInZone, UNREADY_LABELS, unready } from '@halyard/domain';
import type { Mail } from '../../mail/mailer.ts';
import type { Reminder } from './due.ts';

/** What the mails need to know. */
export interface ReminderSettings {
  productName: string;
  /** The address that people use; null where it is not configured. */
  publicUrl: string | null;
}

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/**
 * What a company is told in the evening before.
 * @param wall epoch milliseconds of the wall clock, by which presence goes
 */
export function letter(
  reminder: Reminder,
  company: string,
  engineIsOn: boolean,
  settings: ReminderSettings,
  wall: number,
): Omit<Mail, 'to'> {
  const { kind, by, date, poles } = reminder;
  const title = reminder.title.replaceAll(/\s+/g, ' ');
  const what = kind === 'half' ? 'half-staff' : 'full staff';
  const cause = by === null ? title : `by order of ${by}: ${title}`;
  const parts = [
    `Tomorrow, ${DATE.format(new Date(date))}, ${what} holds at ${company}, ${cause}.`,
    timesOf(reminder),
    howItHappens(reminder, engineIsOn, settings.productName),
    notReady(poles, wall),
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
  const flags = poles.length === 1 ? 'The flag' : `The ${poles.length} flags`;
  if (projected)
    return `The date is projected and nobody has confirmed it: ${productName} moves no flag for it until it is confirmed.`;
  if (!engineIsOn)
    return `${productName} does not move flags by itself at the moment. Please move them by hand.`;
  return `${flags} will be moved without your doing.`;
}

/** From when until when, zone by zone: the earliest of its places. */
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
    return `- ${flags}, ${zone}: from ${timeInZone(zone, from)} ${untilText(zone, from, until)}`;
  });
  return lines.join('\n');
}

function untilText(zone: string, from: number, until: number): string {
  if (until === Infinity) return 'until further notice';
  const date = dateInZone(zone, until);
  const on = date === dateInZone(zone, from) ? '' : ` on ${DATE.format(new Date(date))}`;
  return `until ${timeInZone(zone, until)}${on}`;
}

function notReady(poles: Reminder['poles'], wall: number): string {
  const lines = poles.flatMap(({ pole: { ref, record } }) => {
    const why = unready(record, wall).map((reason) => UNREADY_LABELS[reason].toLowerCase());
    return why.length > 0 ? [`- ${ref.name} (${ref.location}): ${why.join(', ')}`] : [];
  });
  return lines.length === 0 ? '' : `Not ready, please look after them:\n${lines.join('\n')}`;
}

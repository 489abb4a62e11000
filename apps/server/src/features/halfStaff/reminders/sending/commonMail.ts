import { momentText, rangeText, type Span, type Unready, unready } from '@halyard/domain';
import { plural, t } from '@halyard/messages';
import { languageTag } from '@halyard/messages/language';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import type { MailSettings } from '../../../../platform/mail/settings.ts';
import type { FleetPole } from '../../poles/fleet.ts';
import type { CompanyPoles } from './round.ts';

/** A pole, and the period when an order or half-staff day is in effect at the pole. */
export interface PoleWindow {
  pole: FleetPole;
  window: Span;
}

/** Puts text on a single line. The reason for an order may have several lines. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/**
 * Assembles an email.
 * @param parts paragraphs; empty ones are left out
 * @param page the path of a page with more information, such as `/half-staff`
 */
export function wholeMail(
  subject: string,
  parts: readonly string[],
  { publicUrl }: Pick<MailSettings, 'publicUrl'>,
  page: string,
  whereToTurnOff: string,
): Omit<Mail, 'to'> {
  const link = publicUrl === null ? '' : `${publicUrl}${page}`;
  const profile = publicUrl === null ? '' : `\n${publicUrl}/profile`;
  const all = [...parts, link, `${whereToTurnOff}${profile}`].filter(Boolean);
  return { subject, text: `${all.join('\n\n')}\n` };
}

/**
 * Returns text with one line per time zone: the number of flags, and the earliest times when
 * half-staff starts and ends there.
 */
export function timesText(poles: readonly PoleWindow[]): string {
  const lines = byZone(poles).map(({ zone, poles: own }) => {
    const from = Math.min(...own.map(({ window }) => window.from));
    const until = Math.min(...own.map(({ window }) => window.until));
    return `- ${windowText(own.length, zone, from, until)}`;
  });
  return lines.join('\n');
}

/** Groups poles by the time zone of their location. */
export function byZone(
  poles: readonly PoleWindow[],
): { zone: string; poles: readonly PoleWindow[] }[] {
  const zones = new Map<string, PoleWindow[]>();
  for (const each of poles) {
    const { timeZone } = each.pole.pole.place;
    const own = zones.get(timeZone) ?? [];
    own.push(each);
    zones.set(timeZone, own);
  }
  return Array.from(zones, ([zone, own]) => ({ zone, poles: own }));
}

const windowText = (flags: number, zone: string, from: number, until: number): string =>
  until === Infinity
    ? t`${plural({ flags }, { one: '# flag', other: '# flags' })}: from ${{ time: momentText(from, zone) }} until further notice`
    : t`${plural({ flags }, { one: '# flag', other: '# flags' })}: ${{ times: rangeText(from, until, from, zone) }}`;

/**
 * Returns the sentence that says how to turn off the emails about orders and drafts that need
 * approval.
 */
export const stopApprovalMails = (): string =>
  t`To stop these emails, turn off “Orders waiting for approval” in your profile.`;

export const autopilotOffText = (): string =>
  t`Autopilot is off, so nothing will move. Please move the flags manually.`;

export const autopilotMovesText = (flags: number): string =>
  t`${plural({ flags }, { one: 'Autopilot will move the flag.', other: 'Autopilot will move the # flags.' })} Flags that are down won’t move.`;

const REASONS: Record<Unready, () => string> = {
  offline: () => t`offline`,
  voltage: () => t`voltage out of range`,
  'last-move-failed': () => t`last move failed`,
};

const REMEDIES: Record<Unready, () => string> = {
  offline: () =>
    t`Offline: check the pole’s power and network. While the pole is offline, move its flag manually.`,
  voltage: () =>
    t`Voltage out of range: check the pole’s battery and power supply before the next move.`,
  'last-move-failed': () =>
    t`Last move failed: test the pole on its page. If the test fails, check the pole’s motor and rope.`,
};

/** Joins the reasons why a pole is not ready, for example "offline, last move failed". */
const listOf = (texts: readonly string[]): string =>
  new Intl.ListFormat(languageTag(), { type: 'unit', style: 'short' }).format(texts);

/**
 * Returns text that lists the poles that are not ready and says what to do. Empty if all poles are
 * ready.
 * @param wall real time in epoch milliseconds, to determine which poles are online
 */
export function notReadyText(
  poles: readonly FleetPole[],
  limits: CompanyPoles['limits'],
  wall: number,
): string {
  const found = new Set<Unready>();
  const lines = poles.flatMap(({ ref, record }) => {
    const why = unready(record, limits, wall);
    if (why.length === 0) return [];
    for (const reason of why) found.add(reason);
    const { name: flag, location } = ref;
    const reasons = listOf(why.map((reason) => REASONS[reason]()));
    return [`- ${t`${{ flag }} (${{ location }}): ${{ reasons }}`}`];
  });
  if (lines.length === 0) return '';
  const remedies = Array.from(found, (reason) => REMEDIES[reason]());
  return `${t`These flags are not ready. Please check them:`}\n${linesText(lines)}\n\n${remedies.join('\n')}`;
}

/** The maximum number of poles that an email lists. */
const LISTED = 50;

/**
 * Joins the lines about individual poles. Keeps at most LISTED of them, and ends with the number of
 * poles left out, if any.
 */
export function linesText(lines: readonly string[]): string {
  const others = lines.length - LISTED;
  if (others <= 0) return lines.join('\n');
  const rest = t`- and ${plural({ others }, { one: '# more flag', other: '# more flags' })}`;
  return [...lines.slice(0, LISTED), rest].join('\n');
}

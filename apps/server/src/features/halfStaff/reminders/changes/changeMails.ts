import {
  addDays,
  authorityName,
  dateInZone,
  fullDateText,
  type Order,
  orderEndText,
  orderStartText,
} from '@halyard/domain';
import { plural, t } from '@halyard/messages';
import type { Mail } from '../../../../platform/database/tables/messages.ts';
import {
  autopilotMovesText,
  autopilotOffText,
  linesText,
  notReadyText,
  oneLine,
  timesText,
  wholeMail,
} from '../sending/commonMail.ts';
import type { CompanyPoles, MailRound } from '../sending/round.ts';
import type { PendingChange } from './changes.ts';
import type { Effect } from './effect.ts';

type Company = Pick<CompanyPoles, 'name' | 'limits'>;

/** Returns the email that tells a company's users about a newly approved order. */
export function approvedMail(
  { after: order }: PendingChange,
  { after: poles }: Effect,
  company: Company,
  round: MailRound,
): Omit<Mail, 'to'> {
  const title = oneLine(order.reason);
  const authority = authorityName(order);
  const date = fullDateText(firstDate(poles));
  const { productName } = round.settings;
  const isHalf = order.kind === 'half';
  const opening = isHalf
    ? t`Half-staff at ${{ company: company.name }} from ${{ date }}: ${{ title }}, by order of ${{ authority }}.`
    : t`Full staff at ${{ company: company.name }} from ${{ date }}: ${{ title }}, by order of ${{ authority }}.`;
  const subject = isHalf
    ? t`${{ productName }}: half-staff order approved: ${{ title }}`
    : t`${{ productName }}: full-staff exception approved: ${{ title }}`;
  return changeMail(subject, [opening, timesText(poles), howItHappens(poles.length, round)], round);
}

/**
 * Whether the reminder before half-staff already covers a change to an order, because the order
 * begins on the day of the change or the day after.
 */
export const isSaidByReminder = ({ lastAt }: PendingChange, { after }: Effect): boolean =>
  after.some(({ pole: { pole }, window }) => {
    const { timeZone } = pole.place;
    return dateInZone(timeZone, window.from) <= addDays(dateInZone(timeZone, lastAt), 1);
  });

/**
 * Returns the email about an amended order. Null if the company can see no change.
 * @param beginsNow whether the order begins today or tomorrow; the email then lists poles that are
 * not ready
 */
export function amendedMail(
  change: PendingChange & { before: Order },
  effect: Effect,
  company: Company,
  round: MailRound,
  beginsNow: boolean,
): Omit<Mail, 'to'> | null {
  const { after: order } = change;
  const title = oneLine(order.reason);
  const changes = [...termChanges(change.before, order), ...poleChanges(effect)];
  const poles = effect.after.map(({ pole }) => pole);
  if (changes.length === 0 && poles.length > 0) return null;
  const isHalf = order.kind === 'half';
  const authority = authorityName(order);
  const { productName } = round.settings;
  const opening = isHalf
    ? t`Half-staff order amended for ${{ company: company.name }}: ${{ title }}, issued by ${{ authority }}.`
    : t`Full-staff exception amended for ${{ company: company.name }}: ${{ title }}, issued by ${{ authority }}.`;
  const subject = isHalf
    ? t`${{ productName }}: half-staff order amended: ${{ title }}`
    : t`${{ productName }}: full-staff exception amended: ${{ title }}`;
  const moving = beginsNow ? poles : [...effect.raised, ...effect.lowered];
  const parts = [
    opening,
    linesText(changes.map((line) => `- ${line}`)),
    poles.length === 0
      ? t`The order no longer applies to any of your flags.`
      : `${t`The order now applies as follows:`}\n${timesText(effect.after)}`,
    movesText(effect, round) || (poles.length > 0 ? howItHappens(poles.length, round) : ''),
    notReadyText(moving, company.limits, round.services.clock()),
  ];
  return changeMail(subject, parts, round);
}

/**
 * Returns the email about a canceled order. It gives the reason, and says what the poles do now.
 */
export function canceledMail(
  { after: order }: PendingChange,
  effect: Effect,
  company: Company,
  round: MailRound,
): Omit<Mail, 'to'> {
  const title = oneLine(order.reason);
  const authority = authorityName(order);
  const { productName } = round.settings;
  const isHalf = order.kind === 'half';
  const opening = isHalf
    ? t`Half-staff order canceled for ${{ company: company.name }}: ${{ title }}, issued by ${{ authority }}.`
    : t`Full-staff exception canceled for ${{ company: company.name }}: ${{ title }}, issued by ${{ authority }}.`;
  const subject = isHalf
    ? t`${{ productName }}: half-staff order canceled: ${{ title }}`
    : t`${{ productName }}: full-staff exception canceled: ${{ title }}`;
  const moving = [...effect.raised, ...effect.lowered];
  const parts = [
    opening,
    t`Why: ${{ why: oneLine(order.cancelledWhy ?? '') }}`,
    movesText(effect, round) || t`This change won’t move any flags.`,
    notReadyText(moving, company.limits, round.services.clock()),
  ];
  return changeMail(subject, parts, round);
}

const changeMail = (subject: string, parts: readonly string[], { settings }: MailRound) =>
  wholeMail(
    subject,
    parts,
    settings,
    '/half-staff',
    t`To stop these emails, turn off “When an order is approved, amended or canceled” in your profile.`,
  );

function termChanges(before: Order, after: Order): string[] {
  const of = (order: Order) => ({
    kind: order.kind === 'half' ? t`half-staff` : t`full staff`,
    authority: authorityName(order),
    reason: oneLine(order.reason),
    start: orderStartText(order.starts),
    end: orderEndText(order.ends),
  });
  const [was, is] = [of(before), of(after)];
  return [
    is.kind === was.kind ? '' : t`Position: ${{ now: is.kind }} (was ${{ before: was.kind }})`,
    is.authority === was.authority
      ? ''
      : t`Ordered by: ${{ now: is.authority }} (was ${{ before: was.authority }})`,
    is.reason === was.reason
      ? ''
      : t`Reason: ${{ now: is.reason }} (was ${{ before: was.reason }})`,
    is.start === was.start ? '' : t`Starts: ${{ now: is.start }} (was ${{ before: was.start }})`,
    is.end === was.end ? '' : t`Ends: ${{ now: is.end }} (was ${{ before: was.end }})`,
  ].filter(Boolean);
}

/** Returns a list of the poles that enter or leave an order's scope. */
function poleChanges({ before, after }: Effect): string[] {
  const [was, is] = [new Set(before), new Set(after.map(({ pole }) => pole))];
  const added = [...is].filter((pole) => !was.has(pole));
  const removed = [...was].filter((pole) => !is.has(pole));
  return [
    ...added.map(
      (pole) => t`Added: ${{ flag: pole.ref.name }} (${{ location: pole.ref.location }})`,
    ),
    // If the order no longer applies to any pole, one sentence is enough.
    ...(is.size === 0
      ? []
      : removed.map(
          (pole) => t`Removed: ${{ flag: pole.ref.name }} (${{ location: pole.ref.location }})`,
        )),
  ];
}

const firstDate = (poles: Effect['after']): string =>
  poles
    .map(({ pole: { pole }, window }) => dateInZone(pole.place.timeZone, window.from))
    .toSorted()[0] ?? '';

const howItHappens = (flags: number, { engineIsOn }: MailRound): string =>
  engineIsOn ? autopilotMovesText(flags) : autopilotOffText();

/**
 * Returns sentences that say how many flags move now, and how many stay at half-staff for another
 * reason. Empty if there are no such flags.
 */
function movesText({ raised, lowered, kept }: Effect, { engineIsOn }: MailRound): string {
  const stay =
    kept.length === 0
      ? ''
      : t`${plural({ flags: kept.length }, { one: '# flag stays', other: '# flags stay' })} at half-staff because of another order or half-staff day.`;
  const up =
    raised.length === 0
      ? ''
      : t`${plural({ flags: raised.length }, { one: 'Autopilot is raising # flag.', other: 'Autopilot is raising # flags.' })} Flags that are down won’t move.`;
  const half =
    lowered.length === 0
      ? ''
      : t`${plural({ flags: lowered.length }, { one: 'Autopilot is lowering # flag to half-staff.', other: 'Autopilot is lowering # flags to half-staff.' })} Flags that are down won’t move.`;
  if (!engineIsOn && (up || half)) return [autopilotOffText(), stay].filter(Boolean).join('\n');
  return [up, half, stay].filter(Boolean).join('\n');
}

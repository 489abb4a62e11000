import { t } from '@halyard/messages';
import type { Position } from '../flags/live/position.ts';
import { commaText } from '../language/lists.ts';
import { textTable } from '../language/textTable.ts';
import { durationText } from '../time/duration.ts';
import type { ActivityKind, ActivityOutcome } from './kinds.ts';

/** The details of an activity log entry. Each kind of entry uses some of these fields. */
export interface ActivityDetail {
  /**
   * The position that a command requested; null if it requested a stop, omitted if the command did
   * not change the position.
   */
  position?: Position | null | undefined;
  /** Whether a command turned the lamp on; omitted if it did not change the lamp. */
  lamp?: boolean | undefined;
  /** Time in seconds from a command to its outcome. */
  seconds?: number | undefined;
  /** The names of the fields that a change affected, as shown to users. */
  fields?: string[] | undefined;
  /**
   * The reason that the user entered for a logged action, or other information about the action.
   */
  about?: string | undefined;
  /** Why the logged action was refused, as a sentence without a period. */
  cause?: string | undefined;
}

const TEXTS = /* @__PURE__ */ textTable<Exclude<ActivityKind, 'flag.command' | 'pole.moved'>>({
  'live.write': () => t`Direct write to the realtime database`,
  'call.refused': () => t`API call`,
  'stranger.refused': () => t`Requests without a valid sign-in`,
  'flag.locked': () => t`Locked for maintenance`,
  'flag.released': () => t`Lock released`,
  'hold.set': () => t`Hold set`,
  'hold.released': () => t`Hold released`,
  'session.started': () => t`Signed in`,
  'session.refused': () => t`Sign-in failed`,
  'session.ended': () => t`Signed out`,
  'user.created': () => t`Account created`,
  'user.registered': () => t`Account registered`,
  'user.changed': () => t`Account changed`,
  'user.deleted': () => t`Account deleted`,
  'user.suspended': () => t`Account suspended`,
  'user.restored': () => t`Account restored`,
  'user.signedOut': () => t`User signed out everywhere`,
  'secondFactor.on': () => t`Two-factor authentication turned on`,
  'secondFactor.off': () => t`Two-factor authentication turned off`,
  'secondFactor.removed': () => t`Two-factor authentication turned off for another account`,
  'provider.set': () => t`Single sign-on set up`,
  'provider.removed': () => t`Single sign-on removed`,
  'password.changed': () => t`Password changed`,
  'password.set': () => t`Password set for another account`,
  'password.mailed': () => t`Temporary password emailed`,
  'email.confirmed': () => t`Email address confirmed`,
  'link.removed': () => t`Single sign-on link removed`,
  'invitation.created': () => t`Invitation created`,
  'invitation.revoked': () => t`Invitation revoked`,
  'token.created': () => t`API token created`,
  'token.revoked': () => t`API token revoked`,
  'webhook.created': () => t`Webhook created`,
  'webhook.changed': () => t`Webhook changed`,
  'webhook.deleted': () => t`Webhook deleted`,
  'calendar.subscribed': () => t`Calendar subscription created`,
  'calendar.revoked': () => t`Calendar subscription revoked`,
  'alerts.changed': () => t`Alert settings changed`,
  'alerts.defaultsChanged': () => t`Alert defaults for all companies changed`,
  'key.created': () => t`Device key created`,
  'key.revoked': () => t`Device key revoked`,
  'key.retired': () => t`Old device key revoked: the pole uses the new key`,
  'keys.voided': () => t`Device keys revoked`,
  'service.created': () => t`Service account created`,
  'service.revoked': () => t`Service account revoked`,
  'flag.created': () => t`Flag created`,
  'flag.changed': () => t`Flag changed`,
  'flag.deleted': () => t`Flag deleted`,
  'company.created': () => t`Company created`,
  'company.changed': () => t`Company changed`,
  'company.deleted': () => t`Company deleted`,
  'location.created': () => t`Location created`,
  'location.changed': () => t`Location changed`,
  'location.deleted': () => t`Location deleted`,
  'order.drafted': () => t`Order drafted`,
  'order.changed': () => t`Draft order changed`,
  'order.approved': () => t`Order approved`,
  'order.secondApproved': () => t`Order approved by a second person`,
  'order.amended': () => t`Order amended`,
  'order.cancelled': () => t`Order canceled`,
  'order.deleted': () => t`Draft order deleted`,
  'orderTemplate.saved': () => t`Order template saved`,
  'orderTemplate.deleted': () => t`Order template deleted`,
  'ownDay.added': () => t`Custom day added`,
  'ownDay.changed': () => t`Custom day changed`,
  'ownDay.deleted': () => t`Custom day deleted`,
  'orderSource.watched': () => t`Started watching federal sources`,
  'orderSource.unwatched': () => t`Stopped watching federal sources`,
  'orderSource.added': () => t`Order source added`,
  'orderSource.changed': () => t`Order source changed`,
  'orderSource.newSecret': () => t`New secret for an order source`,
  'orderSource.deleted': () => t`Order source deleted`,
  'sourceDraft.dismissed': () => t`Source draft dismissed`,
  'day.confirmed': () => t`Half-staff day confirmed`,
  'follows.changed': () => t`Follow settings changed`,
  'engine.on': () => t`Autopilot turned on`,
  'engine.off': () => t`Autopilot turned off`,
  'engine.rules': () => t`Autopilot rules changed`,
  'backup.made': () => t`Backup created`,
  'backup.restored': () => t`Backup restored`,
  'backup.requested': () => t`Backup started`,
  'settings.changed': () => t`Settings changed`,
  'settings.mailTested': () => t`Mail settings tested`,
});

const SENT = /* @__PURE__ */ textTable<Position>({
  up: () => t({ message: 'Up', context: 'position' }),
  half: () => t({ message: 'Half-staff', context: 'position' }),
  down: () => t({ message: 'Down', context: 'position' }),
});

/**
 * Returns a readable description of an action, such as "Half-staff, lamp on" or "Flag changed:
 * name, location".
 */
export function activityText({
  kind,
  detail,
}: {
  kind: ActivityKind;
  detail: ActivityDetail;
}): string {
  if (kind === 'flag.command') return movementText(detail);
  const { fields = [], about } = detail;
  if (kind === 'pole.moved') {
    const movement = movementText(detail);
    return about
      ? t`Moved manually: ${{ movement }}, ${{ about }}`
      : t`Moved manually: ${{ movement }}`;
  }
  const action = TEXTS[kind];
  const more = commaText([...fields, ...(about ? [about] : [])]);
  return more === '' ? action : t`${{ action }}: ${{ details: more }}`;
}

function movementText({ position, lamp }: ActivityDetail): string {
  if (position === undefined) {
    if (lamp === undefined) return t`No change`;
    return lamp ? t`Lamp on` : t`Lamp off`;
  }
  const movement = position === null ? t({ message: 'Stop', context: 'command' }) : SENT[position];
  if (lamp === undefined) return movement;
  return lamp ? t`${{ movement }}, lamp on` : t`${{ movement }}, lamp off`;
}

/**
 * If a command is confirmed in less than this many seconds, the log says "immediately" instead of
 * the time, because the pole was already in position.
 */
const AT_ONCE_SECONDS = 0.1;

/** Whether a command asked the pole to stop, which leaves the flag in an unknown position. */
export const isStop = ({ position }: ActivityDetail): boolean => position === null;

/** Returns a readable description of how a logged action ended, such as "Confirmed after 4.2 s". */
export function outcomeText({
  outcome,
  detail,
}: {
  outcome: ActivityOutcome;
  detail: ActivityDetail;
}): string {
  const { seconds, cause } = detail;
  const time = seconds === undefined ? '' : durationText(seconds * 1000);
  switch (outcome) {
    case 'done':
      return t`Done`;
    case 'confirmed':
      return isStop(detail) ? stoppedText(seconds, time) : confirmedText(seconds, time);
    case 'not-confirmed':
      return time ? t`Not confirmed within ${{ time }}` : t`Not confirmed`;
    case 'lapsed':
      return time ? t`Gave up after ${{ time }}` : t`Gave up`;
    case 'replaced':
      return t`Replaced by another command`;
    case 'cancelled':
      return cause ? t`Canceled: ${{ cause }}` : t`Canceled`;
    case 'no-feedback':
      return t`The pole gives no feedback`;
    case 'refused':
      return cause ? t`Rejected: ${{ cause }}` : t`Rejected`;
  }
}

function stoppedText(seconds: number | undefined, time: string): string {
  if (seconds === undefined) return t`Stopped`;
  return seconds < AT_ONCE_SECONDS ? t`Stopped immediately` : t`Stopped after ${{ time }}`;
}

function confirmedText(seconds: number | undefined, time: string): string {
  if (seconds === undefined) return t`Confirmed`;
  return seconds < AT_ONCE_SECONDS ? t`Confirmed immediately` : t`Confirmed after ${{ time }}`;
}

import type { Position } from '../flags/live/position.ts';
import type { ActivityKind, ActivityOutcome } from './kinds.ts';

/** The details of an entry in addition to its kind; each kind uses some of them. */
export interface ActivityDetail {
  /**
   * The position that a movement requested; null to stop, absent if the position stays as it is.
   */
  position?: Position | null | undefined;
  /** Absent if the lamp stays as it is. */
  lamp?: boolean | undefined;
  /** Seconds from the command to its outcome. */
  seconds?: number | undefined;
  /** Names of the changed fields, for display. */
  fields?: string[] | undefined;
  /** A reason in the user's own words, or other details. */
  about?: string | undefined;
  /** Why the action was refused, as a sentence without a period. */
  cause?: string | undefined;
}

const TEXTS: Record<Exclude<ActivityKind, 'flag.command' | 'pole.moved'>, string> = {
  'live.write': 'Direct write to the realtime database',
  'call.refused': 'API call',
  'stranger.refused': 'Requests without a valid sign-in',
  'flag.locked': 'Locked for work at the pole',
  'flag.released': 'Lock released',
  'hold.set': 'Hold set',
  'hold.released': 'Hold released',
  'session.started': 'Signed in',
  'session.refused': 'Sign-in failed',
  'session.ended': 'Signed out',
  'user.created': 'Account created',
  'user.registered': 'Account registered',
  'user.changed': 'Account changed',
  'user.deleted': 'Account deleted',
  'user.suspended': 'Account suspended',
  'user.restored': 'Account restored',
  'user.signedOut': 'Account signed out everywhere',
  'secondFactor.on': 'Own second factor turned on',
  'secondFactor.off': 'Own second factor turned off',
  'secondFactor.removed': "Account's second factor removed",
  'provider.set': 'Single sign-on set',
  'provider.removed': 'Single sign-on removed',
  'password.changed': 'Own password changed',
  'password.set': "Account's password set",
  'password.mailed': 'Temporary password mailed',
  'email.confirmed': 'Email address confirmed',
  'link.removed': 'Own single sign-on link removed',
  'invitation.created': 'Invitation made',
  'invitation.revoked': 'Invitation revoked',
  'token.created': 'API token made',
  'token.revoked': 'API token revoked',
  'webhook.created': 'Webhook made',
  'webhook.changed': 'Webhook changed',
  'webhook.deleted': 'Webhook deleted',
  'alerts.changed': 'Alert settings changed',
  'alerts.defaultsChanged': 'Alert defaults for all companies changed',
  'key.created': 'Device key made',
  'key.revoked': 'Device key revoked',
  'key.retired': 'Old device key ended: the pole uses the new one',
  'keys.voided': 'Device keys revoked',
  'service.created': 'Service account made',
  'service.revoked': 'Service account revoked',
  'flag.created': 'Flag created',
  'flag.changed': 'Flag changed',
  'flag.deleted': 'Flag deleted',
  'company.created': 'Company created',
  'company.changed': 'Company changed',
  'company.deleted': 'Company deleted',
  'location.created': 'Location created',
  'location.changed': 'Location changed',
  'location.deleted': 'Location deleted',
  'order.drafted': 'Order drafted',
  'order.changed': 'Draft order changed',
  'order.approved': 'Order approved',
  'order.amended': 'Order amended',
  'order.cancelled': 'Order canceled',
  'order.deleted': 'Draft order deleted',
  'day.confirmed': 'Half-staff day confirmed',
  'engine.on': 'Autopilot turned on',
  'engine.off': 'Autopilot turned off',
  'engine.rules': 'Autopilot rules changed',
  'backup.made': 'Backup made',
  'backup.restored': 'Backup restored',
  'backup.requested': 'Backup started',
  'settings.changed': 'Settings changed',
  'settings.mailTested': 'Mail settings tested',
};

const SENT: Record<Position, string> = { up: 'Up', half: 'Half-staff', down: 'Down' };

/** A readable text about what was done: "Half-staff, lamp on", "Flag changed: name, location". */
export function activityText({
  kind,
  detail,
}: {
  kind: ActivityKind;
  detail: ActivityDetail;
}): string {
  if (kind === 'flag.command') return movementText(detail);
  const { fields = [], about } = detail;
  if (kind === 'pole.moved')
    return `Moved by hand: ${movementText(detail)}${about ? `, ${about}` : ''}`;
  const more = [...fields, ...(about ? [about] : [])].join(', ');
  return more === '' ? TEXTS[kind] : `${TEXTS[kind]}: ${more}`;
}

function movementText({ position, lamp }: ActivityDetail): string {
  const parts: string[] = [];
  if (position !== undefined) parts.push(position === null ? 'Stop' : SENT[position]);
  if (lamp !== undefined) parts.push(`lamp ${lamp ? 'on' : 'off'}`);
  const text = parts.join(', ');
  return text === '' ? 'As before' : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Seconds below which a confirmation counts as immediate: the pole was already there. */
const AT_ONCE_SECONDS = 0.1;

/** Whether a movement asked the pole to stop, which leaves the flag in no known position. */
export const isStop = ({ position }: ActivityDetail): boolean => position === null;

/** A readable text about how an entry ended, such as "Confirmed after 4.2 s". */
export function outcomeText({
  outcome,
  detail,
}: {
  outcome: ActivityOutcome;
  detail: ActivityDetail;
}): string {
  const { seconds, cause } = detail;
  const time = seconds === undefined ? '' : durationText(seconds);
  switch (outcome) {
    case 'done':
      return 'Done';
    case 'confirmed': {
      const word = isStop(detail) ? 'Stopped' : 'Confirmed';
      if (seconds !== undefined && seconds < AT_ONCE_SECONDS) return `${word} immediately`;
      return time ? `${word} after ${time}` : word;
    }
    case 'not-confirmed':
      return time ? `Not confirmed within ${time}` : 'Not confirmed';
    case 'lapsed':
      return time ? `Gave up after ${time}` : 'Gave up';
    case 'replaced':
      return 'Replaced by another command';
    case 'cancelled':
      return cause ? `Canceled: ${cause}` : 'Canceled';
    case 'no-feedback':
      return 'The pole gives no feedback';
    case 'refused':
      return cause ? `Refused: ${cause}` : 'Refused';
  }
}

/** Formats a rounded duration: "4.2 s", "42 s", "3 min", "2 h". */
function durationText(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

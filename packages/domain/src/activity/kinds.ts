import { t } from '@halyard/messages';
import { textTable } from '../language/textTable.ts';

/** The kinds of entries in the activity log, by category. */
export const ACTIVITY_KINDS = {
  commands: ['flag.command', 'pole.moved', 'live.write', 'call.refused'],
  locks: ['flag.locked', 'flag.released', 'hold.set', 'hold.released'],
  signIns: ['session.started', 'session.refused', 'session.ended', 'stranger.refused'],
  accounts: [
    'user.created',
    'user.registered',
    'user.changed',
    'user.deleted',
    'user.suspended',
    'user.restored',
    'user.signedOut',
    'secondFactor.on',
    'secondFactor.off',
    'secondFactor.removed',
    'provider.set',
    'provider.removed',
    'password.changed',
    'password.set',
    'password.mailed',
    'email.confirmed',
    'link.removed',
    'invitation.created',
    'invitation.revoked',
  ],
  keys: [
    'key.created',
    'key.revoked',
    'key.retired',
    'keys.voided',
    'service.created',
    'service.revoked',
    'token.created',
    'token.revoked',
    'webhook.created',
    'webhook.changed',
    'webhook.deleted',
    'calendar.subscribed',
    'calendar.revoked',
  ],
  flags: ['flag.created', 'flag.changed', 'flag.deleted'],
  places: [
    'alerts.changed',
    'alerts.defaultsChanged',
    'company.created',
    'company.changed',
    'company.deleted',
    'location.created',
    'location.changed',
    'location.deleted',
  ],
  halfStaff: [
    'order.drafted',
    'order.changed',
    'order.approved',
    'order.secondApproved',
    'order.amended',
    'order.cancelled',
    'order.deleted',
    'orderTemplate.saved',
    'orderTemplate.deleted',
    'ownDay.added',
    'ownDay.changed',
    'ownDay.deleted',
    'orderSource.watched',
    'orderSource.unwatched',
    'orderSource.added',
    'orderSource.changed',
    'orderSource.newSecret',
    'orderSource.deleted',
    'sourceDraft.dismissed',
    'day.confirmed',
    'follows.changed',
    'engine.on',
    'engine.off',
    'engine.rules',
  ],
  backups: ['backup.made', 'backup.restored', 'backup.requested'],
  settings: ['settings.changed', 'settings.mailTested'],
} as const;

export type ActivityCategory = keyof typeof ACTIVITY_KINDS;
export type ActivityKind = (typeof ACTIVITY_KINDS)[ActivityCategory][number];

export const ACTIVITY_CATEGORIES = Object.keys(ACTIVITY_KINDS) as ActivityCategory[];

export const CATEGORY_LABELS: Record<ActivityCategory, string> = {
  commands: t`Commands`,
  locks: t`Locks and holds`,
  signIns: t`Sign-ins`,
  accounts: t`Accounts`,
  keys: t`Keys and integrations`,
  flags: t`Flags`,
  places: t`Companies and locations`,
  halfStaff: t`Half-staff`,
  backups: t`Backups`,
  settings: t`Settings`,
};

const CATEGORY_OF = new Map<ActivityKind, ActivityCategory>(
  ACTIVITY_CATEGORIES.flatMap((category) =>
    ACTIVITY_KINDS[category].map((kind) => [kind, category] as const),
  ),
);

export function categoryOf(kind: ActivityKind): ActivityCategory {
  const category = CATEGORY_OF.get(kind);
  if (category === undefined) throw new TypeError(`No category has ${kind}`);
  return category;
}

/**
 * The outcomes of an action in the activity log. `done` is for saved changes; the other outcomes
 * are for commands, sign-ins and similar attempts.
 */
export const ACTIVITY_OUTCOMES = [
  'done',
  'confirmed',
  'not-confirmed',
  'lapsed',
  'replaced',
  'cancelled',
  'no-feedback',
  'refused',
] as const;
export type ActivityOutcome = (typeof ACTIVITY_OUTCOMES)[number];

export const OUTCOME_LABELS: Record<ActivityOutcome, string> = {
  done: t`Done`,
  confirmed: t`Confirmed`,
  'not-confirmed': t`Not confirmed`,
  lapsed: t`Gave up`,
  replaced: t`Replaced`,
  cancelled: t`Canceled`,
  'no-feedback': t`No feedback`,
  refused: t`Rejected`,
};

/**
 * The kinds of actors in the activity log. `server` means an operator who ran a CLI command on the
 * server.
 */
export const ACTOR_KINDS = ['person', 'service', 'engine', 'pole', 'server', 'unknown'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/**
 * How an action reached the server. `live`: from a browser through the realtime database;
 * `console`: through an API call with a session; `api`: from a program with its own secret.
 */
export const ACTIVITY_CHANNELS = ['live', 'console', 'api', 'engine', 'pole', 'server'] as const;
export type ActivityChannel = (typeof ACTIVITY_CHANNELS)[number];

export const CHANNEL_LABELS = /* @__PURE__ */ textTable<ActivityChannel>({
  live: () => t`Console (realtime)`,
  console: () => t`Console`,
  api: () => t`API`,
  engine: () => t`Autopilot`,
  pole: () => t`At the pole`,
  server: () => t`Server`,
});

/** The actor IDs that activity log entries use if the actor has no account. */
export const POLE_ACTOR = 'pole';
export const SERVER_ACTOR = 'server';
/** The actor ID under which the half-staff engine sends commands. */
export const ENGINE_ACTOR = 'half-staff';

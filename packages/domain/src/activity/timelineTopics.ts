import { t } from '@halyard/messages';

/** The topics that a flag's timeline can be filtered by. */
export const TIMELINE_TOPICS = [
  'commands',
  'reports',
  'alerts',
  'locks',
  'halfStaff',
  'changes',
] as const;
export type TimelineTopic = (typeof TIMELINE_TOPICS)[number];

/** The labels of the timeline's topics, for lists and forms. */
export const TIMELINE_LABELS: Record<TimelineTopic, string> = {
  commands: t`Commands`,
  reports: t`Reports`,
  alerts: t`Alerts`,
  locks: t`Locks and holds`,
  halfStaff: t`Half-staff`,
  changes: t`Changes`,
};

/** The topics by which a flag's timeline can be filtered. */
export const TIMELINE_TOPICS = [
  'commands',
  'reports',
  'alerts',
  'locks',
  'halfStaff',
  'changes',
] as const;
export type TimelineTopic = (typeof TIMELINE_TOPICS)[number];

/** The labels of topics in lists and forms. */
export const TIMELINE_LABELS: Record<TimelineTopic, string> = {
  commands: 'Commands',
  reports: 'Reports',
  alerts: 'Alerts',
  locks: 'Locks and holds',
  halfStaff: 'Half-staff',
  changes: 'Changes',
};

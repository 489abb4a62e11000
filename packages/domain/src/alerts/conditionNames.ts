import { t } from '@halyard/messages';
import { textTable } from '../language/textTable.ts';

/** The conditions that users are alerted about. */
export const ALERT_CONDITIONS = [
  'offline',
  'voltage',
  'not-confirmed',
  'movement-failed',
  'wrong-position',
] as const;
export type AlertCondition = (typeof ALERT_CONDITIONS)[number];

/** The labels of alert conditions for lists, forms and emails. */
export const ALERT_LABELS = /* @__PURE__ */ textTable<AlertCondition>({
  offline: () => t`Offline`,
  voltage: () => t`Voltage out of range`,
  'not-confirmed': () => t`Command not confirmed`,
  'movement-failed': () => t`Last move failed`,
  'wrong-position': () => t`Wrong position`,
});

/**
 * The order in which open alerts are listed, highest number first. Flags in a wrong position, which
 * the public can see, come first.
 */
export const ALERT_URGENCY: Readonly<Record<AlertCondition, number>> = {
  'wrong-position': 5,
  'movement-failed': 4,
  offline: 3,
  'not-confirmed': 2,
  voltage: 1,
};

import { t } from '@halyard/messages';
import { textTable } from '../language/textTable.ts';

/**
 * How well one pole complied with an order or half-staff day. `on-time`: it reported the position
 * within 5 minutes and kept it. `late`: it reported a different position for more than 5 minutes.
 * `held`: a user's hold kept it in a different position. `locked`: it was locked for maintenance.
 * `offline`: it sent no report during the whole period. `not-known`: it sent no report during part
 * of the period.
 */
export const COMPLIANCE_OUTCOMES = [
  'on-time',
  'late',
  'held',
  'locked',
  'offline',
  'not-known',
] as const;
export type ComplianceOutcome = (typeof COMPLIANCE_OUTCOMES)[number];

/** The labels of compliance outcomes for lists, reports and files. */
export const COMPLIANCE_LABELS = /* @__PURE__ */ textTable<ComplianceOutcome>({
  'on-time': () => t`On time`,
  late: () => t`Late`,
  held: () => t`Held`,
  locked: () => t`Locked`,
  offline: () => t`Offline`,
  'not-known': () => t`Unknown`,
});

/**
 * The maximum number of results on one page of a compliance report. A printed report is one such
 * page.
 */
export const COMPLIANCE_PAGE_MAX = 1000;

import { z } from 'zod';
import { COMPLIANCE_OUTCOMES } from '../../halfStaff/complianceOutcome.ts';
import { poleRef } from '../../halfStaff/preview/previewSchemas.ts';
import { listPage } from '../lists.ts';

/** How well one pole complied with one order or half-staff day. Times are epoch milliseconds. */
export const complianceRow = z.object({
  sourceKey: z.string(),
  /** The order's reason or the name of the half-staff day. */
  title: z.string(),
  pole: poleRef,
  timeZone: z.string(),
  /**
   * The times when the flag should have gone to half-staff (`from`) and back up (`until`). `until`
   * is null if that time has not come yet.
   */
  from: z.number(),
  until: z.number().nullable(),
  /**
   * The times when the pole first reported half-staff (`lowered`) and last left half-staff
   * (`raised`). Each is null if that has not happened.
   */
  lowered: z.number().nullable(),
  raised: z.number().nullable(),
  outcome: z.enum(COMPLIANCE_OUTCOMES),
  /**
   * Minutes during which the pole reported a position other than half-staff, not counting the time
   * when it was held or locked.
   */
  deviationMinutes: z.number(),
  /**
   * Minutes during which the pole was offline, was held in a position other than half-staff, or was
   * locked.
   */
  offlineMinutes: z.number(),
  heldMinutes: z.number(),
  lockedMinutes: z.number(),
  /**
   * Deviations that a later ledger entry corrected. `entry` is the number of the original entry.
   */
  leftOut: z.array(z.object({ entry: z.number().int(), minutes: z.number() })),
  /** Who held or locked the pole, and why. */
  interventions: z.array(z.object({ by: z.string(), why: z.string(), at: z.number() })),
});
export type ComplianceRow = z.infer<typeof complianceRow>;

/** One page of a compliance report. Times are epoch milliseconds. */
export const compliancePage = listPage(complianceRow).extend({
  /**
   * The order's reason or the half-staff day's name. Null if the report is about a company, or if
   * it has no results.
   */
  title: z.string().nullable(),
  /**
   * The latest hash of the ledger's chain (COUNT:HASH), and the time when the report was computed.
   */
  head: z.string(),
  at: z.number(),
  /**
   * How many results of each kind the compliance report has for the requested company and location,
   * regardless of the search and `outcome`.
   */
  outcomes: z.record(z.enum(COMPLIANCE_OUTCOMES), z.number().int()),
  /**
   * Deviations in the whole compliance report that later ledger entries corrected: their total
   * number, and the first few of them.
   */
  leftOut: z.object({
    total: z.number().int(),
    first: z.array(z.object({ entry: z.number().int(), minutes: z.number(), pole: z.string() })),
  }),
});
export type CompliancePage = z.infer<typeof compliancePage>;

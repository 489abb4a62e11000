import { t } from '@halyard/messages';
import { z } from 'zod';
import { id, pathId, required, requiredLines } from '../../fields.ts';
import { REASON_REQUIRED } from '../../fieldTexts.ts';
import {
  ONE_COMPANY_REQUIRED,
  order,
  orderDate,
  orderFields,
  orderTerms,
} from '../../halfStaff/orders/order.ts';
import { DAY_REQUIRED } from '../../halfStaff/orders/ownDay.ts';
import { reachedPoles } from '../../halfStaff/preview/previewSchemas.ts';

export const dayConfirm = z.object({
  name: required(DAY_REQUIRED),
  date: orderDate,
});
export type DayConfirm = z.infer<typeof dayConfirm>;

const revision = z.number(t`Revision is required`).int();

/** The changed fields of an order. Changing an approved order amends it. */
export const orderUpdate = orderFields.partial().extend({ revision });
export type OrderUpdate = z.infer<typeof orderUpdate>;

/**
 * The revision of the order that the user saw. Prevents users from approving changes that they have
 * not seen.
 */
export const orderApprove = z.object({ revision });
export type OrderApprove = z.infer<typeof orderApprove>;

/**
 * A second approval, with the version and revision of the order that the user saw. Companies that
 * have already approved are skipped, so the call can be repeated.
 */
export const secondApproval = z.object({
  version: z.number(t`Version is required`).int(),
  revision,
  companyIds: z.array(id).min(1, ONE_COMPANY_REQUIRED).max(1000),
});
export type SecondApproval = z.infer<typeof secondApproval>;

/** An order within the caller's scope that needs a second approval. */
export const waitingOrder = z.object({
  order,
  companies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Number of the company's poles that the order applies to. */
      poles: z.number().int(),
      /**
       * Whether the caller may give the second approval. False if the caller approved or amended
       * this version.
       */
      mayApprove: z.boolean(),
    }),
  ),
});
export type WaitingOrder = z.infer<typeof waitingOrder>;

/** An order as it was when a user approved, amended or canceled it. */
export const orderVersion = z.object({
  /** The time when the user approved, amended or canceled the order, in epoch milliseconds. */
  at: z.number(),
  /** Name of the user who approved, amended or canceled the order. */
  by: z.string(),
  order,
  /** The second approvals of this version of the order, within the caller's scope. */
  secondApprovals: z.array(
    z.object({ companyId: z.string(), company: z.string(), by: z.string(), at: z.number() }),
  ),
});
export type OrderVersion = z.infer<typeof orderVersion>;

/**
 * A request to preview an order. If `terms` are given, they replace the order's stored terms. If
 * `secondApprovalOf` contains company IDs, the preview shows the effect of these companies' second
 * approval.
 */
export const previewRequest = z
  .object({
    orderId: z.string().max(200).optional(),
    terms: orderTerms.optional(),
    secondApprovalOf: z.array(id).min(1).max(1000).optional(),
  })
  .refine(({ orderId, terms }) => orderId !== undefined || terms !== undefined, {
    error: t`Specify orderId or terms.`,
  });
export type PreviewRequest = z.infer<typeof previewRequest>;

/**
 * The change that would end half-staff: the company stops following orders, or the order is
 * canceled.
 */
export const releaseQuery = z
  .object({ companyId: pathId.optional(), orderId: pathId.optional() })
  .refine(({ companyId, orderId }) => (companyId === undefined) !== (orderId === undefined), {
    error: t`Specify a company or an order.`,
  });
export type ReleaseQuery = z.infer<typeof releaseQuery>;

/**
 * What autopilot would do immediately after a company stops or starts following orders, or an order
 * is canceled.
 */
export const halfStaffRelease = z.object({
  engineIsOn: z.boolean(),
  /**
   * Poles that are at half-staff and would be raised because of the change. Offline poles are
   * raised when they reconnect.
   */
  rising: reachedPoles,
  /**
   * The IDs of all poles in `rising`; null if there are more than `RISING_LISTED`. A user can raise
   * these poles while autopilot is off.
   */
  risingIds: z.array(z.string()).nullable(),
  /** Number of poles in `rising` that are offline. */
  offline: z.number().int(),
  /**
   * Number of poles that would go to half-staff because an exception ends, or because they begin to
   * follow an order or half-staff day.
   */
  lowering: z.number().int(),
});
export type HalfStaffRelease = z.infer<typeof halfStaffRelease>;

export const orderCancel = z.object({ why: requiredLines(REASON_REQUIRED, 500) });
export type OrderCancel = z.infer<typeof orderCancel>;

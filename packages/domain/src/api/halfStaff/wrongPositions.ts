import { t } from '@halyard/messages';
import { z } from 'zod';
import { poleRef } from '../../halfStaff/preview/previewSchemas.ts';
import { source } from '../../halfStaff/rules/shouldBeSchema.ts';
import { WRONG_POSITION_KINDS } from '../../halfStaff/wrongPosition.ts';
import { listPage } from '../lists.ts';
import { massMove } from '../moves.ts';

/** A flag in the wrong position. Times are epoch milliseconds of the half-staff engine's clock. */
export const wrongPositionRow = z.object({
  pole: poleRef,
  kind: z.enum(WRONG_POSITION_KINDS),
  since: z.number(),
  timeZone: z.string(),
  /** The order, exception or half-staff day in effect; null if none. */
  source: source.nullable(),
  /**
   * Whether the pole is online. If it is offline, the position is the last one that it reported.
   */
  isOnline: z.boolean(),
  /**
   * The time when the pole last reported, in epoch milliseconds of the wall clock; null if never.
   */
  lastHeardAt: z.number().nullable(),
  /** Who requested this position, and when; null if nobody did. */
  request: z.object({ by: z.string(), at: z.number() }).nullable(),
  isHeld: z.boolean(),
  isLocked: z.boolean(),
  /**
   * Whether autopilot may correct the position. False if a user moved the flag or put it on hold,
   * or if the pole is locked or offline.
   */
  isCorrectable: z.boolean(),
});
export type WrongPositionRow = z.infer<typeof wrongPositionRow>;

export const wrongPositions = z.object({ now: z.number(), poles: z.array(wrongPositionRow) });
export type WrongPositions = z.infer<typeof wrongPositions>;

const wrongPositionCount = z.object({
  total: z.number().int(),
  offline: z.number().int(),
  /** The number of flags that `fixWrongPositions` would move. */
  correctable: z.number().int(),
});
export type WrongPositionCount = z.infer<typeof wrongPositionCount>;

export const wrongPositionPage = listPage(wrongPositionRow).extend({
  now: z.number(),
  /**
   * The number of flags with each kind of wrong position, in the requested company and location.
   * Ignores the search and the filter `kind`.
   */
  kinds: z.record(z.enum(WRONG_POSITION_KINDS), wrongPositionCount),
  /**
   * Number of the caller's flags whose position has not been checked since the server started or
   * the orders last changed. For these flags, the list of wrong positions may be outdated.
   */
  unchecked: z.number().int(),
});
export type WrongPositionPage = z.infer<typeof wrongPositionPage>;

/** Maximum number of flags whose wrong position one call can correct. */
const FIX_MAX = 10_000;
/** Maximum size of a request body in bytes, enough for `FIX_MAX` IDs. */
export const MAX_FIX_BODY_BYTES = 512 * 1024;

export const wrongPositionFix = z
  .object({
    kind: z.enum(WRONG_POSITION_KINDS),
    /** IDs of the flags to correct. These are the flags that the user saw in the list. */
    ids: z.array(z.string().min(1).max(200)).min(1).max(FIX_MAX).optional(),
    /**
     * The ID of the caller's own plan for correcting wrong positions. A plan can be confirmed only
     * once.
     */
    plan: z.string().min(1).max(200).optional(),
  })
  .refine(
    ({ ids, plan }) => (ids === undefined) !== (plan === undefined),
    t`Specify either ids or plan`,
  );
export type WrongPositionFix = z.infer<typeof wrongPositionFix>;

export const wrongPositionFixed = z.object({
  sent: z.number().int(),
  /**
   * Number of requested flags that are not moved, because they are no longer in a wrong position or
   * must not be corrected.
   */
  leftOut: z.number().int(),
  /** The mass move that corrects the flags, which the user can undo. Null if no flag is moved. */
  move: massMove.nullable(),
});
export type WrongPositionFixed = z.infer<typeof wrongPositionFixed>;

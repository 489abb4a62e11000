import { z } from 'zod';
import { requiredLines } from '../../fields.ts';
import { REASON_REQUIRED } from '../../fieldTexts.ts';
import { hold, holdExpiry } from '../../halfStaff/facts/hold.ts';
import { shouldBeSchema, timelineSection } from '../../halfStaff/rules/shouldBeSchema.ts';
import { engineState } from './engine.ts';
import { ledgerEntry } from './ledger.ts';

export const holdCreate = z.object({
  reason: requiredLines(REASON_REQUIRED, 500),
  expires: holdExpiry,
});
export type HoldCreate = z.infer<typeof holdCreate>;

/** What the half-staff engine plans and does at one pole. */
export const poleHalfStaff = z.object({
  engine: engineState,
  now: z.number(),
  timeZone: z.string(),
  /** The pole's next sunrise, in epoch milliseconds. */
  sunrise: z.number(),
  should: shouldBeSchema,
  /** A sentence that says what is in effect at the pole and why. */
  reason: z.string(),
  hold: hold.nullable(),
  /** The pole's next sunset, in epoch milliseconds. */
  nextSunset: z.number(),
  coming: z.array(timelineSection),
  ledger: z.array(ledgerEntry),
});
export type PoleHalfStaff = z.infer<typeof poleHalfStaff>;

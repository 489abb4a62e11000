import { z } from 'zod';
import { flagRecord } from '../flags/live/apiSchema.ts';
import { POSITIONS } from '../flags/live/position.ts';
import { POLE_TEST_PHASES } from './poleCheck.ts';
import { REFUSAL_REASONS } from './refusals.ts';

/** What one device was refused from one address for one reason, however often. */
export const refusedDevice = z.object({
  id: z.string(),
  reason: z.enum(REFUSAL_REASONS),
  /** The flag whose key it brought, or whose report it was; null: not known. */
  flag: z
    .object({
      /** `flags.id`; null: the flag is deleted. */
      id: z.string().nullable(),
      name: z.string(),
    })
    .nullable(),
  /** Null: not known, or deleted. */
  company: z.string().nullable(),
  /** The realtime path that it asked for; null: none, or another company's. */
  path: z.string().nullable(),
  /**
   * Of a malformed report the field; of an unknown key its length in characters; of a clock the seconds
   * by which it is ahead; null: nothing.
   */
  detail: z.string().nullable(),
  address: z.string().nullable(),
  count: z.number().int(),
  /** Epoch milliseconds. */
  firstAt: z.number(),
  lastAt: z.number(),
});
export type RefusedDevice = z.infer<typeof refusedDevice>;

/** The latest test of a pole: it is moved and brought back. */
export const poleTest = z.object({
  phase: z.enum(POLE_TEST_PHASES),
  /** Username. */
  by: z.string(),
  position: z.enum(POSITIONS),
  /** Where it was before, and is brought back to; null: not known. */
  positionBefore: z.enum(POSITIONS).nullable(),
  /** Epoch milliseconds. */
  startedAt: z.number(),
  /** Milliseconds from the command to the pole's report of it; null: it has not reported it. */
  tookMs: z.number().nullable(),
  /** What went wrong; null: nothing so far. */
  problem: z.string().nullable(),
  endedAt: z.number().nullable(),
});
export type PoleTest = z.infer<typeof poleTest>;

/** What the checklist of a pole is worked out from. */
export const poleCheck = z.object({
  /** The flag's. */
  name: z.string(),
  live: flagRecord,
  /** Nobody has moved it yet: it may be tested without asking. */
  isNew: z.boolean(),
  /** Why it cannot be tested now; null: it can. */
  obstacle: z.string().nullable(),
  /** The latest refusal of its device since its last accepted report; null: none. */
  refused: refusedDevice.nullable(),
  test: poleTest.nullable(),
});
export type PoleCheck = z.infer<typeof poleCheck>;

import { z } from 'zod';
import { flagRecord } from '../flags/live/apiSchema.ts';
import { POSITIONS } from '../flags/live/position.ts';
import { REFUSAL_REASONS } from './refusals.ts';

/** All rejected requests of one device that have the same reason and IP address. */
export const refusedDevice = z.object({
  id: z.string(),
  reason: z.enum(REFUSAL_REASONS),
  /** The flag that the rejected key or report belongs to; null if unknown. */
  flag: z
    .object({
      /** The flag's `flags.id`; null if the flag was deleted. */
      id: z.string().nullable(),
      name: z.string(),
    })
    .nullable(),
  /** The flag's company; null if unknown or deleted. */
  company: z.string().nullable(),
  /** The requested realtime path; null if none, or if the path belongs to another company. */
  path: z.string().nullable(),
  /**
   * A detail that depends on the reason: the invalid field of a malformed report, the number of
   * characters of an unknown key, or how many seconds a clock is ahead. Null if there is none.
   */
  detail: z.string().nullable(),
  address: z.string().nullable(),
  count: z.number().int(),
  /** The time of the first of these rejected requests, in epoch milliseconds. */
  firstAt: z.number(),
  lastAt: z.number(),
});
export type RefusedDevice = z.infer<typeof refusedDevice>;

/** The phases of a pole test: moving to the test position, moving back, and the results. */
export const POLE_TEST_PHASES = ['moving', 'restoring', 'passed', 'failed'] as const;
export type PoleTestPhase = (typeof POLE_TEST_PHASES)[number];

/** A pole's latest test, which moves the flag to another position and back. */
export const poleTest = z.object({
  phase: z.enum(POLE_TEST_PHASES),
  /** The name of the user who started the pole test. */
  by: z.string(),
  position: z.enum(POSITIONS),
  /**
   * The flag's position before the test. The flag returns to this position after the test. Null if
   * unknown.
   */
  positionBefore: z.enum(POSITIONS).nullable(),
  /** The time when the pole test started, in epoch milliseconds. */
  startedAt: z.number(),
  /**
   * Time in ms from the command until the pole reported the position; null if it has not reported
   * it yet.
   */
  tookMs: z.number().nullable(),
  /** The problem that the pole test found; null if none so far. */
  problem: z.string().nullable(),
  endedAt: z.number().nullable(),
});
export type PoleTest = z.infer<typeof poleTest>;

/** The data behind a pole's installation checklist. */
export const poleCheck = z.object({
  /** The name of the pole's flag. */
  name: z.string(),
  live: flagRecord,
  /** Whether no one has moved the pole yet. If so, a test needs no confirmation. */
  isNew: z.boolean(),
  /** The reason why the pole cannot be tested now; null if it can. */
  obstacle: z.string().nullable(),
  /**
   * The latest rejected request from the pole's device since the device's last accepted report;
   * null if none.
   */
  refused: refusedDevice.nullable(),
  test: poleTest.nullable(),
});
export type PoleCheck = z.infer<typeof poleCheck>;

import { z } from 'zod';
import { source } from '../../halfStaff/rules/shouldBeSchema.ts';

/** Whether the engine moves poles automatically. It is off until a master turns it on. */
export const engineState = z.object({
  isOn: z.boolean(),
  /**
   * Who last turned the engine on or off (username), and when (epoch milliseconds); null if it has
   * never been turned on.
   */
  by: z.string().nullable(),
  at: z.number().nullable(),
});
export type EngineState = z.infer<typeof engineState>;

/**
 * The engine's state, and the changes to the built-in half-staff rules that the caller has not
 * dismissed.
 */
export const engineStatus = engineState.extend({
  /**
   * Descriptions of changes to the built-in half-staff rules, one sentence each. Empty if there are
   * none, or if the caller isn't allowed to turn the engine on or off.
   */
  changedRules: z.array(z.string()),
});
export type EngineStatus = z.infer<typeof engineStatus>;

/** What the engine would do in the next 30 days if it were turned on. */
export const dryRun = z.object({
  /** A digest of all inputs of the dry run. A request to turn the engine on must include it. */
  digest: z.string(),
  from: z.number(),
  until: z.number(),
  /** Number of poles that autopilot controls: those that follow orders or have a daily rule. */
  inScope: z.number().int(),
  /** Number of poles that the engine would move. */
  poles: z.number().int(),
  /**
   * The number of poles that are currently offline, and the number that are locked. These poles are
   * not included in `poles`.
   */
  offline: z.number().int(),
  locked: z.number().int(),
  /**
   * The movements that the engine would make, by date and cause, earliest first. `movements` counts
   * each change of a pole's position.
   */
  days: z.array(
    z.object({
      date: z.iso.date(),
      source,
      poles: z.number().int(),
      movements: z.number().int(),
      /**
       * Number of poles that autopilot moves only after a user's hold ends. Not included in
       * `poles`.
       */
      held: z.number().int(),
    }),
  ),
});
export type DryRun = z.infer<typeof dryRun>;

export const engineSwitch = z.object({
  isOn: z.boolean(),
  /** The digest of the dry run that the master saw; required to turn the engine on. */
  digest: z.string().max(200).optional(),
});
export type EngineSwitch = z.infer<typeof engineSwitch>;

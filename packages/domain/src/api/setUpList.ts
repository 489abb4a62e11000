import { z } from 'zod';

/** The setup steps for an installation or a company. */
export const SET_UP_STEPS = [
  'company',
  'location',
  'pole',
  'simulated-pole',
  'people',
  'mail',
  'backups',
  'autopilot',
  'sources',
] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

const named = z.object({ id: z.string(), name: z.string() });

/**
 * The setup steps that the caller sees: the installation's for masters, their company's for company
 * users.
 */
export const setUpList = z.object({
  /** Whether the dashboard shows the setup checklist. */
  isShown: z.boolean(),
  /**
   * The setup steps, in the recommended order. `isDone` is computed from stored data; users cannot
   * check off steps themselves.
   */
  steps: z.array(z.object({ step: z.enum(SET_UP_STEPS), isDone: z.boolean() })),
  /**
   * The location where a simulated pole can be added. Null if there is no location yet, or if the
   * caller isn't allowed to add a pole.
   */
  simulateAt: named.nullable(),
  /** The newest simulated pole that the caller may remove; null if none. Its `id` is `flags.id`. */
  simulatedPole: named.extend({ location: z.string() }).nullable(),
});
export type SetUpList = z.infer<typeof setUpList>;

export const setUpListChoice = z.object({ isShown: z.boolean() });
export type SetUpListChoice = z.infer<typeof setUpListChoice>;

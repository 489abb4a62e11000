import { z } from 'zod';

/** What there is to do before an installation, or a company, works. */
export const SET_UP_STEPS = [
  'company',
  'location',
  'pole',
  'simulated-pole',
  'people',
  'mail',
  'backups',
  'autopilot',
] as const;
export type SetUpStep = (typeof SET_UP_STEPS)[number];

const named = z.object({ id: z.string(), name: z.string() });

/** The caller's own: masters see the installation's steps, company users their company's. */
export const setUpList = z.object({
  /** Whether the dashboard shows it. */
  isShown: z.boolean(),
  /** In the order in which to do them. Done is what the data says, not what somebody clicked. */
  steps: z.array(z.object({ step: z.enum(SET_UP_STEPS), isDone: z.boolean() })),
  /** Where a simulated pole can be added; null: there is no location yet, or the caller may not. */
  simulateAt: named.nullable(),
  /** The newest simulated pole that the caller may remove; null: none. `id` is `flags.id`. */
  simulatedPole: named.extend({ location: z.string() }).nullable(),
});
export type SetUpList = z.infer<typeof setUpList>;

export const setUpListChoice = z.object({ isShown: z.boolean() });
export type SetUpListChoice = z.infer<typeof setUpListChoice>;

import type { FlagUpdate } from './flags.ts';

/**
 * The flag fields that only users with the `flag.move` permission may change. They have a file of
 * their own, so that list pages need not load zod.
 */
export const FLAG_MOVE_FIELDS = [
  'flagId',
  'companyId',
  'moveTimeout',
  'serverSteps',
] as const satisfies readonly (keyof FlagUpdate)[];

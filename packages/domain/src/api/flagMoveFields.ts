import type { FlagUpdate } from './flags.ts';

/**
 * The flag fields that only users with the `flag.move` permission may change. They are in a
 * separate file, so that list pages don't have to load zod.
 */
export const FLAG_MOVE_FIELDS = [
  'flagId',
  'companyId',
  'moveTimeout',
  'serverSteps',
] as const satisfies readonly (keyof FlagUpdate)[];

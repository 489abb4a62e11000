import type { FlagUpdate } from './flags.ts';

/**
 * The flag fields that only users with the `flag.move` permission may change. Kept in a separate
 * file without zod, because the list pages load it.
 */
export const FLAG_MOVE_FIELDS = [
  'flagId',
  'companyId',
  'moveTimeout',
  'serverSteps',
] as const satisfies readonly (keyof FlagUpdate)[];

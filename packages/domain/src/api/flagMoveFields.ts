import type { FlagUpdate } from './flags.ts';

/**
 * Fields of a flag that only users with the `flag.move` permission may change. In a separate file
 * without zod, because the list pages load it.
 */
export const FLAG_MOVE_FIELDS = [
  'flagId',
  'companyId',
  'moveTimeout',
  'serverSteps',
] as const satisfies readonly (keyof FlagUpdate)[];

import type { FlagUpdate } from './flags.ts';

/** Fields of a flag that only those change who may move it (`flag.move`). Without zod: the lists need it. */
export const FLAG_MOVE_FIELDS = [
  'flagId',
  'companyId',
  'moveTimeout',
  'serverSteps',
] as const satisfies readonly (keyof FlagUpdate)[];

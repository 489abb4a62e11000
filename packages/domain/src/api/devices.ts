import { z } from 'zod';
import { refusedDevice } from '../devices/schemas.ts';

/** The latest first. */
export const refusedDevices = z.object({
  devices: z.array(refusedDevice),
  /** For the next page; null on the last one. */
  next: z.string().nullable(),
  /** Whether the realtime database tells of refusals; a Firebase project does not. */
  isWatched: z.boolean(),
});
export type RefusedDevices = z.infer<typeof refusedDevices>;

import { z } from 'zod';
import { refusedDevice } from '../devices/schemas.ts';

/** The devices whose sign-in or reports were rejected, most recently rejected first. */
export const refusedDevices = z.object({
  devices: z.array(refusedDevice),
  /** The cursor of the next page; null on the last page. */
  next: z.string().nullable(),
  /**
   * Whether the realtime database reports rejected devices. The embedded one does; a Firebase
   * project does not.
   */
  isWatched: z.boolean(),
});
export type RefusedDevices = z.infer<typeof refusedDevices>;

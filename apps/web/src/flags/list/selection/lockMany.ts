import type { Flag } from '@halyard/domain';
import { ApiError, call, errorMessage } from '@/lib/api/api.ts';
import { flagStore } from '@/lib/realtime/flagStore.ts';

/**
 * Maximum number of flags to lock at once. Each lock request takes a while, because it waits until
 * the lock is in effect.
 */
export const MOST_LOCKED = 50;
/** Maximum number of concurrent lock requests. */
const AT_A_TIME = 4;

export interface LockFailure {
  flag: Flag;
  /** The server's error text, which states whether the lock is in effect. */
  problem: string;
}

/**
 * Locks several flags with the same reason.
 * @returns the flags that could not be locked
 */
export async function lockMany(flags: readonly Flag[], reason: string): Promise<LockFailure[]> {
  const left = [...flags];
  const failures: LockFailure[] = [];
  const work = async () => {
    for (let flag = left.shift(); flag; flag = left.shift()) {
      try {
        const locked = await call('lockFlag', { params: { id: flag.id }, body: { reason } });
        flagStore.accept([locked as Flag]);
      } catch (error) {
        const problem = error instanceof ApiError ? error.text : errorMessage(error);
        failures.push({ flag, problem });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return failures;
}

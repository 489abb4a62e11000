import type { FlagLock } from '@halyard/domain';
import { AppError } from '../errors.ts';

/**
 * Refuses whatever would move a locked pole, or lock it once more.
 * @throws AppError `conflict`, with who locked it, since when and why
 */
export function refuseLocked(lock: FlagLock | null): void {
  if (lock === null) return;
  const since = `${new Date(lock.at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  throw new AppError('conflict', `Locked by ${lock.byName} since ${since}: ${lock.reason}`);
}

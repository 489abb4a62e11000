import { type FlagLock, momentText } from '@halyard/domain';
import { AppError } from '../../platform/errors.ts';

/**
 * Refuses whatever would move a locked pole, or lock it once more.
 * @throws AppError `conflict`, with who locked it, since when and why
 */
export function refuseLocked(lock: FlagLock | null): void {
  if (lock !== null) throw new AppError('conflict', lockedText(lock));
}

/** Who locked a pole, since when and why. */
export function lockedText({ at, byName, reason }: FlagLock): string {
  return `Locked by ${byName} since ${momentText(at, 'UTC')}: ${reason}`;
}

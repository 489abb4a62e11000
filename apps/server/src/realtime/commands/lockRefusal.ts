import { type FlagLock, momentText } from '@halyard/domain';
import { AppError } from '../../platform/errors.ts';

/**
 * Refuses to move or lock a pole that is already locked.
 * @throws AppError `conflict` that says who locked it, since when and why
 */
export function refuseLocked(lock: FlagLock | null): void {
  if (lock !== null) throw new AppError('conflict', lockedText(lock));
}

/** Says who locked a pole, since when and why. */
export function lockedText({ at, byName, reason }: FlagLock): string {
  return `Locked by ${byName} since ${momentText(at, 'UTC')}: ${reason}`;
}

import { type FlagLock, momentText } from '@halyard/domain';
import { type Message, msg } from '@halyard/messages';
import { AppError } from '../../platform/errors.ts';

/**
 * Throws if a pole is locked. Called before the pole is moved or locked.
 * @throws AppError `conflict` that says who locked the pole, when and why
 */
export function refuseLocked(lock: FlagLock | null): void {
  if (lock !== null) throw new AppError('conflict', lockedText(lock));
}

/** Returns a sentence that says who locked the pole, when and why. */
export function lockedText({ at, byName, reason }: FlagLock): Message {
  return msg`Locked by ${{ byName }} since ${{ since: momentText(at, 'UTC') }}: ${{ reason }}`;
}

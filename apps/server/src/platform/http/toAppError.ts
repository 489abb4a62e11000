import { msg } from '@halyard/messages';
import { brokenConstraint } from '../database/engines/constraints.ts';
import { isOutage } from '../database/engines/outage.ts';
import { AppError } from '../errors.ts';

/** Converts anything that was thrown to an AppError. Unknown errors become internal errors. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isOutage(error))
    return new AppError('unavailable', msg`The database is not available. Try again later.`, {
      cause: error,
    });
  if (brokenConstraint(error))
    return new AppError('conflict', msg`Someone else changed this at the same time. Try again.`, {
      cause: error,
    });
  return new AppError('internal', msg`Internal error`, { cause: error });
}

import { msg } from '@halyard/messages';
import { AppError, notFound } from '../../../platform/errors.ts';

export const keyNotFound = () => notFound(msg`Device key not found`);
export const flagIdChanged = () =>
  new AppError(
    'conflict',
    msg`The flag ID was changed in the meantime. Reload the page and try again.`,
  );

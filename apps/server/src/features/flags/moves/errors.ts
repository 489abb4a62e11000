import { msg, t } from '@halyard/messages';
import { notFound } from '../../../platform/errors.ts';

export const moveNotFound = () => notFound(msg`Move not found`);

/** The problem to show for a flag that the user can no longer see. */
export const noLongerListed = () => t`No longer in your list`;
/**
 * The problem to show for a flag whose command was never sent, because the server stopped first.
 */
export const serverStopped = () => t`Not sent: the server stopped`;

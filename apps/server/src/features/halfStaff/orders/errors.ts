import { msg } from '@halyard/messages';
import { AppError, notFound } from '../../../platform/errors.ts';

export const orderNotFound = () => notFound(msg`Order not found`);
export const templateNotFound = () => notFound(msg`Template not found`);
export const alreadyCanceled = () => new AppError('conflict', msg`This order is already canceled.`);

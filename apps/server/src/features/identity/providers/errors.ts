import { msg } from '@halyard/messages';
import { notFound } from '../../../platform/errors.ts';

export const linkNotFound = () => notFound(msg`Sign-in link not found`);

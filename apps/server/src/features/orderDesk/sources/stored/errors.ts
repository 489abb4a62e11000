import { msg } from '@halyard/messages';
import { notFound } from '../../../../platform/errors.ts';

export const sourceNotFound = () => notFound(msg`Source not found`);

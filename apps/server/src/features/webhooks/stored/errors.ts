import { msg } from '@halyard/messages';
import { notFound } from '../../../platform/errors.ts';

export const webhookNotFound = () => notFound(msg`Webhook not found`);

import { msg } from '@halyard/messages';
import { notFound } from '../../../platform/errors.ts';

export const calendarNotFound = () => notFound(msg`Calendar not found`);

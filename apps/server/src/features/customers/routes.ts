import type { MailSettings } from '../../platform/mail/settings.ts';
import type { HandlersOf } from '../calls/handlers.ts';
import { createCustomer } from './createCustomer.ts';

export const customerHandlers = (settings: MailSettings): HandlersOf<'createCustomer'> => ({
  createCustomer: ({ ctx, body }) => createCustomer(ctx, body, settings),
});

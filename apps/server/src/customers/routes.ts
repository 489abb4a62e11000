import type { HandlersOf } from '../http/handlers.ts';
import type { MailSettings } from '../mail/settings.ts';
import { createCustomer } from './createCustomer.ts';

export const customerHandlers = (settings: MailSettings): HandlersOf<'createCustomer'> => ({
  createCustomer: ({ ctx, body }) => createCustomer(ctx, body, settings),
});

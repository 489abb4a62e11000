import type { HandlersOf } from '../calls/handlers.ts';
import { type OrderDeskSettings, readLink } from './readLink.ts';

export const orderDeskHandlers = (settings: OrderDeskSettings): HandlersOf<'readOrderLink'> => ({
  readOrderLink: ({ ctx, body }) => readLink(ctx, body, settings),
});

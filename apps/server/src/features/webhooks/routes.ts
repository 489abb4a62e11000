import type { HandlersOf } from '../calls/handlers.ts';
import { listDeliveries, sendAgain, testWebhook } from './deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  updateWebhook,
  type WebhookSettings,
} from './webhooks.ts';

type WebhookCalls =
  | 'listWebhooks'
  | 'createWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'testWebhook'
  | 'listDeliveries'
  | 'sendAgain';

export const webhookHandlers = (settings: WebhookSettings): HandlersOf<WebhookCalls> => ({
  listWebhooks: ({ ctx }) => listWebhooks(ctx),
  createWebhook: ({ ctx, body }) => createWebhook(ctx, body, settings),
  updateWebhook: ({ ctx, params, body }) => updateWebhook(ctx, params.id, body, settings),
  deleteWebhook: ({ ctx, params }) => deleteWebhook(ctx, params.id),
  testWebhook: ({ ctx, params }) => testWebhook(ctx, params.id),
  listDeliveries: ({ ctx, params, query }) => listDeliveries(ctx, params.id, query.before),
  sendAgain: ({ ctx, params }) => sendAgain(ctx, params.id, params.deliveryId),
});

import { z } from 'zod';
import { pathId } from '../../fields.ts';
import * as webhooks from '../webhooks.ts';
import { byId, endpoint, none } from './endpoint.ts';

export const webhooksCalls = {
  listWebhooks: endpoint(
    'GET',
    '/api/webhooks',
    'webhook.manage',
    'webhooks',
    'List webhooks, without their secrets',
    { response: z.array(webhooks.webhook) },
  ),
  createWebhook: endpoint(
    'POST',
    '/api/webhooks',
    'webhook.manage',
    'webhooks',
    'Create a webhook; only this response contains the secret that signs its events',
    { body: webhooks.webhookCreate, response: webhooks.webhook, status: 201 },
  ),
  updateWebhook: endpoint(
    'PATCH',
    '/api/webhooks/:id',
    'webhook.manage',
    'webhooks',
    'Update a webhook, or turn it on or off',
    { params: byId, body: webhooks.webhookUpdate, response: webhooks.webhook },
  ),
  deleteWebhook: endpoint(
    'DELETE',
    '/api/webhooks/:id',
    'webhook.manage',
    'webhooks',
    'Delete a webhook with its deliveries',
    { params: byId, response: none, status: 204 },
  ),
  testWebhook: endpoint(
    'POST',
    '/api/webhooks/:id/test',
    'webhook.manage',
    'webhooks',
    'Send a test event',
    { params: byId, response: webhooks.webhookDelivery, status: 201 },
  ),
  listDeliveries: endpoint(
    'GET',
    '/api/webhooks/:id/deliveries',
    'webhook.manage',
    'webhooks',
    'List recent deliveries with their results, newest first, page by page',
    {
      params: byId,
      query: z.object({ before: z.string().max(100).optional() }),
      response: webhooks.webhookDeliveries,
    },
  ),
  sendAgain: endpoint(
    'POST',
    '/api/webhooks/:id/deliveries/:deliveryId/send',
    'webhook.manage',
    'webhooks',
    'Resend a delivery immediately',
    { params: byId.extend({ deliveryId: pathId }), response: webhooks.webhookDelivery },
  ),
} as const;

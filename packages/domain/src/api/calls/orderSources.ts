import { z } from 'zod';
import { sourceDefinition } from '../../orderDesk/sources/definition.ts';
import {
  DELIVERY_MEDIA,
  MAX_DELIVERY_BYTES,
} from '../../orderDesk/sources/delivery/deliveredDocument.ts';
import * as sources from '../orderSources.ts';
import { byId, bytes, endpoint, none } from './endpoint.ts';

export const orderSourcesCalls = {
  listOrderSources: endpoint(
    'GET',
    '/api/half-staff/sources',
    'orderSource.manage',
    'half-staff',
    'List the sources that are watched for half-staff orders, with their problems',
    { response: sources.orderSources },
  ),
  watchFederalSources: endpoint(
    'PUT',
    '/api/half-staff/sources/federal',
    'orderSource.manage',
    'half-staff',
    'Start or stop watching the White House and the Federal Register for half-staff orders',
    { body: sources.watchFederal, response: sources.orderSources },
  ),
  addOrderSource: endpoint(
    'POST',
    '/api/half-staff/sources',
    'orderSource.manage',
    'half-staff',
    'Add a source of half-staff orders, such as the feed of a governor; only this response contains the secret of a webhook',
    { body: sourceDefinition, response: sources.orderSource, status: 201 },
  ),
  updateOrderSource: endpoint(
    'PATCH',
    '/api/half-staff/sources/:id',
    'orderSource.manage',
    'half-staff',
    'Turn a source on or off',
    { params: byId, body: sources.orderSourceUpdate, response: sources.orderSource },
  ),
  checkOrderSource: endpoint(
    'POST',
    '/api/half-staff/sources/:id/check',
    'orderSource.manage',
    'half-staff',
    'Check a source for new entries now',
    { params: byId, response: sources.orderSource },
  ),
  renewSourceSecret: endpoint(
    'POST',
    '/api/half-staff/sources/:id/secret',
    'orderSource.manage',
    'half-staff',
    'Give a webhook source a new secret, or the secret of the sending system; the old secret stops working immediately, and only this response contains a new one',
    { params: byId, body: sources.sourceSecret, response: sources.orderSource },
  ),
  deliverToSource: endpoint(
    'POST',
    '/api/half-staff/sources/:id/deliveries',
    'public',
    'half-staff',
    'Deliver a document to a webhook source, signed with its secret as in Standard Webhooks',
    {
      params: byId,
      body: bytes,
      rawBody: DELIVERY_MEDIA,
      maxBodyBytes: MAX_DELIVERY_BYTES,
      response: sources.sourceDelivery,
    },
  ),
  deleteOrderSource: endpoint(
    'DELETE',
    '/api/half-staff/sources/:id',
    'orderSource.manage',
    'half-staff',
    'Delete a source with its drafts',
    { params: byId, response: none, status: 204 },
  ),
  listSourceDrafts: endpoint(
    'GET',
    '/api/half-staff/source-drafts',
    'orderSource.manage',
    'half-staff',
    'List the drafts from sources that are waiting for a decision, newest first',
    { response: z.array(sources.sourceDraft) },
  ),
  getSourceDraft: endpoint(
    'GET',
    '/api/half-staff/source-drafts/:id',
    'orderSource.manage',
    'half-staff',
    'Get a draft from a source, with the text that it was read from',
    { params: byId, response: sources.sourceDraftText },
  ),
  dismissSourceDraft: endpoint(
    'DELETE',
    '/api/half-staff/source-drafts/:id',
    'orderSource.manage',
    'half-staff',
    'Dismiss a draft from a source',
    { params: byId, response: none, status: 204 },
  ),
} as const;

import type { HandlersOf } from '../calls/handlers.ts';
import { type DeliverySettings, receiveDelivery } from './deliveries/receive.ts';
import { type OrderDeskSettings, readLink } from './documents/readLink.ts';
import { dismissDraft, getDraft, listDrafts } from './sources/drafts.ts';
import {
  addSource,
  checkSource,
  deleteSource,
  listSources,
  renewSecret,
  updateSource,
  watchFederalSources,
} from './sources/sources.ts';

export const orderDeskHandlers = (
  settings: OrderDeskSettings & DeliverySettings,
): HandlersOf<
  | 'readOrderLink'
  | 'listOrderSources'
  | 'watchFederalSources'
  | 'addOrderSource'
  | 'updateOrderSource'
  | 'checkOrderSource'
  | 'renewSourceSecret'
  | 'deliverToSource'
  | 'deleteOrderSource'
  | 'listSourceDrafts'
  | 'getSourceDraft'
  | 'dismissSourceDraft'
> => ({
  readOrderLink: ({ ctx, body }) => readLink(ctx, body, settings),
  listOrderSources: ({ ctx, edge }) => listSources(ctx, edge.origin),
  watchFederalSources: ({ ctx, body, edge }) => watchFederalSources(ctx, body.watch, edge.origin),
  addOrderSource: ({ ctx, body, edge }) => addSource(ctx, body, settings, edge.origin),
  updateOrderSource: ({ ctx, params, body, edge }) =>
    updateSource(ctx, params.id, body.isOn, edge.origin),
  checkOrderSource: ({ ctx, params, edge }) => checkSource(ctx, params.id, edge.origin),
  renewSourceSecret: ({ ctx, params, body, edge }) =>
    renewSecret(ctx, params.id, body, settings, edge.origin),
  deliverToSource: ({ ctx, params, body, edge }) =>
    receiveDelivery(ctx, { id: params.id, body }, edge, settings),
  deleteOrderSource: ({ ctx, params }) => deleteSource(ctx, params.id),
  listSourceDrafts: ({ ctx }) => listDrafts(ctx),
  getSourceDraft: ({ ctx, params }) => getDraft(ctx, params.id),
  dismissSourceDraft: ({ ctx, params }) => dismissDraft(ctx, params.id),
});

import type { HandlersOf } from '../calls/handlers.ts';
import { type DeliverySettings, receiveDelivery } from './deliveries/receive.ts';
import { type OrderDeskSettings, readLink } from './documents/readLink.ts';
import { dismissDraft, getDraft, listDrafts } from './sources/drafts.ts';
import type { OrderSourceChecks } from './sources/job.ts';
import {
  addSource,
  checkSource,
  deleteSource,
  listSources,
  renewSecret,
  updateSource,
  watchFederalSources,
} from './sources/sources.ts';

type OrderDeskHandlers = HandlersOf<
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
>;

/**
 * Returns the handlers of the API calls for order sources and drafts.
 * @param checks controls the job that checks the sources
 */
export function orderDeskHandlers(
  settings: OrderDeskSettings & DeliverySettings,
  checks: OrderSourceChecks,
): OrderDeskHandlers {
  const checkNow = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change;
    checks.kick();
    return result;
  };
  return {
    readOrderLink: ({ ctx, body }) => readLink(ctx, body, settings),
    listOrderSources: ({ ctx, edge }) => listSources(ctx, edge.origin),
    watchFederalSources: ({ ctx, body, edge }) =>
      checkNow(watchFederalSources(ctx, body.watch, edge.origin)),
    addOrderSource: ({ ctx, body, edge }) => checkNow(addSource(ctx, body, settings, edge.origin)),
    updateOrderSource: ({ ctx, params, body, edge }) =>
      checkNow(updateSource(ctx, params.id, body.isOn, edge.origin)),
    checkOrderSource: ({ ctx, params, edge }) => checkNow(checkSource(ctx, params.id, edge.origin)),
    renewSourceSecret: ({ ctx, params, body, edge }) =>
      renewSecret(ctx, params.id, body, settings, edge.origin),
    deliverToSource: ({ ctx, params, body, edge }) =>
      checkNow(receiveDelivery(ctx, { id: params.id, body }, edge, settings)),
    deleteOrderSource: ({ ctx, params }) => deleteSource(ctx, params.id),
    listSourceDrafts: ({ ctx }) => listDrafts(ctx),
    getSourceDraft: ({ ctx, params }) => getDraft(ctx, params.id),
    dismissSourceDraft: ({ ctx, params }) => dismissDraft(ctx, params.id),
  };
}

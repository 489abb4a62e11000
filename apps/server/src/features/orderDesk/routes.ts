import type { HandlersOf } from '../calls/handlers.ts';
import { type OrderDeskSettings, readLink } from './documents/readLink.ts';
import { dismissDraft, getDraft, listDrafts } from './sources/drafts.ts';
import {
  addSource,
  checkSource,
  deleteSource,
  listSources,
  updateSource,
  watchFederalSources,
} from './sources/sources.ts';

export const orderDeskHandlers = (
  settings: OrderDeskSettings,
): HandlersOf<
  | 'readOrderLink'
  | 'listOrderSources'
  | 'watchFederalSources'
  | 'addOrderSource'
  | 'updateOrderSource'
  | 'checkOrderSource'
  | 'deleteOrderSource'
  | 'listSourceDrafts'
  | 'getSourceDraft'
  | 'dismissSourceDraft'
> => ({
  readOrderLink: ({ ctx, body }) => readLink(ctx, body, settings),
  listOrderSources: ({ ctx }) => listSources(ctx),
  watchFederalSources: ({ ctx, body }) => watchFederalSources(ctx, body.watch),
  addOrderSource: ({ ctx, body }) => addSource(ctx, body, settings),
  updateOrderSource: ({ ctx, params, body }) => updateSource(ctx, params.id, body.isOn),
  checkOrderSource: ({ ctx, params }) => checkSource(ctx, params.id),
  deleteOrderSource: ({ ctx, params }) => deleteSource(ctx, params.id),
  listSourceDrafts: ({ ctx }) => listDrafts(ctx),
  getSourceDraft: ({ ctx, params }) => getDraft(ctx, params.id),
  dismissSourceDraft: ({ ctx, params }) => dismissDraft(ctx, params.id),
});

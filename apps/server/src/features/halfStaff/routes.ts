import type { HandlersOf } from '../calls/handlers.ts';
import { asksForPage, type Lists } from '../fleet/directory/lists.ts';
import { getFollows, setFollows } from './autopilot/follows.ts';
import { dismissChangedRules, engineStatus } from './autopilot/rules.ts';
import { confirmDay, getCalendar } from './calendar/calendar.ts';
import { subscribedCalendar } from './calendar/subscribedCalendar.ts';
import {
  createCalendarSubscription,
  listCalendarSubscriptions,
  revokeCalendarSubscription,
} from './calendar/subscriptions.ts';
import { inEffectNow } from './inEffect/inEffect.ts';
import { halfStaffToday } from './inEffect/today.ts';
import { ledgerHead } from './ledger/headCall.ts';
import { approveSecond } from './orders/approveSecond.ts';
import { listOrderPage } from './orders/list/listOrderPage.ts';
import { waitingOrders } from './orders/list/waitingOrders.ts';
import {
  approveOrder,
  cancelOrder,
  createOrder,
  deleteOrder,
  getOrder,
  listOrders,
  listOrderVersions,
  updateOrder,
} from './orders/orders.ts';
import {
  createOwnDay,
  deleteOwnDay,
  listOwnDays,
  updateOwnDay,
} from './orders/recurring/ownDays.ts';
import { createTemplate, deleteTemplate, listTemplates } from './orders/recurring/templates.ts';
import { overview } from './overview/overview.ts';
import type { SiteCounts } from './poles/siteCounts.ts';
import { listWrongPositionPage } from './poles/wrongPositions/listWrongPositionPage.ts';
import type { WrongPositionIndex } from './poles/wrongPositions/wrongPositionIndex.ts';
import { listWrongPositions } from './poles/wrongPositions/wrongPositions.ts';
import { dryRun, switchEngine } from './preview/dryRun.ts';
import { followsEffect } from './preview/followsEffect.ts';
import { preview } from './preview/preview.ts';
import { halfStaffRelease } from './preview/release.ts';

export const halfStaffHandlers = (
  lists: Lists,
  { siteCounts, wrongPositions }: { siteCounts: SiteCounts; wrongPositions: WrongPositionIndex },
): HandlersOf<
  | 'halfStaffOverview'
  | 'wrongPositions'
  | 'halfStaffNow'
  | 'halfStaffToday'
  | 'previewOrder'
  | 'halfStaffRelease'
  | 'getFollows'
  | 'setFollows'
  | 'previewFollows'
  | 'engineStatus'
  | 'dismissChangedRules'
  | 'dryRun'
  | 'switchEngine'
  | 'halfStaffCalendar'
  | 'confirmHalfStaffDay'
  | 'ledgerHead'
  | 'listOrders'
  | 'getOrder'
  | 'listOrderVersions'
  | 'createOrder'
  | 'updateOrder'
  | 'deleteOrder'
  | 'approveOrder'
  | 'listSecondApprovals'
  | 'approveOrderSecond'
  | 'cancelOrder'
  | 'listOrderTemplates'
  | 'createOrderTemplate'
  | 'deleteOrderTemplate'
  | 'listOwnDays'
  | 'createOwnDay'
  | 'updateOwnDay'
  | 'deleteOwnDay'
  | 'listCalendarSubscriptions'
  | 'createCalendarSubscription'
  | 'revokeCalendarSubscription'
  | 'subscribedCalendar'
> => ({
  halfStaffOverview: ({ ctx }) => overview(ctx, wrongPositions.poles),
  wrongPositions: ({ ctx, query }) =>
    asksForPage(query)
      ? listWrongPositionPage(ctx, lists, wrongPositions, query)
      : listWrongPositions(ctx, wrongPositions),
  halfStaffNow: ({ ctx }) => inEffectNow(ctx, siteCounts),
  halfStaffToday: ({ ctx }) => halfStaffToday(ctx, siteCounts),
  previewOrder: ({ ctx, body }) => preview(ctx, wrongPositions.poles, body),
  halfStaffRelease: ({ ctx, query }) => halfStaffRelease(ctx, wrongPositions.poles, query),
  getFollows: ({ ctx, params, query }) => getFollows(ctx, params.companyId, query),
  setFollows: ({ ctx, params, body }) => setFollows(ctx, params.companyId, body),
  previewFollows: ({ ctx, params, body }) =>
    followsEffect(ctx, wrongPositions.poles, params.companyId, body),
  engineStatus: ({ ctx }) => engineStatus(ctx),
  dismissChangedRules: ({ ctx }) => dismissChangedRules(ctx),
  dryRun: ({ ctx }) => dryRun(ctx, wrongPositions.poles),
  switchEngine: ({ ctx, body }) => switchEngine(ctx, wrongPositions.poles, body),
  halfStaffCalendar: ({ ctx, params }) => getCalendar(ctx, Number(params.year)),
  confirmHalfStaffDay: ({ ctx, body }) => confirmDay(ctx, body),
  ledgerHead: ({ ctx }) => ledgerHead(ctx),
  listOrders: ({ ctx, query }) =>
    asksForPage(query) ? listOrderPage(ctx, lists, query) : listOrders(ctx),
  getOrder: ({ ctx, params }) => getOrder(ctx, params.id),
  listOrderVersions: ({ ctx, params }) => listOrderVersions(ctx, params.id),
  createOrder: ({ ctx, body }) => createOrder(ctx, body),
  updateOrder: ({ ctx, params, body }) => updateOrder(ctx, params.id, body),
  deleteOrder: ({ ctx, params }) => deleteOrder(ctx, params.id),
  approveOrder: ({ ctx, params, body }) => approveOrder(ctx, params.id, body),
  listSecondApprovals: ({ ctx }) => waitingOrders(ctx, wrongPositions.poles),
  approveOrderSecond: ({ ctx, params, body }) => approveSecond(ctx, params.id, body),
  cancelOrder: ({ ctx, params, body }) => cancelOrder(ctx, params.id, body),
  listOrderTemplates: ({ ctx }) => listTemplates(ctx),
  createOrderTemplate: ({ ctx, body }) => createTemplate(ctx, body),
  deleteOrderTemplate: ({ ctx, params }) => deleteTemplate(ctx, params.id),
  listOwnDays: ({ ctx }) => listOwnDays(ctx),
  createOwnDay: ({ ctx, body }) => createOwnDay(ctx, body),
  updateOwnDay: ({ ctx, params, body }) => updateOwnDay(ctx, params.id, body),
  deleteOwnDay: ({ ctx, params }) => deleteOwnDay(ctx, params.id),
  listCalendarSubscriptions: ({ ctx, edge }) => listCalendarSubscriptions(ctx, edge.origin),
  createCalendarSubscription: ({ ctx, body, edge }) =>
    createCalendarSubscription(ctx, body, edge.origin),
  revokeCalendarSubscription: ({ ctx, params }) => revokeCalendarSubscription(ctx, params.id),
  subscribedCalendar: ({ ctx, params }) => subscribedCalendar(ctx, params.file),
});

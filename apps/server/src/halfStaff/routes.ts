import type { HandlersOf } from '../http/handlers.ts';
import { confirmDay, getCalendar } from './calendar/calendar.ts';
import { complianceOfCompany, complianceOfSource } from './compliance/compliance.ts';
import { complianceCsv } from './compliance/csv.ts';
import { dryRun, switchEngine } from './dryRun/dryRun.ts';
import { inEffectNow } from './inEffect/inEffect.ts';
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
import { overview } from './overview/overview.ts';
import { preview } from './preview/preview.ts';

export const halfStaffHandlers: HandlersOf<
  | 'halfStaffOverview'
  | 'halfStaffNow'
  | 'previewOrder'
  | 'dryRun'
  | 'switchEngine'
  | 'halfStaffCalendar'
  | 'confirmHalfStaffDay'
  | 'complianceOfSource'
  | 'complianceOfSourceCsv'
  | 'complianceOfCompany'
  | 'complianceOfCompanyCsv'
  | 'listOrders'
  | 'getOrder'
  | 'listOrderVersions'
  | 'createOrder'
  | 'updateOrder'
  | 'deleteOrder'
  | 'approveOrder'
  | 'cancelOrder'
> = {
  halfStaffOverview: ({ ctx }) => overview(ctx),
  halfStaffNow: ({ ctx }) => inEffectNow(ctx),
  previewOrder: ({ ctx, body }) => preview(ctx, body),
  dryRun: ({ ctx }) => dryRun(ctx),
  switchEngine: ({ ctx, body }) => switchEngine(ctx, body),
  halfStaffCalendar: ({ ctx, params }) => getCalendar(ctx, Number(params.year)),
  confirmHalfStaffDay: ({ ctx, body }) => confirmDay(ctx, body),
  complianceOfSource: ({ ctx, params }) => complianceOfSource(ctx, params.sourceKey),
  complianceOfSourceCsv: async ({ ctx, params }) =>
    complianceCsv(await complianceOfSource(ctx, params.sourceKey)),
  complianceOfCompany: ({ ctx, params }) => complianceOfCompany(ctx, params.companyId),
  complianceOfCompanyCsv: async ({ ctx, params }) =>
    complianceCsv(await complianceOfCompany(ctx, params.companyId)),
  listOrders: ({ ctx }) => listOrders(ctx),
  getOrder: ({ ctx, params }) => getOrder(ctx, params.id),
  listOrderVersions: ({ ctx, params }) => listOrderVersions(ctx, params.id),
  createOrder: ({ ctx, body }) => createOrder(ctx, body),
  updateOrder: ({ ctx, params, body }) => updateOrder(ctx, params.id, body),
  deleteOrder: ({ ctx, params }) => deleteOrder(ctx, params.id),
  approveOrder: ({ ctx, params, body }) => approveOrder(ctx, params.id, body),
  cancelOrder: ({ ctx, params, body }) => cancelOrder(ctx, params.id, body),
};

import type { HandlersOf } from '../http/handlers.ts';
import { confirmDay, getCalendar } from './calendar/calendar.ts';
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

export const halfStaffHandlers: HandlersOf<
  | 'halfStaffCalendar'
  | 'confirmHalfStaffDay'
  | 'listOrders'
  | 'getOrder'
  | 'listOrderVersions'
  | 'createOrder'
  | 'updateOrder'
  | 'deleteOrder'
  | 'approveOrder'
  | 'cancelOrder'
> = {
  halfStaffCalendar: ({ ctx, params }) => getCalendar(ctx, Number(params.year)),
  confirmHalfStaffDay: ({ ctx, body }) => confirmDay(ctx, body),
  listOrders: ({ ctx }) => listOrders(ctx),
  getOrder: ({ ctx, params }) => getOrder(ctx, params.id),
  listOrderVersions: ({ ctx, params }) => listOrderVersions(ctx, params.id),
  createOrder: ({ ctx, body }) => createOrder(ctx, body),
  updateOrder: ({ ctx, params, body }) => updateOrder(ctx, params.id, body),
  deleteOrder: ({ ctx, params }) => deleteOrder(ctx, params.id),
  approveOrder: ({ ctx, params, body }) => approveOrder(ctx, params.id, body),
  cancelOrder: ({ ctx, params, body }) => cancelOrder(ctx, params.id, body),
};

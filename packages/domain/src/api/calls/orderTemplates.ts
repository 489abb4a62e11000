import { z } from 'zod';
import { orderTemplate, orderTemplateCreate } from '../../halfStaff/orders/orderTemplate.ts';
import { byId, endpoint, none } from './endpoint.ts';

export const orderTemplatesCalls = {
  listOrderTemplates: endpoint(
    'GET',
    '/api/half-staff/order-templates',
    'order.manage',
    'half-staff',
    "List the order templates that the caller's company, or the operator, has saved",
    { response: z.array(orderTemplate) },
  ),
  createOrderTemplate: endpoint(
    'POST',
    '/api/half-staff/order-templates',
    'order.manage',
    'half-staff',
    'Save an order template, replacing any template with the same name',
    { body: orderTemplateCreate, response: orderTemplate, status: 201 },
  ),
  deleteOrderTemplate: endpoint(
    'DELETE',
    '/api/half-staff/order-templates/:id',
    'order.manage',
    'half-staff',
    'Delete an order template',
    { params: byId, response: none, status: 204 },
  ),
} as const;

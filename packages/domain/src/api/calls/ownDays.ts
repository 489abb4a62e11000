import { z } from 'zod';
import { ownDay, ownDayTerms } from '../../halfStaff/orders/ownDay.ts';
import { byId, endpoint, none } from './endpoint.ts';

export const ownDaysCalls = {
  listOwnDays: endpoint(
    'GET',
    '/api/half-staff/own-days',
    'order.read',
    'half-staff',
    "List the custom days that the caller's company, or the operator, has recorded",
    { response: z.array(ownDay) },
  ),
  createOwnDay: endpoint(
    'POST',
    '/api/half-staff/own-days',
    'order.manage',
    'half-staff',
    'Record a custom day, which recurs every year, with approved orders for its dates in this and the next year',
    { body: ownDayTerms, response: ownDay, status: 201 },
  ),
  updateOwnDay: endpoint(
    'PUT',
    '/api/half-staff/own-days/:id',
    'order.manage',
    'half-staff',
    'Change a custom day, and amend its orders that have not ended',
    { params: byId, body: ownDayTerms, response: ownDay },
  ),
  deleteOwnDay: endpoint(
    'DELETE',
    '/api/half-staff/own-days/:id',
    'order.manage',
    'half-staff',
    'Delete a custom day, and cancel its orders that have not ended',
    { params: byId, response: none, status: 204 },
  ),
} as const;

import { z } from 'zod';
import * as services from '../serviceAccounts.ts';
import { byId, endpoint, none } from './endpoint.ts';

export const serviceAccountsCalls = {
  listServiceAccounts: endpoint(
    'GET',
    '/api/service-accounts',
    'serviceAccount.manage',
    'service accounts',
    'List service accounts, without their secrets',
    { response: z.array(services.serviceAccount) },
  ),
  createServiceAccount: endpoint(
    'POST',
    '/api/service-accounts',
    'serviceAccount.manage',
    'service accounts',
    'Create a service account for the API and the realtime database; only this response contains its secret',
    {
      body: services.serviceAccountCreate,
      response: services.serviceAccount,
      status: 201,
    },
  ),
  revokeServiceAccount: endpoint(
    'DELETE',
    '/api/service-accounts/:id',
    'serviceAccount.manage',
    'service accounts',
    'Revoke a service account; its live connections end immediately',
    { params: byId, response: none, status: 204 },
  ),
} as const;

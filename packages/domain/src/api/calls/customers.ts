import * as customers from '../customers.ts';
import { endpoint } from './endpoint.ts';

export const customersCalls = {
  createCustomer: endpoint(
    'POST',
    '/api/customers',
    'company.create',
    'companies',
    'Create a company with its first location, its poles and an invitation for its first user; if any part fails, nothing is created',
    { body: customers.customerCreate, response: customers.customerCreated, status: 201 },
  ),
} as const;

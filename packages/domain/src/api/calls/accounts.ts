import { byId, endpoint } from '../endpoint.ts';
import * as people from '../people.ts';

export const accountsCalls = {
  suspendUser: endpoint(
    'PUT',
    '/api/users/:id/suspension',
    'user.update',
    'users',
    'Suspend an account: its sessions and live connections end at once, and it cannot sign in',
    { params: byId, response: people.user },
  ),
  restoreUser: endpoint(
    'DELETE',
    '/api/users/:id/suspension',
    'user.update',
    'users',
    'Let a suspended account sign in again',
    { params: byId, response: people.user },
  ),
} as const;

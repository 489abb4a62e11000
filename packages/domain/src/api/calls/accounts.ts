import { z } from 'zod';
import * as accounts from '../accounts.ts';
import { byId, endpoint, none } from '../endpoint.ts';
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
  signOutUser: endpoint(
    'DELETE',
    '/api/users/:id/sessions',
    'user.update',
    'users',
    'End all sessions of an account',
    { params: byId, response: none, status: 204 },
  ),
  listSessions: endpoint(
    'GET',
    '/api/user/sessions',
    'session',
    'session',
    'Where one is signed in, the last used first',
    { response: z.array(accounts.ownSession) },
  ),
  endSession: endpoint(
    'DELETE',
    '/api/user/sessions/:id',
    'session',
    'session',
    "End one of one's own sessions",
    { params: byId, response: none, status: 204 },
  ),
  endAllSessions: endpoint(
    'DELETE',
    '/api/user/sessions',
    'session',
    'session',
    'Sign out everywhere, here too',
    { response: none, status: 204 },
  ),
} as const;

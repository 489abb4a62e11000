import { z } from 'zod';
import * as tokens from '../tokens.ts';
import { byId, endpoint, none } from './endpoint.ts';

export const tokensCalls = {
  listTokens: endpoint(
    'GET',
    '/api/tokens',
    'session',
    'tokens',
    "List the caller's API tokens, without their secrets",
    { response: z.array(tokens.token) },
  ),
  createToken: endpoint(
    'POST',
    '/api/tokens',
    'session',
    'tokens',
    'Create an API token for the caller; only this response contains its secret',
    { body: tokens.tokenCreate, response: tokens.token, status: 201 },
  ),
  revokeToken: endpoint(
    'DELETE',
    '/api/tokens/:id',
    'session',
    'tokens',
    "Revoke one of the caller's tokens; its live connections end immediately",
    { params: byId, response: none, status: 204 },
  ),
} as const;

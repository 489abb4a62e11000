import { z } from 'zod';
import * as tokens from '../tokens.ts';
import { byId, endpoint, none } from './endpoint.ts';

export const tokensCalls = {
  listTokens: endpoint(
    'GET',
    '/api/tokens',
    'session',
    'tokens',
    "List one's own API tokens, without their secrets",
    { response: z.array(tokens.token) },
  ),
  createToken: endpoint(
    'POST',
    '/api/tokens',
    'session',
    'tokens',
    "Make an API token of one's own; the answer alone holds its secret",
    { body: tokens.tokenCreate, response: tokens.token, status: 201 },
  ),
  revokeToken: endpoint(
    'DELETE',
    '/api/tokens/:id',
    'session',
    'tokens',
    "Revoke one of one's own tokens; its live connections end at once",
    { params: byId, response: none, status: 204 },
  ),
} as const;

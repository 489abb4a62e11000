import type { HandlersOf } from '../../calls/handlers.ts';
import { createToken, listTokens, revokeToken } from './personalTokens.ts';
import {
  createServiceAccount,
  listServiceAccounts,
  revokeServiceAccount,
} from './serviceAccounts.ts';

export const tokenHandlers = (settings: {
  productName: string;
}): HandlersOf<
  | 'listServiceAccounts'
  | 'createServiceAccount'
  | 'revokeServiceAccount'
  | 'listTokens'
  | 'createToken'
  | 'revokeToken'
> => ({
  listServiceAccounts: ({ ctx }) => listServiceAccounts(ctx),
  createServiceAccount: ({ ctx, body }) => createServiceAccount(ctx, body),
  revokeServiceAccount: ({ ctx, params }) => revokeServiceAccount(ctx, params.id),
  listTokens: ({ ctx }) => listTokens(ctx),
  createToken: ({ ctx, body }) => createToken(ctx, settings, body),
  revokeToken: ({ ctx, params }) => revokeToken(ctx, params.id),
});

import type { HandlersOf } from '../http/handlers.ts';
import {
  createServiceAccount,
  listServiceAccounts,
  revokeServiceAccount,
} from './serviceAccounts.ts';

export const serviceAccountHandlers: HandlersOf<
  'listServiceAccounts' | 'createServiceAccount' | 'revokeServiceAccount'
> = {
  listServiceAccounts: ({ ctx }) => listServiceAccounts(ctx),
  createServiceAccount: ({ ctx, body }) => createServiceAccount(ctx, body),
  revokeServiceAccount: ({ ctx, params }) => revokeServiceAccount(ctx, params.id),
};

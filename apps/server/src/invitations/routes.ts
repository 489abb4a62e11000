import type { HandlersOf } from '../http/handlers.ts';
import { createInvitation, listInvitations, revokeInvitation } from './invitations.ts';

export const invitationHandlers: HandlersOf<
  'listInvitations' | 'createInvitation' | 'revokeInvitation'
> = {
  listInvitations: ({ ctx }) => listInvitations(ctx),
  createInvitation: ({ ctx, body }) => createInvitation(ctx, body.companyId),
  revokeInvitation: ({ ctx, params }) => revokeInvitation(ctx, params.id),
};

import type { HandlersOf } from '../../calls/handlers.ts';
import {
  createInvitation,
  listInvitations,
  openInvitation,
  revokeInvitation,
} from './invitations.ts';

export const invitationHandlers: HandlersOf<
  'listInvitations' | 'createInvitation' | 'openInvitation' | 'revokeInvitation'
> = {
  listInvitations: ({ ctx }) => listInvitations(ctx),
  createInvitation: ({ ctx, body }) => createInvitation(ctx, body),
  openInvitation: ({ ctx, body, edge }) => openInvitation(ctx, body.code, edge.client.address),
  revokeInvitation: ({ ctx, params }) => revokeInvitation(ctx, params.id),
};

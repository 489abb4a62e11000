import type { HandlersOf } from '../http/handlers.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { endAllSessions, endSession, listSessions, signOutUser } from './ownSessions.ts';
import { restoreUser, suspendUser } from './suspension.ts';

export const accountHandlers = (
  sessions: Sessions,
): HandlersOf<
  'suspendUser' | 'restoreUser' | 'signOutUser' | 'listSessions' | 'endSession' | 'endAllSessions'
> => ({
  suspendUser: ({ ctx, params }) => suspendUser(ctx, sessions, params.id),
  restoreUser: ({ ctx, params }) => restoreUser(ctx, sessions, params.id),
  signOutUser: ({ ctx, params }) => signOutUser(ctx, params.id),
  listSessions: ({ ctx }) => listSessions(ctx, sessions),
  endSession: async ({ ctx, params, edge }) => {
    await endSession(ctx, params.id);
    if (params.id === ctx.session.sid) edge.clearSession();
  },
  endAllSessions: async ({ ctx, edge }) => {
    await endAllSessions(ctx);
    edge.clearSession();
  },
});

import type { HandlersOf } from '../../calls/handlers.ts';
import {
  confirmSecondFactor,
  disableSecondFactor,
  removeSecondFactor,
  type SecondFactorSettings,
  secondFactor,
  startSecondFactor,
} from '../secondFactor/enrolment.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { endAllSessions, endSession, listSessions, signOutUser } from './ownSessions.ts';
import { restoreUser, suspendUser } from './suspension.ts';

export const accountHandlers = (
  sessions: Sessions,
  settings: SecondFactorSettings,
): HandlersOf<
  | 'suspendUser'
  | 'restoreUser'
  | 'signOutUser'
  | 'listSessions'
  | 'endSession'
  | 'endAllSessions'
  | 'removeSecondFactor'
  | 'secondFactor'
  | 'startSecondFactor'
  | 'confirmSecondFactor'
  | 'disableSecondFactor'
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
  removeSecondFactor: ({ ctx, params }) => removeSecondFactor(ctx, sessions, settings, params.id),
  secondFactor: ({ ctx }) => secondFactor(ctx, settings),
  startSecondFactor: ({ ctx }) => startSecondFactor(ctx, settings),
  confirmSecondFactor: ({ ctx, body, edge }) =>
    confirmSecondFactor(ctx, settings, body, edge.client.address),
  disableSecondFactor: async ({ ctx, body, edge }) => {
    await disableSecondFactor(ctx, settings, body, edge.client.address);
    return { ok: true };
  },
});

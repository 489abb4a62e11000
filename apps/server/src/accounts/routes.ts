import type { HandlersOf } from '../http/handlers.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { restoreUser, suspendUser } from './suspension.ts';

export const accountHandlers = (sessions: Sessions): HandlersOf<'suspendUser' | 'restoreUser'> => ({
  suspendUser: ({ ctx, params }) => suspendUser(ctx, sessions, params.id),
  restoreUser: ({ ctx, params }) => restoreUser(ctx, sessions, params.id),
});

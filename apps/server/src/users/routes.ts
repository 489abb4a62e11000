import type { HandlersOf } from '../http/handlers.ts';
import type { MailSettings } from '../mail/settings.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { createUser, deleteUser, listUsers, updateUser } from './users.ts';

export const userHandlers = (
  sessions: Sessions,
  settings: MailSettings,
): HandlersOf<'listUsers' | 'listCompanyUsers' | 'createUser' | 'updateUser' | 'deleteUser'> => ({
  listUsers: ({ ctx }) => listUsers(ctx, sessions),
  listCompanyUsers: ({ ctx, params }) => listUsers(ctx, sessions, params.companyId),
  createUser: ({ ctx, body }) => createUser(ctx, sessions, body),
  updateUser: ({ ctx, params, body }) => updateUser(ctx, sessions, settings, params.id, body),
  deleteUser: ({ ctx, params }) => deleteUser(ctx, params.id),
});

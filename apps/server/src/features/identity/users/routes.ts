import type { MailSettings } from '../../../platform/mail/settings.ts';
import type { HandlersOf } from '../../calls/handlers.ts';
import { asksForPage, type Lists } from '../../fleet/directory/lists.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { listUserPage } from './listUserPage.ts';
import { createUser, deleteUser, listUsers, updateUser } from './users.ts';

export const userHandlers = (
  sessions: Sessions,
  lists: Lists,
  settings: MailSettings,
): HandlersOf<'listUsers' | 'listCompanyUsers' | 'createUser' | 'updateUser' | 'deleteUser'> => ({
  listUsers: ({ ctx, query }) =>
    asksForPage(query) ? listUserPage(ctx, sessions, lists, query) : listUsers(ctx, sessions),
  listCompanyUsers: ({ ctx, params }) => listUsers(ctx, sessions, params.companyId),
  createUser: ({ ctx, body }) => createUser(ctx, sessions, body),
  updateUser: ({ ctx, params, body }) => updateUser(ctx, sessions, settings, params.id, body),
  deleteUser: ({ ctx, params }) => deleteUser(ctx, params.id),
});

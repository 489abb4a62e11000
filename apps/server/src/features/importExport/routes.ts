import type { HandlersOf } from '../calls/handlers.ts';
import type { Lists } from '../fleet/directory/lists.ts';
import type { Sessions } from '../identity/sessions/sessions.ts';
import type { PublicSettings } from '../identity/signIn/routes.ts';
import {
  exportCompanies,
  exportFlags,
  exportInvitations,
  exportLocations,
  exportUsers,
} from './exportCsv.ts';
import { previewImport, runImport } from './importCsv.ts';

export const importExportHandlers = (
  sessions: Sessions,
  lists: Lists,
  settings: PublicSettings,
): HandlersOf<
  | 'previewImport'
  | 'runImport'
  | 'exportCompanies'
  | 'exportLocations'
  | 'exportFlags'
  | 'exportUsers'
  | 'exportInvitations'
> => ({
  previewImport: ({ ctx, params, body }) => previewImport(ctx, params.kind, body.csv, settings),
  runImport: ({ ctx, params, body, edge }) =>
    runImport(ctx, params.kind, body, settings, edge.origin),
  exportCompanies: ({ ctx, query }) => exportCompanies(ctx, lists, query),
  exportLocations: ({ ctx, query }) => exportLocations(ctx, lists, query),
  exportFlags: ({ ctx, query }) => exportFlags(ctx, lists, query),
  exportUsers: ({ ctx, query }) => exportUsers(ctx, sessions, lists, query),
  exportInvitations: ({ ctx }) => exportInvitations(ctx),
});

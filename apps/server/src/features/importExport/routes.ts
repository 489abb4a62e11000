import type { HandlersOf } from '../calls/handlers.ts';
import type { Lists } from '../fleet/directory/lists.ts';
import type { Sessions } from '../identity/sessions/sessions.ts';
import {
  exportCompanies,
  exportFlags,
  exportInvitations,
  exportLocations,
  exportUsers,
} from './exportCsv.ts';
import { type ImportSettings, previewImport, runImport } from './importCsv.ts';
import { cancelOwnImport, getImport, listImports, takeImportKeys } from './run/imports.ts';

export const importExportHandlers = (
  sessions: Sessions,
  lists: Lists,
  settings: ImportSettings,
): HandlersOf<
  | 'previewImport'
  | 'runImport'
  | 'listImports'
  | 'getImport'
  | 'cancelImport'
  | 'takeImportKeys'
  | 'exportCompanies'
  | 'exportLocations'
  | 'exportFlags'
  | 'exportUsers'
  | 'exportInvitations'
> => ({
  previewImport: ({ ctx, params, body }) => previewImport(ctx, params.kind, body.csv, settings),
  runImport: ({ ctx, params, body, edge }) =>
    runImport(ctx, params.kind, body, settings, edge.origin),
  listImports: ({ ctx }) => listImports(ctx),
  getImport: ({ ctx, params }) => getImport(ctx, params.id),
  cancelImport: ({ ctx, params }) => cancelOwnImport(ctx, params.id),
  takeImportKeys: ({ ctx, params }) =>
    takeImportKeys(ctx, params.id, settings.secrets, settings.realtime),
  exportCompanies: ({ ctx, query }) => exportCompanies(ctx, lists, query),
  exportLocations: ({ ctx, query }) => exportLocations(ctx, lists, query),
  exportFlags: ({ ctx, query }) => exportFlags(ctx, lists, query),
  exportUsers: ({ ctx, query }) => exportUsers(ctx, sessions, lists, query),
  exportInvitations: ({ ctx }) => exportInvitations(ctx),
});

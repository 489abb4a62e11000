import type { HandlersOf } from '../http/handlers.ts';
import type { PublicSettings } from '../sessions/routes.ts';
import { previewImport, runImport } from './importCsv.ts';

export const transferHandlers = (
  settings: PublicSettings,
): HandlersOf<'previewImport' | 'runImport'> => ({
  previewImport: ({ ctx, params, body }) => previewImport(ctx, params.kind, body.csv),
  runImport: ({ ctx, params, body, edge }) =>
    runImport(ctx, params.kind, body, settings, edge.origin),
});

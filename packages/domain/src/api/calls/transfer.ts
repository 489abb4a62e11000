import { endpoint } from '../endpoint.ts';
import * as transfer from '../transfer.ts';

export const transferCalls = {
  previewImport: endpoint(
    'POST',
    '/api/import/:kind/preview',
    'fleet.import',
    'transfer',
    'What would become of each line of a CSV file of companies, locations, flags or people',
    {
      params: transfer.byKind,
      body: transfer.importPreviewRequest,
      maxBodyBytes: transfer.MAX_CSV_BODY_BYTES,
      response: transfer.importPlan,
    },
  ),
  runImport: endpoint(
    'POST',
    '/api/import/:kind',
    'fleet.import',
    'transfer',
    'Import a CSV file as its dry run showed it, all of it or nothing',
    {
      params: transfer.byKind,
      body: transfer.importRequest,
      maxBodyBytes: transfer.MAX_CSV_BODY_BYTES,
      response: transfer.importResult,
    },
  ),
} as const;

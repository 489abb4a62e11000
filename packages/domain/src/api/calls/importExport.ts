import * as importExport from '../importExport.ts';
import { csv, endpoint } from './endpoint.ts';

export const importExportCalls = {
  previewImport: endpoint(
    'POST',
    '/api/import/:kind/preview',
    'fleet.import',
    'transfer',
    'What would become of each line of a CSV file of companies, locations, flags or people',
    {
      params: importExport.byKind,
      body: importExport.importPreviewRequest,
      maxBodyBytes: importExport.MAX_CSV_BODY_BYTES,
      response: importExport.importPlan,
    },
  ),
  runImport: endpoint(
    'POST',
    '/api/import/:kind',
    'fleet.import',
    'transfer',
    'Import a CSV file as its dry run showed it, all of it or nothing',
    {
      params: importExport.byKind,
      body: importExport.importRequest,
      maxBodyBytes: importExport.MAX_CSV_BODY_BYTES,
      response: importExport.importResult,
    },
  ),
  exportCompanies: endpoint(
    'GET',
    '/api/export/companies',
    'company.read',
    'transfer',
    'The companies that a search finds, as CSV that can be imported again',
    { query: importExport.exportQuery, ...csv('companies.csv') },
  ),
  exportLocations: endpoint(
    'GET',
    '/api/export/locations',
    'location.read',
    'transfer',
    'The locations that a search finds, as CSV that can be imported again',
    { query: importExport.exportQuery, ...csv('locations.csv') },
  ),
  exportFlags: endpoint(
    'GET',
    '/api/export/flags',
    'flag.read',
    'transfer',
    'The flags of a company or location that a search and filters find, with their live state, as CSV that can be imported again',
    { query: importExport.flagExportQuery, ...csv('flags.csv') },
  ),
  exportUsers: endpoint(
    'GET',
    '/api/export/people',
    'user.read',
    'transfer',
    'The accounts that a search finds, as CSV that can be imported again',
    { query: importExport.exportQuery, ...csv('people.csv') },
  ),
  exportInvitations: endpoint(
    'GET',
    '/api/export/invitations',
    'invitation.read',
    'transfer',
    'The open invitations as CSV, without their codes',
    csv('invitations.csv'),
  ),
} as const;
